import type { Context } from '#context.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { mapLimited } from '#kit/map-limited.ts';
import { findPayer } from '#modules/payers/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { OffRampProvider, RegisteredAccount } from '#providers/off-ramp-provider.ts';
import { bankAccountOf } from './model/bank-account-of.ts';
import type { PaymentDetailEvent } from './model/status.ts';
import { movePaymentDetail } from './move-payment-detail.ts';
import { openDetail } from './sealed-detail.ts';
import { postponeCheck, setProviderAccount } from './store/moves.ts';
import { type ClaimedDetail, claimDetails } from './store/payment-details.ts';

/** Longer than a call of the provider takes; a killed process delays what it had claimed by so much. */
const LEASE_MS = 120_000;

/** How many calls of the provider run at once. */
const CALLS_MAX = 4;

/** After the first check without a result; it doubles up to the longest. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** How often it is looked whether the payer may be paid out to. */
const COMPLIANCE_EVERY_MS = 60_000;

/** How often an approved account is read again: the provider may close it. */
const APPROVED_EVERY_MS = 86_400_000;

/** What the provider says of an account: nothing yet, or an event with why, in words of ours. */
type Judgement =
  | undefined
  | { readonly event: PaymentDetailEvent | 'unchanged'; readonly reason?: string };

/**
 * Makes pending bank accounts known to the provider that pays out, and reads what it knows of them. Only what it calls active, in the
 * same currency, is approved, and only of a compliant payer; whatever else leaves the status as it is, to be asked about again. Returns how many were claimed.
 */
export async function checkPaymentDetails(
  ctx: Context,
  provider: OffRampProvider,
  limit: number,
): Promise<number> {
  const until = new Date(ctx.now().getTime() + LEASE_MS);
  const claimed = await claimDetails(ctx, { limit, until });
  await mapLimited(claimed, CALLS_MAX, (detail) => checkDetail(ctx, provider, detail));
  return claimed.length;
}

async function checkDetail(
  ctx: Context,
  provider: OffRampProvider,
  detail: ClaimedDetail,
): Promise<void> {
  try {
    if (!(await mayBeShown(ctx, detail))) {
      const nextCheckAt = later(ctx, COMPLIANCE_EVERY_MS);
      await postponeCheck(ctx, detail.id, { nextCheckAt, failureCount: detail.failureCount });
      return;
    }
    const judgement = await judge(ctx, provider, detail);
    if (judgement === undefined || judgement.event === 'unchanged') {
      const failureCount = judgement === undefined ? detail.failureCount + 1 : 0;
      await postpone(ctx, detail, failureCount);
      return;
    }
    await record(ctx, detail, { event: judgement.event, reason: judgement.reason });
  } catch (error) {
    // One account must not keep the others from being checked. The message of an error may repeat what was sent.
    const kind = error instanceof Error ? error.name : typeof error;
    ctx.log.error({ paymentDetailId: detail.id, kind }, 'a bank account could not be checked');
    await postpone(ctx, detail, detail.failureCount + 1);
  }
}

/** A provider is given nothing of a person whose identity is not approved, or who has not agreed. */
async function mayBeShown(ctx: Context, detail: ClaimedDetail): Promise<boolean> {
  if (detail.providerAccountId !== null) return true;
  return (await findPayer(ctx, detail))?.isCompliant === true;
}

async function record(
  ctx: Context,
  detail: ClaimedDetail,
  { event, reason }: { readonly event: PaymentDetailEvent; readonly reason: string | undefined },
): Promise<void> {
  const nextCheckAt = event === 'accepted' ? later(ctx, APPROVED_EVERY_MS) : null;
  await transact(ctx, (ctx) =>
    movePaymentDetail(ctx, detail, { event, nextCheckAt, ...(reason !== undefined && { reason }) }),
  );
}

async function postpone(ctx: Context, detail: ClaimedDetail, failureCount: number): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failureCount - 1), LONGEST_PAUSE_MS);
  const isSettled = failureCount === 0;
  const nextCheckAt = later(ctx, isSettled ? APPROVED_EVERY_MS : pauseMs);
  await postponeCheck(ctx, detail.id, { nextCheckAt, failureCount });
}

const later = (ctx: Context, ms: number): Date => new Date(ctx.now().getTime() + ms);

/** Undefined where there is no result yet. */
async function judge(
  ctx: Context,
  provider: OffRampProvider,
  detail: ClaimedDetail,
): Promise<Judgement> {
  try {
    const known = await findAccount(ctx, provider, detail);
    return judgeAccount(detail, known, provider.name);
  } catch (error) {
    if (error instanceof Outage) return undefined;
    // Only what is made known can be refused; of a read that is no result.
    if (error instanceof Refusal && detail.providerAccountId === null)
      return refused(`${provider.name} does not pay out to it`);
    throw error;
  }
}

const refused = (reason: string): Judgement => ({ event: 'refused', reason });

type Known = RegisteredAccount | 'of_no_form' | undefined;

/** The account as the provider knows it now, after it was made known where it was not; undefined where it is gone. */
async function findAccount(
  ctx: Context,
  provider: OffRampProvider,
  detail: ClaimedDetail,
): Promise<Known> {
  if (detail.providerAccountId !== null)
    return await provider.readAccount(detail.providerAccountId);
  if (detail.sealed === undefined) return undefined;
  const account = bankAccountOf(openDetail(ctx, detail, detail.sealed), detail);
  if (account === undefined) return 'of_no_form';
  const registered = await provider.registerAccount(account, detail.id);
  await setProviderAccount(ctx, detail.id, registered.id);
  return registered;
}

function judgeAccount(detail: ClaimedDetail, known: Known, name: string): Judgement {
  const isApproved = detail.status === 'approved';
  const lost = (reason: string): Judgement =>
    isApproved ? { event: 'deactivated', reason } : refused(reason);
  if (known === undefined) return lost(`${name} knows it no more`);
  if (known === 'of_no_form') return refused(`${name} pays out to no account of this form`);
  if (known.currency.toUpperCase() !== detail.currency.toUpperCase()) {
    return lost(`${name} has it in another currency`);
  }
  if (!known.isActive)
    return isApproved ? lost(`${name} does not pay out to it any more`) : undefined;
  return { event: isApproved ? 'unchanged' : 'accepted' };
}
