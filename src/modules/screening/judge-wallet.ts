import type { NetworkId } from '#catalog/networks.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import {
  findOverride,
  type OverrideSetter,
  type ScreeningOverride,
} from '#modules/screening-overrides/index.ts';
import { ScreeningLate, type WalletVerdict } from '#providers/wallet-screener.ts';
import type { ScreeningPlan } from './model/screening-plan.ts';
import { findVendorAnswer, keepVendorAnswer } from './store/vendor-answers.ts';

/** A decision is used again for so long: a page asks every few seconds, and each answer costs the operator. Ours. */
const DECISION_AGE_MS = 10 * 60 * 1_000;

/** A wallet that is to be judged by a plan. */
export interface JudgedWallet {
  /** Whose payment it is about: the account may have decided about the wallet in advance. */
  readonly accountId: string;
  readonly plan: ScreeningPlan;
  readonly network: NetworkId;
  /** As its chain shows it. */
  readonly walletAddress: string;
  /** Whether money comes from it or goes to it. */
  readonly direction: 'incoming' | 'outgoing';
}

/** What a vendor decided about a wallet, by which policy and when; or the account or the operator in place of all vendors. */
export interface WalletDecision extends WalletVerdict {
  readonly provider: WalletScreenerName | OverrideSetter;
  readonly policyId: string | null;
  readonly evaluatedAt: Date;
}

/** A decision; or that the vendor was late, or that all of them failed. */
export type Judgement = WalletDecision | 'late' | 'failed';

interface JudgeOptions {
  /** How long each vendor may take. */
  readonly timeoutMs: number;
  /** Whether one that takes longer ends the work, so that it goes on elsewhere; else its backup is queried. */
  readonly endsLate: boolean;
  /** Decisions from before do not count, however young; undefined where all of the last ten minutes do. */
  readonly notBefore?: Date;
}

/**
 * Judges a wallet: by what was decided about it in advance, else by a decision of the last ten minutes, else by the first vendor of the plan, and
 * by its backup only where the first failed. Never throws because a vendor gives no decision.
 */
export async function judgeWallet(
  ctx: Context,
  judged: JudgedWallet,
  { timeoutMs, endsLate, notBefore }: JudgeOptions,
): Promise<Judgement> {
  const { plan } = judged;
  const override = await findOverride(ctx, judged);
  if (override !== undefined) return decisionOf(ctx, override);
  const kept = await findKept(ctx, judged, notBefore);
  if (kept !== undefined) return kept;
  for (const planned of plan.providers) {
    const judgement = await queryVendor(ctx, { ...judged, ...planned, timeoutMs });
    if (judgement === 'failed' || (judgement === 'late' && !endsLate)) continue;
    return judgement;
  }
  return 'failed';
}

/** What somebody decided in place of the vendors. */
function decisionOf(
  { meter }: Pick<Context, 'meter'>,
  { id, decision, setBy: provider, createdAt }: ScreeningOverride,
): WalletDecision {
  meter.count('screenings_total', { provider, result: decision });
  const verdict = { decision, level: 'override', categories: [], reference: id } as const;
  return { ...verdict, provider, policyId: null, evaluatedAt: createdAt };
}

/** The decision of the first vendor of the plan that has a young one. */
async function findKept(
  ctx: Context,
  { plan, network, walletAddress, direction }: JudgedWallet,
  notBefore: Date | undefined,
): Promise<WalletDecision | undefined> {
  const young = ctx.now().getTime() - DECISION_AGE_MS;
  const since = new Date(Math.max(young, notBefore?.getTime() ?? young));
  for (const { provider, policyId } of plan.providers) {
    const key = { provider, policyId, network, walletAddress, direction };
    const kept = await findVendorAnswer(ctx, { ...key, since });
    if (kept !== undefined) return { ...kept, provider, policyId };
  }
  return undefined;
}

interface VendorQuery extends JudgedWallet {
  readonly provider: WalletScreenerName;
  readonly policyId: string | null;
  readonly timeoutMs: number;
}

async function queryVendor(ctx: Context, query: VendorQuery): Promise<Judgement> {
  const { provider, policyId, network, walletAddress, direction, timeoutMs } = query;
  const screener = ctx.screeners.get(provider);
  const evaluatedAt = ctx.now();
  const count = (result: string) => ctx.meter.count('screenings_total', { provider, result });
  // Either was refused when the link was created, so the settings have changed since.
  if (screener === undefined || !screener.covers(network)) {
    ctx.log.error({ provider, network }, 'a vendor that a link names is not configured any more');
    count('failed');
    return 'failed';
  }
  try {
    const asked = { network, walletAddress, direction, policyId: policyId ?? undefined };
    const verdict = await screener.screen({ ...asked, timeoutMs });
    const key = { provider, policyId, network, walletAddress, direction };
    await keepVendorAnswer(ctx, { ...key, ...verdict, evaluatedAt });
    count(verdict.decision);
    return { ...verdict, provider, policyId, evaluatedAt };
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    const isLate = error instanceof ScreeningLate;
    count(isLate ? 'late' : 'failed');
    ctx.log.warn({ err: error, provider, network }, 'a vendor did not judge a wallet');
    return isLate ? 'late' : 'failed';
  }
}
