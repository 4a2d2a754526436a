import type { Context } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import {
  checkStep,
  type RouteStep,
  readStepSource,
  refuseStep,
} from '#modules/crosschain/index.ts';
import type { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import { type ThrottleRule, takeOfCaller } from '#platform/throttle.ts';
import { checkMayPay } from './model/guarded-link.ts';
import { checkBundleMayBePaid, payBundle } from './open-bundle.ts';
import { type OpenLink, openLink } from './open-link.ts';
import { type PreparedPayment, prepareSingle } from './pay-secure-payment.ts';

/** A page refreshes a quote every two minutes; each refresh is a call of the route provider. */
const REFRESHES_OF_CALLER: ThrottleRule = {
  name: 'refresh_step',
  attempts: 60,
  windowSeconds: 3_600,
};

/**
 * Prepares the route that a step of a link names anew, by a quote of this moment and under the checks of
 * `paySecurePayment`. Nothing is stored.
 *
 * Refuses as `paySecurePayment` does for the source and the payer of the step, (400) a step of no route of this link, and
 * (429) a caller that refreshes more often than quotes grow old.
 */
export async function refreshStepTransaction(
  ctx: Context,
  { token, step }: { readonly token: string; readonly step: RouteStep },
): Promise<PreparedPayment | MulticallCalldata> {
  const open = await openBySource(ctx, token, step);
  if (open === undefined) return await refreshBundle(ctx, token, step);
  checkMayPay(open);
  if (open.source === undefined) throw refuseStep('id');
  await throttle(ctx, token);
  const prepared = await prepareSingle(ctx, open, { isFresh: true });
  if (!('rawStep' in prepared.metadata)) throw refuseStep('id');
  checkStep(step, prepared.metadata.rawStep);
  return prepared;
}

/** All routes of a bundle anew, which its step names by the first of them: they share an approval, so none is refreshed alone. */
async function refreshBundle(
  ctx: Context,
  token: string,
  step: RouteStep,
): Promise<MulticallCalldata> {
  await checkBundleMayBePaid(ctx, token);
  await throttle(ctx, token);
  const prepared = await ofStep(() =>
    payBundle(ctx, { token, query: readStepSource(step) }, { isFresh: true }),
  );
  const { rawStep } = prepared.metadata;
  if (rawStep === undefined) throw refuseStep('id');
  checkStep(step, rawStep);
  return prepared;
}

/** Opens a link for the source and the payer of a step, which the refusals of a query then name. */
async function openBySource(
  ctx: Context,
  token: string,
  step: RouteStep,
): Promise<OpenLink | undefined> {
  const query = readStepSource(step);
  return await ofStep(() => openLink(ctx, { token, query }, { paysFees: true }));
}

/** Does something for what a step names; what is wrong with a member of the query is wrong with the step. */
async function ofStep<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const isOfQuery = thrown instanceof Refusal && thrown.code === 'invalid_request';
    if (!isOfQuery) throw thrown;
    throw refuseField('step.id', `step.id names a payment that is not made: ${thrown.message}`);
  }
}

async function throttle(ctx: Context, token: string): Promise<void> {
  const waitSeconds = await takeOfCaller(ctx, REFRESHES_OF_CALLER, token);
  if (waitSeconds > 0) throw tooManyRefreshes(waitSeconds);
}

/** 429: a caller refreshed the route of a link more often than quotes grow old. */
export function tooManyRefreshes(retryAfterSeconds: number): Refusal {
  const message = 'You refreshed this payment more often than its quotes expire';
  return new Refusal('too_many_refreshes', 429, { message, retryAfterSeconds });
}
