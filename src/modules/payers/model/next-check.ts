import { type BackOffRule, backOffMs } from '#kit/back-off.ts';
import type { PayerIdentityStatus } from './status.ts';

/** Callbacks come within seconds; asking is for those that do not. */
const RULE: BackOffRule = { firstMs: 60_000, mostMs: 6 * 3_600_000 };
/** Providers end what nobody goes on with after a month. */
const ASKED_MS_MAX = 30 * 86_400_000;
/** After a callback a provider may still answer what was before it: it is asked so often until that is taken for no change. */
const SETTLED_TRIES_MAX = 3;

/** How long one process has a payer to itself: longer than both calls of a start with their repetitions. */
export const CHECK_LEASE_MS = 60_000;

interface Asked {
  readonly status: PayerIdentityStatus;
  /** How often it was asked since the last change, this time included. */
  readonly tries: number;
  readonly startedAt: Date | null;
  readonly now: Date;
}

/** When to ask again about a check that the provider has answered about; null where only a callback or the platform changes it. */
export function nextCheckAt({ status, tries, startedAt, now }: Asked): Date | null {
  if (status !== 'pending' && status !== 'not_started') {
    return tries < SETTLED_TRIES_MAX ? retryAt(tries, now) : null;
  }
  const isOver = startedAt !== null && now.getTime() - startedAt.getTime() > ASKED_MS_MAX;
  return isOver ? null : retryAt(tries, now);
}

/** When to ask again after no answer, whatever the state: what a callback was about is not forgotten. */
export function retryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + backOffMs(RULE, Math.max(tries, 1)));
}
