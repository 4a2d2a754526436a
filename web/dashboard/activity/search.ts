/** The filters of the audit log, as they stand in the address. */
export interface AuditSearch {
  readonly action?: string;
  readonly cursor?: string;
}

const TEXT_MAX = 100;

/** Reads the filters of an address; what is none is left out. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const { action, cursor } = search;
  return {
    ...(typeof action === 'string' && action !== '' && { action: action.slice(0, TEXT_MAX) }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor: cursor.slice(0, TEXT_MAX) }),
  };
}
