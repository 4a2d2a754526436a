import type { Currency } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import type { PaymentOptions, Quote } from '#modules/calldata/index.ts';
import type { AccessDecision } from '#modules/compliance/index.ts';
import type { DueFee, FeePlan } from '#modules/fees/index.ts';
import {
  type ForwardedTransaction,
  type SentTransactionShown,
  sentTransactionsShown,
} from '#modules/forwarding/index.ts';
import type { LinkIntent } from '#modules/intents/index.ts';
import type { PayeeNames } from '#modules/payee-names/index.ts';
import { amountDue } from '#modules/requests/index.ts';
import type {
  LinkedRequest,
  SecurePayment,
  SecurePaymentStatus,
} from '#modules/secure-payments/index.ts';
import { type Analytics, analyticsOf } from './analytics.ts';
import { type ConversionShown, conversionShown } from './conversion-shown.ts';
import { sightOf } from './guarded-link.ts';
import { isOnItsWay, isPaid, type RequestStatusShown, requestStatusesOf } from './link-state.ts';
import { identityShown, type PageIdentity } from './page-identity.ts';

/** What stands in place of a wallet that is hidden. Nothing is shown of it, so nothing is guessed. */
export const MASKED_ADDRESS = '0x****…****';

/** What every holder of the token is shown. */
interface SharedView extends PageIdentity {
  readonly paymentType: 'single' | 'batch';
  readonly status: SecurePaymentStatus;
  /** The moment from which on it cannot be paid. */
  readonly expiresAt: string;
  readonly redirectUrl: string | null;
  readonly redirectLabel: string | null;
  /** Only when a partner created the link. */
  readonly orchestratorId?: string;
  /** Only when a wallet was given and the link does not let everybody pay and see everything. */
  readonly accessDecision?: AccessDecision;
}

/** What is shown of a payment that is hidden until a wallet is approved. */
export interface HiddenView extends SharedView {
  readonly analytics: { readonly creationTimestamp: string };
}

/** What single payments and batches are shown with, once they may be seen. */
export interface SeenView extends SharedView {
  /** Only when a wallet was given. */
  readonly paymentOptions?: PaymentOptions;
  readonly analytics: Analytics;
  readonly requestIds: string[];
  readonly network: NetworkId;
  readonly reference: string | null;
  readonly isPayeeAddressMasked: boolean;
  /** The fees as they were agreed; null where none apply. */
  readonly feePlan: FeePlan | null;
  readonly flow: 'incoming' | 'outgoing';
  /** Only while a payment waits for confirmations: then a page warns of paying a second time. */
  readonly requestStatuses?: RequestStatusShown[];
  /** Only while a transaction that was forwarded may still be executed. */
  readonly sentTransactions?: SentTransactionShown[];
  /** Only where payments from other networks were reported. */
  readonly paymentIntents?: LinkIntent[];
}

/** Whom a payment goes to. */
export interface DestinationShown {
  /** Left out where the payee is masked. */
  readonly destinationId?: string;
  readonly payeeAddress: string;
  readonly tokenAddress: string;
  readonly walletAddress: string;
  readonly network: NetworkId;
  readonly isMasked: boolean;
}

/** What a payer's page shows of a single payment. */
export interface PaymentView extends SeenView {
  readonly paymentType: 'single';
  readonly payee: string;
  /** Only where it has one; see `payee-names`. */
  readonly payeeEnsName?: string;
  /**
   * What is still due, in smallest units, without the fees that the payer bears; of a conversion at the
   * rate of the moment.
   */
  readonly amount: string;
  readonly paymentCurrency: string;
  readonly isNativeCurrency: boolean;
  readonly destination: DestinationShown | null;
  readonly paymentReference: Hex;
  /** Only of a conversion. */
  readonly conversion?: ConversionShown;
  /** What was paid already and what is missing; only after a part was paid. Smallest units. */
  readonly paidAmount?: string;
}

/** One request that is being viewed. */
export interface ViewedRequest {
  readonly request: LinkedRequest;
  readonly currency: Currency;
  /** Of a conversion, unless there is no rate. */
  readonly quote?: Quote | undefined;
  /** Those that are still to be paid by themselves; none where left out. */
  readonly fees?: readonly DueFee[] | undefined;
}

/** A link that is being viewed. */
export interface ViewInput extends PageIdentity {
  readonly link: SecurePayment;
  readonly asked: readonly [ViewedRequest, ...ViewedRequest[]];
  readonly access: AccessDecision | undefined;
  /** Those that were forwarded for it and have not ended. */
  readonly sent?: readonly ForwardedTransaction[];
  /** Those that were reported of it. */
  readonly intents?: readonly LinkIntent[];
  /** Left out where the payees are hidden. */
  readonly payeeNames?: PayeeNames | undefined;
}

