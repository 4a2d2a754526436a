import { type Address, type Period, periodOf, textsOf, timesOf } from '../shell/address.ts';

/** The statuses that payments are filtered by. */
const PAYMENT_STATUSES = ['created', 'pending', 'partially_paid', 'paid', 'cancelled'] as const;
/** What ends a link without a payment. */
export const ENDED_LINKS = ['expired', 'invalidated', 'compliance_failed'] as const;

/** The filters of the list of payments that are texts, and how long each may be. */
const TEXTS = {
  network: 40,
  currency: 128,
  min: 91,
  max: 91,
  wallet: 128,
  reference: 255,
  client: 128,
} as const;

/** The filters of the list of payments, as they stand in the address. */
export interface PaymentSearch
  extends Period,
    Partial<Readonly<Record<keyof typeof TEXTS, string>>> {
  readonly status?: (typeof PAYMENT_STATUSES)[number];
  readonly link?: (typeof ENDED_LINKS)[number];
  readonly flow?: 'incoming' | 'outgoing';
}

/** Reads the filters of an address; what is none is left out. */
export function readPaymentSearch(search: Address): PaymentSearch {
  const status = PAYMENT_STATUSES.find((one) => one === search['status']);
  const link = ENDED_LINKS.find((one) => one === search['link']);
  const flow = (['incoming', 'outgoing'] as const).find((one) => one === search['flow']);
  return {
    ...(status !== undefined && { status }),
    ...(link !== undefined && { link }),
    ...(flow !== undefined && { flow }),
    ...textsOf(search, TEXTS),
    ...periodOf(search),
  };
}

/** What the API is asked for by the filters of an address. */
export function paymentFilters({ link, min, max, client, from, to, ...same }: PaymentSearch) {
  return {
    ...same,
    ...(link !== undefined && { securePaymentStatus: link }),
    ...(min !== undefined && { minAmount: min }),
    ...(max !== undefined && { maxAmount: max }),
    ...(client !== undefined && { clientId: client }),
    ...timesOf({ ...(from && { from }), ...(to && { to }) }),
  };
}
