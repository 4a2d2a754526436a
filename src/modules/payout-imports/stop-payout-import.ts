import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { payoutImportMachine } from './model/status.ts';
import { endImport, lockImport } from './store/imports.ts';
import { stopRows } from './store/rows.ts';
import { payoutImportNotFound, viewPayoutImport } from './view-payout-import.ts';

/**
 * Ends an import before all its payouts are created. Those that are there stay, in no bundle; stopped again it answers the same.
 * Refuses (404) an import that is not the caller's, and (400) one that is completed.
 */
export async function stopPayoutImport(ctx: Context, { id }: { readonly id: string }) {
  const accountId = accountOf(ctx);
  await transact(ctx, async (ctx) => {
    const found = await lockImport(ctx, { accountId, id });
    if (found === undefined) throw payoutImportNotFound();
    if (found.status === 'stopped') return;
    const to = next(payoutImportMachine, found.status, 'stop');
    if (to === undefined) throw importCompleted();
    const stopped = await stopRows(ctx, id);
    await endImport(ctx, { id, to, problem: null });
    await recordAudit(ctx, {
      accountId,
      action: 'payout_import.stopped',
      object: { kind: 'payout_import', id },
      details: { rows: stopped },
    });
  });
  return await viewPayoutImport(ctx, { id });
}

/** 400: nothing is left to stop. */
export function importCompleted(): Refusal {
  return new Refusal('payout_import_completed', 400, 'Every payout of this import was created');
}
