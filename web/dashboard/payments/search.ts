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
export interface PaymentSearch extends Partial<Readonly<Record<keyof typeof TEXTS, string>>> {
  readonly status?: (typeof PAYMENT_STATUSES)[number];
  readonly link?: (typeof ENDED_LINKS)[number];
  readonly flow?: 'incoming' | 'outgoing';
  /** The first day and the last one, as `2026-01-31`, in the viewer's zone. */
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters of an address; what is none is left out. */
export function readPaymentSearch(search: Readonly<Record<string, unknown>>): PaymentSearch {
  const status = PAYMENT_STATUSES.find((one) => one === search['status']);
  const link = ENDED_LINKS.find((one) => one === search['link']);
  const flow = (['incoming', 'outgoing'] as const).find((one) => one === search['flow']);
  const texts = Object.entries(TEXTS).flatMap(([name, max]) => {
    const text = textOf(search[name]);
    return text === undefined ? [] : [[name, text.slice(0, max)] as const];
  });
  const days = (['from', 'to'] as const).flatMap((name) => {
    const day = search[name];
    return typeof day === 'string' && isDay(day) ? [[name, day] as const] : [];
  });
  return {
    ...(status !== undefined && { status }),
    ...(link !== undefined && { link }),
    ...(flow !== undefined && { flow }),
    ...Object.fromEntries([...texts, ...days]),
  };
}

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text));
}

/** What the API is asked for by the filters of an address. */
export function paymentFilters({ link, min, max, client, from, to, ...same }: PaymentSearch) {
  return {
    ...same,
    ...(link !== undefined && { securePaymentStatus: link }),
    ...(min !== undefined && { minAmount: min }),
    ...(max !== undefined && { maxAmount: max }),
    ...(client !== undefined && { clientId: client }),
    ...(from !== undefined && { fromDate: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== undefined && { toDate: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
