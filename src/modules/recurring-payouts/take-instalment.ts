import type { SchedulePayer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { invariant, Outage, Refusal } from '#kit/failure.ts';
import { findRelayState, relayOnce } from '#modules/relayer/index.ts';
import { repeatRequest } from '#modules/requests/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findRejection } from './check-payer-and-payee.ts';
import { failInstalment } from './fail-instalment.ts';
import { checkOpen } from './model/contract-closed.ts';
import type { Next } from './model/next-step.ts';
import type { Instalment, RecurringPayout, Shortage } from './model/recurring-payout.ts';
import { purposeOf, subjectOf } from './model/relayed.ts';
import { dueAt } from './model/schedule.ts';
import { instalmentUnits } from './model/totals.ts';
import { moveInstalment } from './move-instalment.ts';
import { movePayout } from './move-payout.ts';
import { chainOf, type PayoutChain } from './open-payout.ts';
import { resolveTaken } from './resolve-taken.ts';
import { findInstalmentsOf, insertInstalment } from './store/instalments.ts';
import { lockPayout } from './store/payouts.ts';

/**
 * Takes a due instalment: makes its request, reads its mark on the chain with balance and allowance, and sends it once. What was
 * taken before is never sent (money rule 13). It is paused where its payer or payee was
 * rejected. Throws `Outage` and `Refusal` where it is tried again without counting a failure.
 */
export async function takeInstalment(
  ctx: Context,
  payout: RecurringPayout,
  index: number,
): Promise<Next> {
  const instalment = await makeDue(ctx, payout, index);
  if (instalment === undefined) return 'now';
  const connected = chainOf(ctx, payout);
  const purpose = purposeOf(payout, index);
  if ((await findRelayState(ctx, purpose)) !== 'none')
    return await markSent(ctx, payout, instalment);
  const { schedules: states } = await connected.schedules.readState([payout.permit]);
  const [state] = states;
  invariant(state !== undefined, 'a state is read for each permit');
  if (state.takenIndexes.includes(index)) {
    return await resolveTaken(ctx, payout, { instalment, connected });
  }
  const lacking = shortageOf(payout, state, connected);
  if (lacking !== undefined) return await failInstalment(ctx, payout, { instalment, ...lacking });
  if (payout.expiresAt <= ctx.now()) {
    const reason = 'The signature of the payer has expired';
    return await failInstalment(ctx, payout, { instalment, reason, isFinal: true });
  }
  const rejected = await findRejection(ctx, payout);
  if (rejected !== undefined) return await pauseRejected(ctx, payout, rejected);
  return await send(ctx, payout, { instalment, connected });
}

/** The instalment stays due, and no failure is counted or reported: whoever lets the payout go on decides that. */
async function pauseRejected(ctx: Context, payout: RecurringPayout, reason: string): Promise<Next> {
  await transact(ctx, (ctx) =>
    movePayout(ctx, payout, {
      event: 'wallet_rejected',
      reason,
      changes: { failure_reason: reason },
    }),
  );
  return 'now';
}

/** Makes the request of an instalment where there is none, and marks it as due; undefined where the payout was stopped. */
async function makeDue(
  ctx: Context,
  payout: RecurringPayout,
  index: number,
): Promise<Instalment | undefined> {
  const recurringPayoutId = payout.id;
  await transact(ctx, async (ctx) => {
    // Several workers make one request.
    const { status, accountId } = await lockPayout(ctx, payout.id);
    if (status !== 'active') return;
    const instalments = await findInstalmentsOf(ctx, payout);
    const made = instalments.find((one) => one.index === index);
    if (made !== undefined) {
      await moveInstalment(ctx, { recurringPayoutId, instalment: made, event: 'became_due' });
      return;
    }
    const [first] = instalments;
    invariant(first !== undefined, 'the first instalment is made with its recurring payout');
    const { id: requestRowId } = await repeatRequest(ctx, first.requestRowId);
    await insertInstalment(ctx, {
      recurringPayoutId,
      accountId,
      index,
      status: 'due',
      requestRowId,
      dueAt: dueAt(payout, index),
    });
  });
  const instalments = await findInstalmentsOf(ctx, payout);
  return instalments.find((one) => one.index === index && one.status === 'due' && !one.isPaid);
}

/** What the payer lacks for an instalment; undefined where nothing. */
export function shortageOf(
  payout: RecurringPayout,
  { balanceUnits, allowanceUnits }: Pick<SchedulePayer, 'balanceUnits' | 'allowanceUnits'>,
  { currency }: Pick<PayoutChain, 'currency'>,
): { readonly shortage: Shortage; readonly reason: string } | undefined {
  const units = instalmentUnits(payout);
  const print = (units: bigint) => `${printAmount(units, currency.decimals)} ${currency.symbol}`;
  if (balanceUnits < units) {
    const reason = `The payer has ${print(balanceUnits)}, and ${print(units)} are due`;
    return { shortage: 'balance', reason };
  }
  if (allowanceUnits < units) {
    const reason = `The payer allows ${print(allowanceUnits)}, and ${print(units)} are due`;
    return { shortage: 'allowance', reason };
  }
  return undefined;
}

interface Sending {
  readonly instalment: Instalment;
  readonly connected: PayoutChain;
}

async function send(
  ctx: Context,
  payout: RecurringPayout,
  { instalment, connected }: Sending,
): Promise<Next> {
  const { index, paymentReference } = instalment;
  const { chain, schedules } = connected;
  const { permit, signature } = payout;
  invariant(signature !== null, 'what is active was signed');
  if (chain.sender === undefined) throw new Outage(`no key sends on ${chain.network.name}`);
  const refused = await relayOnce(ctx, {
    chain,
    accountId: payout.accountId,
    purpose: purposeOf(payout, index),
    subject: subjectOf(payout),
    call: schedules.trigger({ permit, signature, index, paymentReference }),
    checkDue: () => checkUnpaid(ctx, payout, index),
    lockDue: (ctx) => checkActive(ctx, payout),
  });
  if (refused === undefined) return await markSent(ctx, payout, instalment);
  const why = schedules.readRefusal(refused);
  const { spenderAddress } = payout;
  checkOpen({ why, spenderAddress, network: chain.network.name });
  const reason =
    why === 'transfer' || why === 'other'
      ? `The token or its contract refuses the payment: ${refused}`
      : `The contract refuses the payment: ${why.replaceAll('_', ' ')}`;
  return await failInstalment(ctx, payout, { instalment, reason });
}

async function markSent(
  ctx: Context,
  payout: RecurringPayout,
  instalment: Instalment,
): Promise<Next> {
  const { id: recurringPayoutId } = payout;
  await moveInstalment(ctx, { recurringPayoutId, instalment, event: 'was_sent' });
  return 'now';
}

/** 409: what was paid in another way since is not sent. */
async function checkUnpaid(ctx: Context, payout: RecurringPayout, index: number): Promise<void> {
  const instalments = await findInstalmentsOf(ctx, payout);
  if (instalments.find((one) => one.index === index)?.isPaid === true) throw changedMeanwhile();
}

/** Behind the lock of the payout: who stops it waits until the bytes are stored, or has stopped it before. */
async function checkActive(ctx: Context, { id }: RecurringPayout): Promise<void> {
  if ((await lockPayout(ctx, id)).status !== 'active') throw changedMeanwhile();
}

function changedMeanwhile(): Refusal {
  const message = 'The recurring payout has changed meanwhile';
  return new Refusal('recurring_payment_changed', 409, { message, retryAfterSeconds: 0 });
}
