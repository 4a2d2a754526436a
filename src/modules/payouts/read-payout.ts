import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { checkPayee, readAddress } from '#modules/destinations/index.ts';
import { readTerms } from '#modules/requests/index.ts';
import type { CreatePayoutRequest, PayoutItem } from './model/payout-body.ts';

type RequestTerms = ReturnType<typeof readTerms>;

/** One payout with the fee that the call names for it. */
type PayoutInput = PayoutItem & Pick<CreatePayoutRequest, 'feePercentage' | 'feeAddress'>;

/**
 * The terms of a payout; `fieldPrefix` names where it stands in the body. Refuses as `readTerms` and
 * `checkPayee` do, and writes nothing.
 */
export async function readPayout(
  ctx: Context,
  input: PayoutInput,
  within: { readonly fieldPrefix?: string } = {},
): Promise<RequestTerms> {
  const terms = readTerms(ctx, input, within);
  const { payeeAddress: walletAddress, currency } = terms;
  const { fieldPrefix } = within;
  const field = fieldPrefix === undefined ? 'payee' : `${fieldPrefix}.payee`;
  await checkPayee(ctx, { walletAddress, currency, field });
  return terms;
}

/** The wallet that pays, as its chain shows it. Refuses (400) what is none there. */
export function readPayer(
  { family }: Network,
  text: string | undefined,
  field: string,
): string | undefined {
  if (text === undefined) return undefined;
  const payer = readAddress(family, text);
  if (!('problem' in payer)) return payer.text;
  throw refuseField(field, `${field} ${payer.problem}`);
}

/** The network of a currency; undefined for what is no currency, which its terms refuse. */
export function networkOf(paymentCurrency: string): Network | undefined {
  const currency = currencyById(paymentCurrency);
  return currency && NETWORKS[currency.network];
}
