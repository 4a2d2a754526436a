import { sql } from 'kysely';

/** Whether a transfer `t` that is about to be added pays alone what is missing of its request. */
export const COMPLETES_ITS_REQUEST = sql<boolean>`exists (
  select from request_summary r
  where r.id = t.request_id and t.credited_units >= r.expected_units - r.paid_units
)`;
