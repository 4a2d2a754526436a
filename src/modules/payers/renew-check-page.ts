import { accountOf, type Context, requireDataVault } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { beginCheckAnew } from './begin-check-anew.ts';
import { openCheckPage } from './check-page.ts';
import type { Payer } from './model/payer.ts';
import { type PayerStatus, showStatus } from './model/shown-payer.ts';
import { startWhereOpen } from './start-check.ts';
import { lockPayer } from './store/payers.ts';
import { payerNotFound } from './view-payer.ts';

/**
 * Gives a payer a page that works, without describing the person again: a new address where the old one has ended, another check for
 * somebody who has to try again. Refuses (404) an unknown payer, and (409) one about whom the provider has decided.
 */
export async function renewCheckPage(
  ctx: Context,
  { clientUserId }: { readonly clientUserId: string },
): Promise<PayerStatus> {
  requireDataVault(ctx);
  const open = await transact(ctx, (ctx) => lockOpen(ctx, clientUserId));
  const payer = await startWhereOpen(ctx, open);
  return showStatus(payer, { ...ctx, openPage: (payer) => openCheckPage(ctx, payer) });
}

/** The payer as somebody whose check goes on. */
async function lockOpen(ctx: Context, clientUserId: string): Promise<Payer> {
  const accountId = accountOf(ctx);
  const payer = await lockPayer(ctx, { accountId, clientUserId });
  if (payer === undefined) throw payerNotFound(clientUserId);
  if (payer.identityStatus === 'approved' || payer.identityStatus === 'rejected') throw checkOver();
  if (payer.identityStatus !== 'retry_required') return payer;
  const object = { kind: 'payer', id: payer.id };
  await recordAudit(ctx, { accountId, action: 'payer.checked_again', object });
  return await beginCheckAnew(ctx, payer, payer);
}

/** 409: there is nothing left to show the provider. */
export const checkOver = () =>
  new Refusal(
    'payer_check_over',
    409,
    'The identity of this payer is approved or rejected already',
  );
