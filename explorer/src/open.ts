import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';
import { readLink, startOf, type Linked } from './links';

/**
 * Gives a function that shows a query in the tab that holds it already, or in a new one,
 * and follows links within the page with it. The query that the page starts with is
 * GraphiQL's matter; its operation, of the name given, is chosen here.
 */
export function useOpen(startOperation: string): (linked: Linked) => void {
  const { addTab, changeTab, setOperationName } = useGraphiQLActions();
  const { tabs, active, query, variables } = useGraphiQL((state) => ({
    tabs: state.tabs,
    active: state.activeTabIndex,
    query: state.queryEditor,
    variables: state.variableEditor,
  }));

  // What runs is the operation at the caret, or else the chosen one.
  const choose = (operationName: string) => {
    setOperationName(operationName);
    const text = query?.getModel();
    if (!operationName || !text) return;
    const start = text.getPositionAt(startOf(text.getValue(), operationName));
    query?.setPosition(start);
    query?.revealPosition(start);
  };
  const open = (linked: Linked) => {
    if (!query || !variables) return;
    const index = tabs.findIndex((tab) => tab.query === linked.query && (tab.variables ?? '') === linked.variables);
    if (index < 0) {
      addTab();
      query.setValue(linked.query);
      variables.setValue(linked.variables);
    } else if (index !== active) {
      changeTab(index);
    }
    choose(linked.operationName); // even if none: else that of the tab left would stay
  };

  const ready = Boolean(query);
  useEffect(() => {
    if (ready && startOperation) choose(startOperation);
  }, [ready, startOperation]);
  useEffect(() => {
    const follow = () => {
      const linked = readLink(new URL(location.href));
      if (linked) open(linked);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  });
  return open;
}
