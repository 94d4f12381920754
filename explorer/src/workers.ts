import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JSONWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphQLWorker from 'monaco-graphql/esm/graphql.worker.js?worker';

// The editor asks for its workers by the language that they read.
self.MonacoEnvironment = {
  getWorker(_id: string, label: string): Worker {
    switch (label) {
      case 'graphql':
        return new GraphQLWorker();
      case 'json':
        return new JSONWorker();
      default:
        return new EditorWorker();
    }
  },
};
