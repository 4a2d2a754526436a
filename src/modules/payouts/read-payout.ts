import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { checkPayee, readAddress } from '#modules/destinations/index.ts';
import {
  type RequestAttribution,
  type RequestTerms,
  readTerms,
  type TermsInput,
} from '#modules/requests/index.ts';

/** What is reported about a payout beside its terms. */
interface PayoutAttribution {
  readonly originForm: 'payout' | 'batch_payout';
  readonly reference: string | undefined;
  /** In the form in which its chain shows it. */
  readonly payerAddress: string | undefined;
}

/** A payout whose terms were read. */
interface PayoutRead {
  readonly terms: RequestTerms;
  readonly amountField: string;
}

/**
 * The terms of a payout; `part` names where it stands in the body. Refuses as `readTerms` and
 * `checkPayee` do, and writes nothing.
 */
export async function readPayout(
  ctx: Context,
  input: TermsInput,
  {
    fieldPrefix: part,
    attribution,
  }: { readonly fieldPrefix?: string; readonly attribution: PayoutAttribution },
): Promise<PayoutRead> {
  const terms = readTerms(ctx, input, part === undefined ? {} : { fieldPrefix: part });
  const { payeeAddress: walletAddress, currency } = terms;
  const at = (field: string) => (part === undefined ? field : `${part}.${field}`);
  await checkPayee(ctx, { walletAddress, currency, field: at('payee') });
  return {
    terms: { ...terms, attribution: attributionOf(ctx, attribution) },
    amountField: at('amount'),
  };
}

function attributionOf({ actor }: Context, attribution: PayoutAttribution): RequestAttribution {
  return {
    flow: 'outgoing',
    originForm: attribution.originForm,
    clientIdId: 'clientIdId' in actor ? actor.clientIdId : null,
    orchestratorId: actor.kind === 'orchestrator_pair' ? actor.orchestratorId : null,
    origin: 'clientIdId' in actor ? (actor.origin ?? null) : null,
    reference: attribution.reference ?? null,
    payerAddress: attribution.payerAddress ?? null,
    originalRequestId: null,
    originalRequestPaymentReference: null,
  };
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
