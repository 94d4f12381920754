import { DOC_EXPLORER_PLUGIN, DocExplorerStore } from '@graphiql/plugin-doc-explorer';
import { HISTORY_PLUGIN, HistoryStore } from '@graphiql/plugin-history';
import { GraphiQLProvider } from '@graphiql/react';
import { GraphiQL, GraphiQLInterface } from 'graphiql';
import { useEffect, useRef, useState } from 'react';
import { ask, type Operation, type Question } from './ask';
import { Header } from './header';
import type { Linked } from './links';
import { keepLanguage, startLanguage, words, type Language } from './words';

interface PageProps {
  linked: Linked | null; // what the page's address asks for
  questions: Question[];
}

// GraphiQL takes a change of its plugins for a wish to close them.
const plugins = [DOC_EXPLORER_PLUGIN, HISTORY_PLUGIN];

/** The whole page. */
export function Page({ linked, questions }: PageProps) {
  const [language, setLanguage] = useState(startLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = words[language].title;
  }, [language]);

  // One fetcher for good: GraphiQL reads the schema again for each new one.
  const spoken = useRef<Language>(language);
  const [fetcher] = useState(
    () => (operation: Operation, options?: { headers?: Record<string, string> }) =>
      ask(operation, options?.headers ?? {}, spoken.current),
  );
  const speak = (chosen: Language) => {
    spoken.current = chosen;
    keepLanguage(chosen);
    setLanguage(chosen);
  };

  return (
    <GraphiQLProvider
      fetcher={fetcher}
      plugins={plugins}
      referencePlugin={DOC_EXPLORER_PLUGIN}
      defaultQuery={questions[0]?.query ?? ''}
      initialQuery={linked?.query}
      initialVariables={linked ? linked.variables : undefined}
      inputValueDeprecation
      schemaDescription
    >
      <HistoryStore>
        <DocExplorerStore>
          <Header language={language} onLanguage={speak} questions={questions} operationName={linked?.operationName ?? ''} />
          <GraphiQLInterface>
            <GraphiQL.Logo>{null}</GraphiQL.Logo>
          </GraphiQLInterface>
        </DocExplorerStore>
      </HistoryStore>
    </GraphiQLProvider>
  );
}
