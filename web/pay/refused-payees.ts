import { member } from '../api/answer.ts';
import type { Link } from './link.ts';

/** Why the network would refuse a payment: because of the wallet, or of these payees of the link. */
export type Obstacle = 'payer' | readonly string[];

/** The API's refusals of payments that would revert, which are no end of the link. */
const CODES: ReadonlySet<unknown> = new Set(['payer_cannot_pay', 'payee_cannot_be_paid']);

/** Where the API places a payee: alone, or among the requests of a batch or the children of a bundle. */
const PLACE = /^(?:payee|(?:requests|children)\[(\d{1,4})\])$/;

/**
 * What stands against paying a link, where a refusal (409) says that. Only payees that the page shows
 * are named; none of them is, where the fault is with who receives a fee.
 */
export function readObstacle(link: Link, body: unknown): Obstacle | undefined {
  const code = member(body, 'code');
  if (!CODES.has(code)) return undefined;
  if (code === 'payer_cannot_pay') return 'payer';
  const errors = member(body, 'errors');
  const payees = (Array.isArray(errors) ? errors : []).flatMap((error: unknown) => {
    const place = PLACE.exec(String(member(error, 'field')));
    const payee = place === null ? undefined : link.payments[Number(place[1] ?? 0)]?.payee;
    const said = String(member(error, 'message')).toLowerCase();
    return payee !== undefined && said.includes(payee.toLowerCase()) ? [payee] : [];
  });
  return [...new Set(payees)];
}
