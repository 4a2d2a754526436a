/** What accounts are searched by, as it stands in the address. */
export interface AccountSearch {
  readonly search?: string;
  readonly cursor?: string;
}

const TEXT_MAX = 254;

/** Reads the search of an address; what is none is left out. */
export function readAccountSearch(query: Readonly<Record<string, unknown>>): AccountSearch {
  const { search, cursor } = query;
  return {
    ...(typeof search === 'string' && search !== '' && { search: search.slice(0, TEXT_MAX) }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor: cursor.slice(0, TEXT_MAX) }),
  };
}

/** The page of a list without a filter, as it stands in the address. */
export interface CursorSearch {
  readonly cursor?: string;
}

/** Reads the page of an address. */
export function readCursorSearch({ cursor }: Readonly<Record<string, unknown>>): CursorSearch {
  return typeof cursor === 'string' && cursor !== '' ? { cursor: cursor.slice(0, TEXT_MAX) } : {};
}
