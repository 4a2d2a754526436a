import type { Network } from '#catalog/networks.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import type { Context } from '#context.ts';
import type { OverrideSetter } from '#modules/screening-overrides/index.ts';
import { type Judgement, judgeWallet, type WalletDecision } from './judge-wallet.ts';
import type { LinkWallet } from './model/screened-subject.ts';
import type { ScreeningPlan } from './model/screening-plan.ts';
import { recordDecision } from './record-decision.ts';
import { SCREENINGS_OF_LINK_MAX } from './report-screening.ts';
import {
  findLinkWallets,
  type LinkWalletState,
  type PlannedWallet,
  putUndecided,
} from './store/link-wallets.ts';

/** A payer's page waits for a vendor so long; then it is answered, and a background job goes on. Ours. */
const CALL_WAIT_MS = 3_000;

/** Vendors that failed are queried about the same wallet again after so long; a page asks every few seconds. Ours. */
const REST_AFTER_FAILURE_MS = 20_000;

/** What the vendors say of a wallet of a link now. */
export interface PlanResult {
  readonly walletAddress: string;
  /** `running` while a background job waits for them, `failed` where they gave no decision. */
  readonly outcome: 'approved' | 'rejected' | 'running' | 'failed';
  /** Who decided, or would have. */
  readonly provider: WalletScreenerName | OverrideSetter | null;
  readonly evaluatedAt: Date | undefined;
}

/** The wallets with which a link is to be paid. */
interface PayerScreening {
  readonly plan: ScreeningPlan;
  readonly network: Network;
  /** Each once. */
  readonly wallets: readonly LinkWallet[];
  /** Until when a changed decision matters to the link. */
  readonly watchedUntil: Date;
}

/**
 * Has the vendors of a link's plan judge the wallets of its payer, and reports what they decide. A vendor that takes longer than a
 * call may is left to a background job. Never throws because vendors give no decision, and never approves then.
 */
export async function screenPayerByPlan(
  ctx: Context,
  { plan, network, wallets, watchedUntil }: PayerScreening,
): Promise<readonly PlanResult[]> {
  const [first] = wallets;
  if (first === undefined) return [];
  const { securePaymentToken, role } = first;
  const { states, count } = await findLinkWallets(ctx, {
    securePaymentToken,
    role,
    wallets: wallets.map(({ walletAddress }) => walletAddress),
  });
  const byWallet = new Map(states.map((state) => [state.walletAddress, state]));
  return await Promise.all(
    wallets.map((wallet) => {
      const state = byWallet.get(wallet.walletAddress);
      const planned = { ...wallet, plan, network: network.id };
      return screenOne(ctx, planned, {
        state,
        isFull: count >= SCREENINGS_OF_LINK_MAX,
        watchedUntil,
      });
    }),
  );
}

interface KnownBefore {
  readonly state: LinkWalletState | undefined;
  /** Whether the link has as many wallets as it may have. */
  readonly isFull: boolean;
  readonly watchedUntil: Date;
}

async function screenOne(
  ctx: Context,
  wallet: PlannedWallet,
  { state, isFull, watchedUntil }: KnownBefore,
): Promise<PlanResult> {
  if (state?.isRunning === true) return resultOf(wallet, 'late');
  const now = ctx.now();
  const restsSince = now.getTime() - REST_AFTER_FAILURE_MS;
  const failedAt = state?.failedAt;
  if (failedAt !== undefined && failedAt.getTime() > restsSince) return resultOf(wallet, 'failed');
  const isKnown = state?.status !== undefined || failedAt !== undefined;
  if (isFull && !isKnown) {
    const { securePaymentToken: token } = wallet;
    ctx.log.warn({ token }, 'a link has as many wallets as may be screened for it');
    return resultOf(wallet, 'failed');
  }
  const judged = { ...wallet, direction: 'incoming' } as const;
  const limits = { timeoutMs: CALL_WAIT_MS, endsLate: true };
  const judgement = await judgeWallet(ctx, judged, limits);
  if (judgement === 'late' || judgement === 'failed') {
    const dueAt = judgement === 'late' ? now : undefined;
    await putUndecided(ctx, { ...wallet, now, dueAt });
  } else if (isNews(judgement, state)) {
    await recordDecision(ctx, { ...wallet, decision: judgement, watchedUntil });
  }
  return resultOf(wallet, judgement);
}

/** Whether a decision is another or a younger one than what is stored. */
function isNews(
  { decision, evaluatedAt }: WalletDecision,
  state: LinkWalletState | undefined,
): boolean {
  if (state?.status !== decision || state.failedAt !== undefined) return true;
  return state.evaluatedAt === undefined || state.evaluatedAt < evaluatedAt;
}

function resultOf({ walletAddress, plan }: PlannedWallet, judgement: Judgement): PlanResult {
  const provider = plan.providers[0]?.provider ?? null;
  if (judgement === 'late') {
    return { walletAddress, outcome: 'running', provider, evaluatedAt: undefined };
  }
  if (judgement === 'failed') {
    return { walletAddress, outcome: 'failed', provider, evaluatedAt: undefined };
  }
  const { decision: outcome, evaluatedAt } = judgement;
  return { walletAddress, outcome, provider: judgement.provider, evaluatedAt };
}
