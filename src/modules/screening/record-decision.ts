import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import type { WalletDecision } from './judge-wallet.ts';
import { SCREENING_APPROVED, SCREENING_REJECTED } from './model/link-screening.ts';
import { writeSubject } from './model/screened-subject.ts';
import { writeScreeningPlan } from './model/screening-plan.ts';
import { reportScreening } from './report-screening.ts';
import { deleteUndecided, type PlannedWallet } from './store/link-wallets.ts';

/** A wallet of a link and what a vendor decided about it. */
interface Decided extends PlannedWallet {
  readonly decision: WalletDecision;
  /** Until when a changed decision matters to the link; undefined of one that was stored before. */
  readonly watchedUntil?: Date | undefined;
  /** Until when the job that got it has the wallet; undefined of a call. */
  readonly claimedUntil?: Date | undefined;
}

/**
 * Stores what a vendor decided about a wallet of a link, and reports it by `kyt.screening.completed`: once for each wallet, link and
 * decision, so again only where it changed; of an unchanged one the time alone is new. Nothing waits for the wallet from then on, unless it
 * became due again meanwhile. Returns whether it was reported now.
 */
export async function recordDecision(
  ctx: Context,
  { decision, plan, watchedUntil, claimedUntil, ...wallet }: Decided,
): Promise<boolean> {
  return await transact(ctx, async (ctx) => {
    await deleteUndecided(ctx, { ...wallet, claimedUntil });
    const { decision: status, provider, policyId, evaluatedAt } = decision;
    return await reportScreening(ctx, {
      ...wallet,
      result: {
        status,
        reasonCode: status === 'approved' ? SCREENING_APPROVED : SCREENING_REJECTED,
        provider,
        policyId,
        evaluatedAt,
      },
      detail: {
        level: decision.level,
        categories: decision.categories,
        reference: decision.reference,
        network: wallet.network,
        plan: writeScreeningPlan(plan),
        subject: writeSubject(wallet.subject),
        watchedUntil,
      },
    });
  });
}
