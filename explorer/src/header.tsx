import { DropdownMenu, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useState } from 'react';
import type { Question } from './ask';
import { linkTo } from './links';
import { useOpen } from './open';
import { words, type Language } from './words';

interface HeaderProps {
  language: Language;
  onLanguage(language: Language): void;
  questions: Question[];
  operationName: string; // that the link to the page named, or empty
}

/** The page's own part above GraphiQL: what this is, saved questions, link, language. */
export function Header({ language, onLanguage, questions, operationName }: HeaderProps) {
  const say = words[language];
  const open = useOpen(operationName);
  const { run } = useGraphiQLActions();
  const choose = (question: Question) => {
    open({ query: question.query, variables: '', operationName: '' });
    void run();
  };
  return (
    <header className="graphiql-container page-header">
      <h1>incidentgraph</h1>
      <p>{say.help}</p>
      <nav>
        <DropdownMenu>
          <DropdownMenu.Button className="page-button" disabled={questions.length === 0}>
            {say.questions} <span aria-hidden="true">▾</span>
          </DropdownMenu.Button>
          <DropdownMenu.Content className="page-questions" collisionPadding={8}>
            {questions.map((question) => (
              <DropdownMenu.Item key={question.name} onSelect={() => choose(question)}>
                {question.title[language]}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu>
        <CopyLink language={language} />
        <a className="page-button" href="schema.graphql">
          {say.schema}
        </a>
        <button
          type="button"
          className="page-button"
          lang={language === 'en' ? 'ko' : 'en'}
          onClick={() => onLanguage(language === 'en' ? 'ko' : 'en')}
        >
          {say.other}
        </button>
      </nav>
    </header>
  );
}

/** Copies the link to what is in the editors, and puts it into the address bar. */
function CopyLink({ language }: { language: Language }) {
  const say = words[language];
  const editors = useGraphiQL((state) => ({
    query: state.queryEditor,
    variables: state.variableEditor,
    operationName: state.operationName,
  }));
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!said) return;
    const over = setTimeout(() => setSaid(''), 4000);
    return () => clearTimeout(over);
  }, [said]);
  const copy = async () => {
    const link = linkTo(new URL(location.href), {
      query: editors.query?.getValue() ?? '',
      variables: editors.variables?.getValue() ?? '',
      operationName: editors.operationName ?? '',
    });
    history.replaceState(null, '', link);
    try {
      await navigator.clipboard.writeText(link);
      setSaid(say.copied);
    } catch {
      setSaid(say.copyFailed);
    }
  };
  return (
    <>
      <button type="button" className="page-button" onClick={() => void copy()}>
        {say.copyLink}
      </button>
      <span role="status" className="page-said">
        {said}
      </span>
    </>
  );
}
