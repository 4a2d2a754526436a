import type { Context } from '#context.ts';
import type { OverrideSetter } from '#modules/screening-overrides/index.ts';
import { transact } from '#platform/db/transact.ts';
import { SCREENING_REJECTED } from './model/link-screening.ts';
import { ORACLE } from './model/providers.ts';
import type { LinkWallet } from './model/screened-subject.ts';
import { reportScreening } from './report-screening.ts';

/** A wallet of a link that is on a list of sanctioned addresses, or was rejected in advance. */
interface Rejected extends LinkWallet {
  readonly evaluatedAt: Date;
  /** Who rejected it; a list by default. */
  readonly provider?: typeof ORACLE | OverrideSetter;
}

/**
 * Stores that a wallet of a link was rejected by a list or in advance, and reports it by `kyt.screening.completed`: once for each wallet
 * and link. Returns whether it was reported now.
 */
export async function recordRejection(
  ctx: Context,
  { evaluatedAt, provider = ORACLE, ...wallet }: Rejected,
): Promise<boolean> {
  const decided = { status: 'rejected', reasonCode: SCREENING_REJECTED } as const;
  const result = { ...decided, provider, policyId: null, evaluatedAt };
  return await transact(ctx, (ctx) => reportScreening(ctx, { ...wallet, result }));
}
