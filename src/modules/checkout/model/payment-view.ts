import type { Currency } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import type { PaymentOptions } from '#modules/calldata/index.ts';
import type { AccessDecision } from '#modules/compliance/index.ts';
import { amountDue } from '#modules/requests/index.ts';
import type {
  LinkedRequest,
  SecurePayment,
  SecurePaymentStatus,
} from '#modules/secure-payments/index.ts';
import { sightOf } from './guarded-link.ts';
import { isOnItsWay, type RequestStatusShown, requestStatusesOf } from './link-state.ts';

/** What stands in place of a wallet that is hidden. Nothing is shown of it, so nothing is guessed. */
export const MASKED_ADDRESS = '0x****…****';

/** What everybody is shown who holds the token. */
interface SharedView {
  readonly paymentType: 'single';
  readonly status: SecurePaymentStatus;
  readonly redirectUrl: string | null;
  readonly redirectLabel: string | null;
  /** Only when a partner created the link. */
  readonly orchestratorId?: string;
  readonly branding: null;
  /** Only when a wallet was given and the link does not let everybody pay and see everything. */
  readonly accessDecision?: AccessDecision;
}

/** What is shown of a payment that is hidden until a wallet is approved. */
export interface HiddenView extends SharedView {
  readonly analytics: { readonly creationTimestamp: string };
}

/** What a payer's page shows of a single payment. */
export interface PaymentView extends SharedView {
  /** Only when a wallet was given. */
  readonly paymentOptions?: PaymentOptions;
  readonly analytics: {
    readonly creationTimestamp: string;
    readonly feeAmountsUsdUnavailableReason: 'fee_plan_unavailable';
    readonly numberOfPaymentsExcludingFees: number;
    /** Left out where the payee is masked. */
    readonly destinationIds?: string[];
  };
  readonly requestIds: string[];
  readonly payee: string;
  readonly network: NetworkId;
  /** The whole amount, in smallest units, without a fee. */
  readonly amount: string;
  readonly paymentCurrency: string;
  readonly isNativeCurrency: boolean;
  readonly destination: {
    /** Left out where the payee is masked. */
    readonly destinationId?: string;
    readonly payeeAddress: string;
    readonly tokenAddress: string;
    readonly walletAddress: string;
    readonly network: NetworkId;
    readonly isMasked: boolean;
  } | null;
  readonly reference: string | null;
  readonly isPayeeAddressMasked: boolean;
  readonly feePlan: null;
  readonly paymentReference: Hex;
  readonly flow: 'incoming' | 'outgoing';
  /** Only while a payment waits for confirmations: then a page warns of paying a second time. */
  readonly requestStatuses?: RequestStatusShown[];
}

/** A payment that is being looked at. */
export interface Looked {
  readonly link: SecurePayment;
  readonly request: LinkedRequest;
  readonly currency: Currency;
  readonly access: AccessDecision | undefined;
}

/** Shows a single payment; `options` only when the payer's wallet is known. */
export function paymentView(looked: Looked, options: PaymentOptions | undefined): PaymentView {
  const { link, request, currency } = looked;
  const isMasked = sightOf(link, looked.access) !== 'all';
  return {
    ...sharedView(looked),
    ...(options && { paymentOptions: options }),
    analytics: {
      creationTimestamp: isoTime(link.createdAt),
      feeAmountsUsdUnavailableReason: 'fee_plan_unavailable',
      numberOfPaymentsExcludingFees: link.requests.length,
      ...(!isMasked && { destinationIds: link.destinationId === null ? [] : [link.destinationId] }),
    },
    requestIds: link.requests.map(({ requestId }) => requestId),
    payee: isMasked ? MASKED_ADDRESS : request.payeeAddress,
    network: currency.network,
    amount: amountDue(request).amountUnits.toString(),
    paymentCurrency: request.currencyId,
    isNativeCurrency: currency.type === 'ETH',
    destination: destinationOf(looked, isMasked),
    reference: link.reference,
    isPayeeAddressMasked: isMasked,
    feePlan: null,
    paymentReference: request.paymentReference,
    flow: link.flow,
    ...(isOnItsWay(link) && { requestStatuses: requestStatusesOf(link) }),
  };
}

/** Shows of a payment what a wallet that was not approved may see where the link hides itself. */
export function hiddenView(looked: Looked): HiddenView {
  const { createdAt } = looked.link;
  return { ...sharedView(looked), analytics: { creationTimestamp: isoTime(createdAt) } };
}

function sharedView({ link, access }: Looked): SharedView {
  return {
    paymentType: 'single',
    status: link.status,
    redirectUrl: link.redirectUrl,
    redirectLabel: link.redirectLabel,
    ...(link.orchestratorId !== null && { orchestratorId: link.orchestratorId }),
    branding: null,
    ...(access && { accessDecision: access }),
  };
}

function destinationOf(
  { link, request, currency }: Looked,
  isMasked: boolean,
): PaymentView['destination'] {
  const { destinationId } = link;
  if (destinationId === null) return null;
  const { tokenAddress } = request;
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
