import { type Address, textsOf } from '../shell/address.ts';

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
const TEXTS = { recipient: 128, reference: 255 } as const;

/** Reads the filters of an address; what is none is left out. */
export function readPayoutSearch(search: Address): PayoutSearch {
  const status = PAYOUT_STATUSES.find((one) => one === search['status']);
  return { ...(status !== undefined && { status }), ...textsOf(search, TEXTS) };
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

/** The saved payout from which a new one is filled in, as it stands in the address. */
interface NewPayoutSearch {
  readonly saved?: string;
}

/** Longer than any id. */
const SAVED_ID_MAX = 100;

/** Reads it of an address. */
export function readNewPayoutSearch(search: Address): NewPayoutSearch {
  return textsOf(search, { saved: SAVED_ID_MAX });
}
