import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { transact } from '#platform/db/transact.ts';
import type { IdentityCheck } from '#providers/identity-provider.ts';
import { nextCheckAt, retryAt } from './model/next-check.ts';
import { eventOf, type Payer, userRefOf } from './model/payer.ts';
import { payerIdentityMachine } from './model/status.ts';
import { movePayer } from './move-payer.ts';
import { postpone } from './store/moves.ts';

/**
 * Asks the provider where the check of a payer stands, and takes that over. What does not belong to this very check, is older than
 * what was taken before, or was read before the payer last changed, changes nothing.
 */
export async function readCheck(ctx: Context, payer: Payer): Promise<void> {
  try {
    await takeOver(ctx, payer, await readCheckOf(ctx, payer));
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    const { id: payerId, identityProvider } = payer;
    ctx.log.warn({ err: error, payerId, identityProvider }, 'a check of a payer was not read');
    await postpone(ctx, payer, retryAt(payer.tries, ctx.now()));
  }
}

async function readCheckOf(ctx: Context, payer: Payer): Promise<IdentityCheck> {
  const { identityProvider, checkReference: reference } = payer;
  const provider = ctx.identityProviders?.find(identityProvider);
  if (provider === undefined || reference === null) {
    throw new Outage(`${identityProvider} is not configured`);
  }
  const check = await provider.readStatus(reference);
  if (check.reference !== reference || check.userRef !== userRefOf(payer)) {
    throw new Outage(`${identityProvider} answered about another check than was asked for`);
  }
  return check;
}

async function takeOver(ctx: Context, payer: Payer, { status, at }: IdentityCheck): Promise<void> {
  const { checkDecidedAt: takenAt, identityStatus: from } = payer;
  const isOlder = at !== undefined && takenAt !== null && at < takenAt;
  const to = isOlder ? undefined : next(payerIdentityMachine, from, eventOf(status));
  if (status === 'unknown') {
    const { id: payerId, identityProvider } = payer;
    ctx.log.warn({ payerId, identityProvider }, 'a provider answered an unknown state of a check');
  }
  if (to === undefined) {
    const { identityStatus: status, tries, checkStartedAt: startedAt } = payer;
    const dueAt = nextCheckAt({ status, tries, startedAt, now: ctx.now() });
    return await postpone(ctx, payer, dueAt);
  }
  const changes = {
    tries: 0,
    next_check_at: to === 'pending' ? retryAt(1, ctx.now()) : null,
    ...(at !== undefined && { check_decided_at: at }),
  };
  await transact(ctx, (ctx) => movePayer(ctx, payer, { identityStatus: to, changes }));
}
