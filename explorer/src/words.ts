/** The languages that the page speaks. */
export type Language = 'en' | 'ko';

/** What the page says of itself; GraphiQL's own labels are English. */
export interface Words {
  title: string;
  help: string;
  questions: string;
  copyLink: string;
  copied: string;
  copyFailed: string;
  schema: string;
  other: string; // the other language, in its own words
}

export const words: Record<Language, Words> = {
  en: {
    title: 'incidentgraph: ask in GraphQL',
    help:
      'Write a question on the left and run it with Ctrl+Enter (⌘+Enter). Names may be Korean or English. ' +
      'The book shows every type and field; Ctrl+Space completes.',
    questions: 'Questions',
    copyLink: 'Copy link',
    copied: 'The link is copied',
    copyFailed: 'The browser did not let the link be copied; it is in the address bar',
    schema: 'Schema',
    other: '한국어',
  },
  ko: {
    title: 'incidentgraph: GraphQL로 묻기',
    help:
      '왼쪽에 질문을 쓰고 Ctrl+Enter(⌘+Enter)로 실행합니다. 이름은 한국어로 써도 영어로 써도 됩니다. ' +
      '책 모양 단추를 누르면 모든 타입과 필드의 설명이 나오고, Ctrl+Space로 자동 완성합니다.',
    questions: '질문 예제',
    copyLink: '링크 복사',
    copied: '링크를 복사했습니다',
    copyFailed: '브라우저가 복사를 막았습니다. 주소창의 링크를 쓰세요',
    schema: '스키마',
    other: 'English',
  },
};

const kept = 'incidentgraph:language';

/** The language chosen before, or else the first of the browser's that the page speaks. */
export function startLanguage(): Language {
  const candidates = [chosenBefore() ?? '', ...navigator.languages];
  for (const candidate of candidates) {
    if (/^ko\b/i.test(candidate)) return 'ko';
    if (/^en\b/i.test(candidate)) return 'en';
  }
  return 'en';
}

function chosenBefore(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null; // the browser keeps nothing for this site
  }
}

/** Remembers a choice for the next visit, where the browser allows it. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(kept, language);
  } catch {
    // It holds for this visit.
  }
}
