import { currencyById } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant, refuseFields } from '#kit/failure.ts';
import { readAnyAddress } from '#modules/destinations/index.ts';
import type { SecurePayment } from './model/secure-payment.ts';
import type { SecurePaymentStatus } from './model/status.ts';
import { findByTokens } from './store/links.ts';
import { findPayoutTokens } from './store/payout-tokens.ts';

/** Which payouts to read. */
interface PayoutLinksQuery {
  readonly status?: SecurePaymentStatus | undefined;
  readonly recipient?: string | undefined;
  readonly reference?: string | undefined;
  readonly limit: number;
  /** The last token of the page before. */
  readonly cursor?: string | undefined;
}

/**
 * A page of the payout links of the caller's account, newest first, with the token of each, which is the right to read and pay
 * it. Refuses (400) a recipient that is no wallet.
 */
export async function listPayoutLinks(
  ctx: Context,
  { recipient, limit, ...query }: PayoutLinksQuery,
) {
  const found = await findPayoutTokens(ctx, {
    ...query,
    accountId: accountOf(ctx),
    payeeAddress: recipient === undefined ? undefined : readRecipient(recipient),
    limit: limit + 1,
  });
  const tokens = found.slice(0, limit);
  const links = await findByTokens(ctx, tokens);
  return {
    payouts: tokens.map((token) => {
      const link = links.get(token);
      invariant(link !== undefined, `link ${token} exists`);
      return payoutShown(ctx, link);
    }),
    nextCursor: found.length > limit ? (tokens.at(-1) ?? null) : null,
  };
}

function readRecipient(text: string): string {
  const address = readAnyAddress(text) ?? readAnyAddress(text.toLowerCase());
  if (address !== undefined) return address.text;
  throw refuseFields([{ field: 'recipient', message: 'recipient must be a wallet address' }]);
}

function payoutShown({ settings }: Context, link: SecurePayment) {
  const { token, requests } = link;
  return {
    token,
    securePaymentUrl: `${settings.payUrl}/?token=${token}`,
    paymentType: link.paymentType,
    status: link.status,
    reference: link.reference,
    createdAt: isoTime(link.createdAt),
    expiresAt: isoTime(link.expiresAt),
    completedAt: link.completedAt && isoTime(link.completedAt),
    payments: requests.map((request) => {
      const decimals = currencyById(request.currencyId)?.decimals ?? 0;
      const { expectedUnits, paidUnits, paidTransactionHash, seenTransactionHash } = request;
      return {
        requestId: request.requestId,
        recipient: request.payeeAddress,
        network: request.network,
        currency: request.currencyId,
        amount: printAmount(expectedUnits, decimals),
        paidAmount: printAmount(paidUnits, decimals),
        isSeen: seenTransactionHash !== null && paidUnits < expectedUnits,
        txHash: paidTransactionHash ?? seenTransactionHash,
      };
    }),
  };
}
