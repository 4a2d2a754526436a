import type { Actor } from '#kit/actor.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { FeeDraft } from '#modules/fees/index.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';

/** A fee on top of the amount, inside of its payment. */
export interface RequestFee {
  /** In the unit of the request's invoice currency. */
  readonly units: bigint;
  /** As the caller wrote it, from `0` to `100`. */
  readonly percentage: string;
  /** In the form in which its chain shows addresses. */
  readonly address: string;
  /** Another fee than the platform's, where it goes along inside the payment in its place. */
  readonly type?: FeeDraft['feeType'];
}

/** How an invoice in another currency becomes tokens, agreed when the request is created. */
export interface AgreedConversion extends NonNullable<PaymentOrder['conversion']> {
  /** What the invoice is in: a fiat code. */
  readonly invoiceCurrencyId: string;
}

/** The additional fields of a request without a link. */
export interface StandaloneDetails {
  readonly originForm: 'request' | 'payout' | 'batch_payout';
  /** Who judges its wallets; null where nobody does. */
  readonly plan: ScreeningPlan | null;
  readonly reference?: string | undefined;
  /** Who is expected to pay, in the form in which its chain shows it; anybody may. */
  readonly payerAddress?: string | undefined;
  /** The recurring payout that pays it. */
  readonly recurringPayoutId?: string | undefined;
  readonly originalRequestId?: string | undefined;
  readonly originalRequestPaymentReference?: string | undefined;
  /** What is known of the customer. */
  readonly customerInfo?: object | undefined;
}

/** What a request belongs to and who created it, where it has no link. */
export interface RequestAttribution {
  readonly flow: 'incoming' | 'outgoing';
  readonly originForm: 'secure_payment' | 'request' | 'payout' | 'batch_payout' | 'fee';
  readonly clientIdId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  readonly reference: string | null;
  /** Who is expected to pay; anybody may. */
  readonly payerAddress: string | null;
  /** The recurring payout that pays it. */
  readonly recurringPayoutId: string | null;
  readonly originalRequestId: string | null;
  readonly originalRequestPaymentReference: string | null;
  /** Who judges its wallets; null where nobody does, and where its link says so. */
  readonly plan: ScreeningPlan | null;
}

/** The additional fields of a link's request: none, as its link has them. */
export const LINK_ATTRIBUTION: RequestAttribution = {
  flow: 'incoming',
  originForm: 'secure_payment',
  clientIdId: null,
  orchestratorId: null,
  origin: null,
  reference: null,
  payerAddress: null,
  recurringPayoutId: null,
  originalRequestId: null,
  originalRequestPaymentReference: null,
  plan: null,
};

/** The attribution of requests that no link contains, created by a caller. */
export function attributionOf(
  actor: Actor,
  flow: RequestAttribution['flow'],
  details: StandaloneDetails,
): RequestAttribution {
  return {
    flow,
    originForm: details.originForm,
    clientIdId: 'clientIdId' in actor ? actor.clientIdId : null,
    orchestratorId: actor.kind === 'orchestrator_pair' ? actor.orchestratorId : null,
    origin: 'clientIdId' in actor ? (actor.origin ?? null) : null,
    reference: details.reference ?? null,
    payerAddress: details.payerAddress ?? null,
    recurringPayoutId: details.recurringPayoutId ?? null,
    originalRequestId: details.originalRequestId ?? null,
    originalRequestPaymentReference: details.originalRequestPaymentReference ?? null,
    plan: details.plan,
  };
}
