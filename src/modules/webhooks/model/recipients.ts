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
 * Who receives events of links that an API key created, which belong to no client ID: platform-wide
 * endpoints alone, or every endpoint of the account.
 */
export type KeyLinkReach = 'platform_wide' | 'whole_account';

/** Whether an endpoint receives an event; decision record 0003 says why so. */
export function receives(endpoint: Scope, event: Addressed, reach: KeyLinkReach): boolean {
  if (endpoint.accountId !== event.accountId) return false;
  if (endpoint.clientIdId === null) return true;
  if (event.clientIdId === null) return reach === 'whole_account';
  return endpoint.clientIdId === event.clientIdId;
}
