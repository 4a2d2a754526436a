import type { Context } from '#context.ts';
import { isUlid } from '#kit/ulid.ts';
import { linkNotFound, sightOf } from '#modules/checkout/index.ts';
import { findMerchant, type ShownMerchant } from '#modules/merchant-profiles/index.ts';
import { findMulticallPayout, statusOf } from '#modules/multicall-payouts/index.ts';
import { findCountedPayments } from '#modules/requests/index.ts';
import { findByToken, type SecurePayment } from '#modules/secure-payments/index.ts';
import { type PayerReceipt, payerReceiptOf } from './model/receipt.ts';

/** A link or a bundle, as far as the receipts of what was paid with it go. */
interface OpenReceipts {
  readonly accountId: string;
  readonly status: SecurePayment['status'] | ReturnType<typeof statusOf>;
  /** Undefined where it gave no name. */
  readonly merchant: ShownMerchant | undefined;
  /** Those whose payments may be shown. */
  readonly links: readonly SecurePayment[];
  /** Whether others are left out. */
  readonly isHidden: boolean;
}

/**
 * Opens the receipts of a link or a bundle to a holder of its token, whatever became of it. Nobody proves a wallet here, so everybody
 * sees what a link shows to a wallet that was not approved. Refuses (404) an unknown token.
 */
export async function openReceipts(ctx: Context, token: string): Promise<OpenReceipts> {
  const { owner, status, links } = await findLinks(ctx, token);
  const shown = links.filter((link) => sightOf(link, undefined) !== 'hidden');
  const merchant = await findMerchant(ctx, owner);
  const isHidden = shown.length < links.length;
  return { accountId: owner.accountId, status, merchant, links: shown, isHidden };
}

/** The link with a token, or the links of the bundle with it. */
async function findLinks(ctx: Context, token: string) {
  const now = ctx.now();
  const link = isUlid(token) ? await findByToken(ctx, token) : undefined;
  if (link !== undefined) {
    const hasExpired = link.status === 'pending' && now >= link.expiresAt;
    return { owner: link, status: hasExpired ? 'expired' : link.status, links: [link] } as const;
  }
  const payout = await findMulticallPayout(ctx, token);
  if (payout === undefined) throw linkNotFound();
  const links = payout.children.map((child) => child.link);
  return { owner: payout, status: statusOf(payout, now), links };
}

/** Which of the receipts to read, and up to how many. */
interface ReceiptQuery
  extends Pick<Parameters<typeof findCountedPayments>[1], 'paymentId' | 'before'> {
  readonly limit: number;
}

/** Receipts of what may be shown, newest first, each with its payment. */
export async function readReceipts(
  ctx: Context,
  { accountId, merchant, links }: OpenReceipts,
  { limit, ...query }: ReceiptQuery,
): Promise<readonly { readonly payment: Before; readonly receipt: PayerReceipt }[]> {
  const requestRowIds = links.flatMap(({ requests }) => requests.map(({ id }) => id));
  if (requestRowIds.length === 0) return [];
  const masking = links.filter((link) => sightOf(link, undefined) === 'masked');
  const masked = new Set(masking.flatMap(({ requests }) => requests.map((one) => one.requestId)));
  const found = await findCountedPayments(ctx, { accountId, requestRowIds, ...query }, limit);
  const issuing = { merchant: merchant ?? null, mode: ctx.settings.mode, issuedAt: ctx.now() };
  return found.map((one) => {
    const { payment } = one;
    // A request may have passed to another link since, which hides more.
    const isMasked = payment.hidesPayee || masked.has(payment.requestId);
    return { payment, receipt: payerReceiptOf(one, { ...issuing, isMasked }) };
  });
}

/** Where a page ends. */
type Before = NonNullable<ReceiptQuery['before']>;
