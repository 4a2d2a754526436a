import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { exportPayer } from '#modules/payers/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findPayerOf, type PayerName } from './find-own-payer.ts';
import { openDetail } from './sealed-detail.ts';
import { listDetailsOf, type PaymentDetailRow } from './store/payment-details.ts';

type Exported = Readonly<Record<string, unknown>>;

/** Everything that is known of a payer. */
export interface PayerExport {
  readonly payer: Exported;
  readonly paymentDetails: readonly Exported[];
}

/** Everything that is stored of a payer, in clear: for the person whose data it is. That it was read stands in the audit log. */
export async function exportPayerData(ctx: Context, name: PayerName): Promise<PayerExport> {
  const { accountId } = name;
  return await transact(ctx, async (ctx) => {
    const { id } = await findPayerOf(ctx, name);
    const payer = await exportPayer(ctx, { id, accountId });
    const rows = await listDetailsOf(ctx, { accountId, payerId: id });
    await recordAudit(ctx, { accountId, action: 'payer.exported', object: { kind: 'payer', id } });
    return { payer, paymentDetails: rows.map((row) => exportDetail(ctx, row)) };
  });
}

function exportDetail(ctx: Context, row: PaymentDetailRow): Exported {
  return {
    id: row.id,
    status: row.status,
    currency: row.currency,
    rails: row.rails,
    providerAccountId: row.providerAccountId,
    createdAt: isoTime(row.createdAt),
    ...(row.sealed && openDetail(ctx, row, row.sealed)),
  };
}
