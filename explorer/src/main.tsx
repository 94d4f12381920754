import './workers';
import 'graphiql/graphiql.css';
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import './style.css';
import { createRoot } from 'react-dom/client';
import { loadQuestions } from './ask';
import { readLink } from './links';
import { Page } from './page';

const linked = readLink(new URL(location.href));
const questions = await loadQuestions().catch((error: unknown) => {
  console.error(error); // the page is of use without them
  return [];
});
createRoot(document.getElementById('page')!).render(<Page linked={linked} questions={questions} />);
