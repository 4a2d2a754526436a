/** Where a payout link may stand. */
const PAYOUT_STATUSES = [
  'pending',
  'completed',
  'expired',
  'invalidated',
  'compliance_failed',
] as const;

/** Where a payout link stands. */
type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The filters of the list of payouts, as they stand in the address. */
export interface PayoutSearch {
  readonly status?: PayoutStatus;
  readonly recipient?: string;
  readonly reference?: string;
}

/** Longer than any wallet, and the bound of a reference. */
const RECIPIENT_MAX = 128;
const REFERENCE_MAX = 255;

/** Reads the filters of an address; what is none is left out. */
export function readPayoutSearch(search: Readonly<Record<string, unknown>>): PayoutSearch {
  const status = PAYOUT_STATUSES.find((one) => one === search['status']);
  const recipient = textOf(search['recipient'], RECIPIENT_MAX);
  const reference = textOf(search['reference'], REFERENCE_MAX);
  return {
    ...(status !== undefined && { status }),
    ...(recipient !== undefined && { recipient }),
    ...(reference !== undefined && { reference }),
  };
}

/** An address may hold a number where a person wrote digits. */
function textOf(value: unknown, most: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, most) : undefined;
}

/** Where a recurring payout may stand. */
const RECURRING_STATUSES = ['pending', 'active', 'paused', 'completed', 'cancelled'] as const;

/** The filters of the list of recurring payouts, as they stand in the address. */
export interface RecurringSearch {
  readonly status?: (typeof RECURRING_STATUSES)[number];
}

/** Reads the filters of an address; what is none is left out. */
export function readRecurringSearch(search: Readonly<Record<string, unknown>>): RecurringSearch {
  const status = RECURRING_STATUSES.find((one) => one === search['status']);
  return status === undefined ? {} : { status };
}
