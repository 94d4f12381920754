import type { Language } from './words';

/** A saved question of the documentation. */
export interface Question {
  name: string;
  title: Record<Language, string>;
  query: string;
}

/** The saved questions, the flagship first. */
export async function loadQuestions(): Promise<Question[]> {
  const answer = await fetch('questions.json');
  if (!answer.ok) throw new Error(`questions.json: ${answer.status} ${answer.statusText}`);
  return (await answer.json()) as Question[];
}

/** A request as GraphQL over HTTP has it. */
export interface Operation {
  query: string;
  operationName?: string | null;
  variables?: unknown;
}

/** Sends a query, to be answered in a language where the query names none. */
export async function ask(
  operation: Operation,
  headers: Record<string, string>,
  language: Language,
): Promise<unknown> {
  const answer = await fetch('graphql', {
    method: 'POST',
    headers: {
      'Accept': 'application/graphql-response+json, application/json',
      'Accept-Language': language,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(operation),
  });
  const body = await answer.text();
  try {
    return JSON.parse(body);
  } catch {
    throw new Error(`${answer.status} ${answer.statusText}: ${body.slice(0, 200)}`);
  }
}
