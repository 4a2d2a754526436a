/** What a bank of the sandbox does with a payout, by a word in its name. */
export const BANK_BEHAVIOURS = [
  'bounced',
  'returned',
  'blocked',
  'failing',
  'slow',
  'unknown',
  'expired',
] as const;
/** One of the words; `regular` for every other bank. */
export type BankBehaviour = (typeof BANK_BEHAVIOURS)[number] | 'regular';

/** How a bank behaves by its name, such as `Bounced Bank`. */
export function behaviourOf(bankName: string): BankBehaviour {
  const name = bankName.toLowerCase();
  return BANK_BEHAVIOURS.find((word) => name.includes(word)) ?? 'regular';
}

/** One state, and how long after the tokens came it begins. */
type Step = readonly [afterMs: number, state: string];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The same for every bank until the money is sent. */
const BEGINNING: readonly Step[] = [
  [0, 'in_review'],
  [MINUTE_MS, 'funds_received'],
  [2 * MINUTE_MS, 'payment_submitted'],
];

const AFTER_FUNDS: Readonly<Record<BankBehaviour, readonly Step[]>> = {
  regular: [...BEGINNING, [HOUR_MS, 'payment_processed']],
  slow: [...BEGINNING, [3 * DAY_MS, 'payment_processed']],
  bounced: [...BEGINNING, [HOUR_MS, 'undeliverable'], [2 * HOUR_MS, 'refunded']],
  returned: [
    ...BEGINNING,
    [HOUR_MS, 'payment_processed'],
    [2 * DAY_MS, 'returned'],
    [3 * DAY_MS, 'refunded'],
  ],
  blocked: [
    ...BEGINNING,
    [HOUR_MS, 'undeliverable'],
    [2 * HOUR_MS, 'refund_in_flight'],
    [3 * HOUR_MS, 'refund_failed'],
  ],
  failing: [...BEGINNING, [HOUR_MS, 'error']],
  unknown: [...BEGINNING, [HOUR_MS, 'held_by_partner']],
  expired: [...BEGINNING, [HOUR_MS, 'payment_processed']],
};

/** When an order without tokens is given up, at a bank of that behaviour. */
const EXPIRES_AFTER_MS = 15 * MINUTE_MS;

/** What the state of a transfer depends on; times in milliseconds. */
interface TransferTimes {
  readonly behaviour: BankBehaviour;
  readonly createdMs: number;
  /** When the tokens were first seen; undefined until then. */
  readonly fundedMs: number | undefined;
}

/** The state of a transfer at a time. */
export function stateAt({ behaviour, createdMs, fundedMs }: TransferTimes, nowMs: number): string {
  if (fundedMs === undefined) {
    const isOver = behaviour === 'expired' && nowMs >= createdMs + EXPIRES_AFTER_MS;
    return isOver ? 'canceled' : 'awaiting_funds';
  }
  const begun = AFTER_FUNDS[behaviour].filter(([afterMs]) => nowMs >= fundedMs + afterMs);
  return begun.at(-1)?.[1] ?? 'in_review';
}
