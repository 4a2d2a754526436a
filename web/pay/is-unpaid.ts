import { list } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { readLink } from './link.ts';
import { isOnItsWay } from './opening.ts';

/** Whether an answer shows nothing that was paid of a link and nothing that may be on its way, by whichever device. */
export function isUnpaid({ status, body }: Answer): boolean {
  const link = status === 200 ? readLink(body) : undefined;
  if (typeof link !== 'object' || isOnItsWay(body) || hasIntents(body)) return false;
  return link.payments.every(({ paidUnits }) => paidUnits === 0n);
}

/** Whether an answer names payments from other networks; some of them may have come back. */
export function hasIntents(body: unknown): boolean {
  return list(body, 'paymentIntents').length > 0;
}
