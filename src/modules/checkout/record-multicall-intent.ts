import type { Context } from '#context.ts';
import type { MulticallReport } from './model/reported-intent.ts';
import { recordMulticall } from './record-payment-intent.ts';

/**
 * Keeps for audits which transactions a payer sends for the children of a bundle, once for each report. Refuses as
 * `recordPaymentIntent` does of a bundle.
 */
export async function recordMulticallIntent(
  ctx: Context,
  { token, report }: { readonly token: string; readonly report: MulticallReport },
): Promise<{ readonly recorded: number }> {
  await recordMulticall(ctx, token, report);
  return { recorded: report.reported.transactions.length };
}
