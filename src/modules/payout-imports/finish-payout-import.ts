import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { createMulticallPayout } from '#modules/multicall-payouts/index.ts';
import { findByTokens } from '#modules/secure-payments/index.ts';
import { ROWS_MAX } from './model/import-body.ts';
import type { PayoutImport } from './model/payout-import.ts';
import { type BundledPayout, planBundles } from './model/plan-bundles.ts';
import { payoutImportMachine } from './model/status.ts';
import { endImport } from './store/imports.ts';
import { findRows, putIntoBundle } from './store/rows.ts';

/**
 * Ends an import whose payouts are all created, after it has put them into bundles, within the caller's transaction. What
 * cannot be put together stays payable by itself, and the import says so.
 */
export async function finishPayoutImport(ctx: Context, found: PayoutImport): Promise<void> {
  invariant(ctx.db.isTransaction, 'bundles are created with the end of their import');
  const { id, makesBundles } = found;
  const problem = makesBundles ? await createBundles(ctx, id) : null;
  const to = next(payoutImportMachine, found.status, 'all_done');
  invariant(to !== undefined, 'an import that runs can be completed');
  await endImport(ctx, { id, to, problem });
}

async function createBundles(ctx: Context, importId: string): Promise<string | null> {
  const payouts = await findPending(ctx, importId);
  const { multicallChildrenMax } = ctx.settings;
  let problem: string | null = null;
  for (const bundled of planBundles(payouts, multicallChildrenMax)) {
    const childTokens = bundled.map(({ securePaymentToken }) => securePaymentToken);
    try {
      const { token } = await createMulticallPayout(ctx, { childTokens });
      const positions = bundled.map(({ position }) => position);
      await putIntoBundle(ctx, { importId, positions, bundleToken: token });
    } catch (error) {
      // A refusal comes before anything is written, so the transaction can go on.
      if (!(error instanceof Refusal)) throw error;
      problem = `Not all payouts could be put into bundles: ${error.message}`;
    }
  }
  return problem;
}

/** The payouts that can still be paid: a screening may have ended some, and somebody may have paid others. */
async function findPending(ctx: Context, importId: string): Promise<readonly BundledPayout[]> {
  const rows = await findRows(ctx, {
    importId,
    status: 'created',
    after: -1,
    limit: ROWS_MAX,
  });
  const created = rows.flatMap(({ position, currencyId, securePaymentToken }) =>
    securePaymentToken === null ? [] : [{ position, currencyId, securePaymentToken }],
  );
  const tokens = created.map(({ securePaymentToken }) => securePaymentToken);
  const links = await findByTokens(ctx, tokens);
  return created.filter(({ securePaymentToken: token }) => links.get(token)?.status === 'pending');
}
