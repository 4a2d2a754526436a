import { z } from 'zod';

/** The direction of the money, seen from the account that created the payment request. */
export const Flow = z.enum(['incoming', 'outgoing']);

/** One of them. */
export type Flow = z.output<typeof Flow>;

/**
 * The kinds of credential that create requests. A `public_client_id` lists domains: browsers carry it,
 * so that it does not prove who called.
 */
export const CreatedBy = z.enum([
  'api_key',
  'session',
  'client_id',
  'public_client_id',
  'orchestrator',
]);

/** One of them. */
export type CreatedBy = z.output<typeof CreatedBy>;
