/** An event, as far as it matters for who receives it. */
export interface Addressed {
  readonly accountId: string;
  /** The client ID that its link was created with. */
  readonly clientIdId: string | null;
}

/** An endpoint's scope: one client ID, or the whole platform of an account. */
export interface Scope {
  readonly accountId: string;
  readonly clientIdId: string | null;
}

/**
 * Whether an endpoint receives an event: never one of another account or another client ID.
 *
 * A link that an API key created belongs to no client ID, so its events belong to the account and
 * reach every endpoint of it; decision record 0003 says why.
 */
export function receives(endpoint: Scope, event: Addressed): boolean {
  if (endpoint.accountId !== event.accountId) return false;
  if (endpoint.clientIdId === null || event.clientIdId === null) return true;
  return endpoint.clientIdId === event.clientIdId;
}
