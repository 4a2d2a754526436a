import { accountOf, type Context, requireDataVault } from '#context.ts';
import { Refusal, refuseFields } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOwnPayer } from './find-own-payer.ts';
import type { BankAccountData } from './model/bank-account.ts';
import {
  type PaymentDetailDraft,
  type PaymentDetailInput,
  readPaymentDetail,
} from './model/read-payment-detail.ts';
import { reportStatus } from './move-payment-detail.ts';
import { openDetail, sealDetail } from './sealed-detail.ts';
import {
  insertDetail,
  listDetailsOf,
  lockPayerDetails,
  type PaymentDetailRow,
} from './store/payment-details.ts';

/** More accounts than a person has; each is a call of the provider. */
const DETAILS_MAX = 20;

/** The 409 of a payer who has as many bank accounts as there may be. */
export const tooManyDetails = () =>
  new Refusal(
    'too_many_payment_details',
    409,
    `A payer has at most ${DETAILS_MAX} bank accounts; erase the payer, or use one of them`,
  );

/** A bank account that a caller may read. */
export interface CreatedDetail {
  readonly id: string;
  readonly clientUserId: string;
  readonly currency: string;
  readonly data: BankAccountData;
}

/**
 * Adds a bank account of a payer, `pending` until the provider accepts it. The same details again are the account that is there,
 * unless it failed. Refuses (400) what money cannot reach, and (404) a payer that is not of this account.
 */
export async function createPaymentDetails(
  ctx: Context,
  { clientUserId, input }: { readonly clientUserId: string; readonly input: PaymentDetailInput },
): Promise<CreatedDetail> {
  requireDataVault(ctx);
  const accountId = accountOf(ctx);
  const draft = readPaymentDetail(input, ctx.now());
  if ('problems' in draft) throw refuseFields(draft.problems);
  return await transact(ctx, async (ctx) => {
    const payer = await findOwnPayer(ctx, clientUserId);
    await lockPayerDetails(ctx, payer.id);
    const details = await listDetailsOf(ctx, { accountId, payerId: payer.id });
    const same = details.find((row) => isSame(ctx, row, draft));
    if (same === undefined && details.length >= DETAILS_MAX) throw tooManyDetails();
    const id = same?.id ?? (await addDetail(ctx, { payer: { ...payer, clientUserId }, draft }));
    return { id, clientUserId, currency: draft.currency, data: draft.data };
  });
}

function isSame(ctx: Context, row: PaymentDetailRow, draft: PaymentDetailDraft): boolean {
  if (row.status === 'failed' || row.sealed === undefined) return false;
  if (row.rails !== draft.rails || row.currency !== draft.currency) return false;
  const opened = openDetail(ctx, row, row.sealed);
  return JSON.stringify(opened) === JSON.stringify(draft.data);
}

interface Addition {
  readonly payer: { readonly id: string; readonly clientUserId: string };
  readonly draft: PaymentDetailDraft;
}

async function addDetail(ctx: Context, { payer, draft }: Addition): Promise<string> {
  const row = {
    id: ctx.newOrderedId(),
    accountId: accountOf(ctx),
    payerId: payer.id,
    clientUserId: payer.clientUserId,
    status: 'pending',
    currency: draft.currency,
    rails: draft.rails,
    providerAccountId: null,
    failureReason: null,
    createdAt: ctx.now(),
  } as const;
  await insertDetail(ctx, { ...row, sealed: sealDetail(ctx, row, draft.data) });
  await recordAudit(ctx, {
    accountId: row.accountId,
    action: 'payment_detail.created',
    object: { kind: 'payment_detail', id: row.id },
    details: { payerId: payer.id },
  });
  await reportStatus(ctx, row);
  return row.id;
}