/** Shows a single payment; `options` only when the payer's wallet is known. */
export function paymentView(input: ViewInput, options: PaymentOptions | undefined): PaymentView {
  const { link, asked } = input;
  const [one] = asked;
  const { request, currency } = one;
  const isMasked = sightOf(link, input.access) !== 'all';
  const conversion = conversionOf(one);
  const name = input.payeeNames?.get(request.payeeAddress);
  return {
    ...seenView(input, options),
    paymentType: 'single',
    payee: isMasked ? MASKED_ADDRESS : request.payeeAddress,
    ...(name !== undefined && !isMasked && { payeeEnsName: name }),
    amount: amountShown(one),
    ...(request.paidUnits > 0n && { paidAmount: request.paidUnits.toString() }),
    paymentCurrency: request.currencyId,
    isNativeCurrency: currency.type === 'ETH',
    destination: destinationOf(one, isMasked),
    paymentReference: request.paymentReference,
    ...(conversion && { conversion }),
  };
}

/** What every view has that may be seen. */
export function seenView(input: ViewInput, options: PaymentOptions | undefined): SeenView {
  const { link, asked, sent = [], intents = [] } = input;
  const isMasked = sightOf(link, input.access) !== 'all';
  return {
    ...sharedView(input),
    ...(options && { paymentOptions: options }),
    analytics: analyticsOf({ createdAt: link.createdAt, feePlan: link.feePlan, asked, isMasked }),
    requestIds: link.requests.map(({ requestId }) => requestId),
    network: asked[0].currency.network,
    reference: link.reference,
    isPayeeAddressMasked: isMasked,
    feePlan: link.feePlan,
    flow: link.flow,
    ...((isOnItsWay(link) || link.requests.some(isPaid)) && {
      requestStatuses: requestStatusesOf(link),
    }),
    // The network shows to everybody whom such a transaction pays.
    ...(!isMasked && sent.length > 0 && { sentTransactions: sentTransactionsShown(sent) }),
    ...(!isMasked && intents.length > 0 && { paymentIntents: [...intents] }),
  };
}

/** Shows of a payment what a wallet that was not approved may see where the link hides itself. */
export function hiddenView(input: ViewInput): HiddenView {
  const { createdAt } = input.link;
  return { ...sharedView(input), analytics: { creationTimestamp: isoTime(createdAt) } };
}

function sharedView({ link, access, ...identity }: ViewInput): SharedView {
  return {
    paymentType: link.paymentType,
    status: link.status,
    expiresAt: isoTime(link.expiresAt),
    redirectUrl: link.redirectUrl,
    redirectLabel: link.redirectLabel,
    ...(link.orchestratorId !== null && { orchestratorId: link.orchestratorId }),
    ...identityShown(identity),
    ...(access && { accessDecision: access }),
  };
}

/**
 * What is still due of a request, in smallest units of what moves; `0` once it was paid. The fees
 * that the payee bears are part of it: the payer pays the full amount.
 */
export function amountShown({ request, quote, fees }: ViewedRequest): string {
  if (isPaid(request)) return '0';
  const dueUnits = amountDue(request).amountUnits + payeeBorne(fees);
  if (request.kind !== 'conversion') return dueUnits.toString();
  // The quote is for all payments together; the amount is the share of the requested one.
  return (((quote?.sourceUnits ?? 0n) * dueUnits) / withFees({ request, fees })).toString();
}

/** What is still due with all fees, in the unit of the invoice currency; above zero. */
function withFees({ request, fees = [] }: Pick<ViewedRequest, 'request' | 'fees'>): bigint {
  const { amountUnits, feeUnits } = amountDue(request);
  return fees.reduce((sum, { units }) => sum + units, amountUnits + feeUnits);
}

function payeeBorne(fees: readonly DueFee[] = []): bigint {
  return fees.reduce((sum, { bearer, units }) => (bearer === 'payee' ? sum + units : sum), 0n);
}

/** Whom a request pays, where a destination says so. */
export function destinationOf(
  { request, currency }: ViewedRequest,
  isMasked: boolean,
): DestinationShown | null {
  const { destinationId, tokenAddress } = request;
  if (destinationId === null) return null;
  const { network } = currency;
  if (isMasked) {
    const hidden = { payeeAddress: MASKED_ADDRESS, walletAddress: MASKED_ADDRESS };
    return { ...hidden, tokenAddress, network, isMasked };
  }
  return {
    destinationId,
    // The stored text was written by us, so its last colon stands before the token.
    payeeAddress: destinationId.slice(0, destinationId.lastIndexOf(':')),
    tokenAddress,
    walletAddress: request.payeeAddress,
    network,
    isMasked,
  };
}

/** How a request is converted; undefined where it is not, or there is no rate to show. */
export function conversionOf(input: ViewedRequest): ConversionShown | undefined {
  const { request, currency, quote, fees } = input;
  if (request.conversion === undefined || quote === undefined || isPaid(request)) return undefined;
  const { amountUnits } = amountDue(request);
  return conversionShown(quote, {
    invoiceCurrencyId: request.conversion.invoiceCurrencyId,
    tokenDecimals: currency.decimals,
    invoiceUnits: withFees(input),
    shownUnits: amountUnits + payeeBorne(fees),
  });
}
