/** Which way money flows, seen from the account that asked for the payment. */
export const FLOWS = ['incoming', 'outgoing'] as const;

/** One of them. */
export type Flow = (typeof FLOWS)[number];

/**
 * The kinds of credential that create requests. A `public_client_id` lists domains: browsers carry it,
 * so that it proves nothing about who asked.
 */
export const CREATED_BY = [
  'api_key',
  'session',
  'client_id',
  'public_client_id',
  'orchestrator',
] as const;

/** One of them. */
export type CreatedBy = (typeof CREATED_BY)[number];
