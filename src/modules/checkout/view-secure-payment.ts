import type { Context } from '#context.ts';
import { listPaymentOptions } from '#modules/calldata/index.ts';
import { orderOfRequest } from '#modules/requests/index.ts';
import { sightOf } from './model/guarded-link.ts';
import {
  type HiddenView,
  hiddenView,
  type PaymentView,
  paymentView,
} from './model/payment-view.ts';
import { openLink, type Visit } from './open-link.ts';

/**
 * What a payer's page shows of a link, without calldata. With a wallet it tells what that wallet
 * could pay with, by one look at the chain, and whether it may. Refuses as `openLink` does.
 */
export async function viewSecurePayment(
  ctx: Context,
  visit: Visit,
): Promise<PaymentView | HiddenView> {
  const open = await openLink(ctx, visit);
  const { wallet } = open;
  if (sightOf(open.link, open.access) === 'hidden') return hiddenView(open);
  if (wallet === undefined) return paymentView(open, undefined);
  return paymentView(open, await listPaymentOptions([orderOfRequest(ctx, open.request)], wallet));
}
