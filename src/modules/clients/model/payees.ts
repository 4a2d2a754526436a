/**
 * Whether a client ID may pay other payees than active destinations of its account: what its account
 * chose, else yes in the sandbox, where widgets of the public API are tried out, and no in production.
 */
export function canPayAnyPayee(mode: 'sandbox' | 'production', chosen: boolean | null): boolean {
  return chosen ?? mode === 'sandbox';
}
