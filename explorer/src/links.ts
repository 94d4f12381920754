import { Kind, parse } from 'graphql';

/** What a link to the page can fill in. */
export interface Linked {
  query: string;
  variables: string; // JSON, empty if there are none
  operationName: string; // empty if the link names none
}

/**
 * Reads a link: query, variables and operationName, after ? as in a GET of GraphQL, or
 * after #, where no server sees them. Null where there is no query.
 */
export function readLink(address: URL): Linked | null {
  for (const params of [new URLSearchParams(address.hash.slice(1)), address.searchParams]) {
    const query = params.get('query');
    if (query) {
      return { query, variables: params.get('variables') ?? '', operationName: params.get('operationName') ?? '' };
    }
  }
  return null;
}

/** The link to a query at the page of an address. After #, it may be as long as it likes. */
export function linkTo(address: URL, linked: Linked): string {
  const params = new URLSearchParams({ query: linked.query });
  if (linked.variables.trim()) params.set('variables', linked.variables);
  if (linked.operationName) params.set('operationName', linked.operationName);
  const link = new URL(address);
  link.search = '';
  link.hash = params.toString();
  return link.href;
}

/** Where in a document the operation of a name begins; its start where there is none. */
export function startOf(document: string, operationName: string): number {
  try {
    const operation = parse(document).definitions.find(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === operationName,
    );
    return operation?.loc?.start ?? 0;
  } catch {
    return 0; // it does not parse
  }
}
