import { list, member, texts } from '../../engine/members.ts';

/** A payment from another network as the API follows it. */
export interface ShownIntent {
  readonly id: string;
  readonly status: IntentStatus;
  /** Where the payer's transaction is. */
  readonly networkId: string;
  readonly hash: string | undefined;
  /** In milliseconds since 1970. */
  readonly recordedAt: number;
  /** Until when the bridge may deliver it. */
  readonly deadlineAt: number | undefined;
  readonly fillHash: string | undefined;
  readonly refundHash: string | undefined;
}

const STATUSES = [
  'recorded',
  'source_seen',
  'source_confirmed',
  'filled',
  'settled',
  'source_failed',
  'unfilled',
  'unpaid',
  'refunded',
] as const;

/** How far it is; of a status that this page does not know nothing is shown. */
export type IntentStatus = (typeof STATUSES)[number];

/** The payments from other networks that the API lists of a link, the newest first. */
export function readIntents(view: unknown): readonly ShownIntent[] {
  const own = member(view, 'network');
  return list(view, 'paymentIntents').flatMap((intent) => {
    const read = texts(intent, TEXTS);
    const status = STATUSES.find((one) => one === read.status);
    const { intentId: id, network: networkId } = read;
    if (status === undefined || id === undefined || networkId === undefined) return [];
    // What owners of a Safe sign is sent once it was executed; most of it is on the link's own network.
    const isElsewhere = typeof own === 'string' && own !== networkId && hashIn(read.txHash);
    if (read.safeTxHash !== undefined && !isElsewhere) return [];
    return [
      {
        id,
        status,
        networkId,
        hash: hashIn(read.txHash),
        recordedAt: timeIn(read.recordedAt) ?? 0,
        deadlineAt: timeIn(read.deadlineAt),
        fillHash: hashIn(read.fillTxHash),
        refundHash: hashIn(read.refundTxHash),
      },
    ];
  });
}

const TEXTS = [
  'intentId',
  'status',
  'network',
  'txHash',
  'recordedAt',
  'deadlineAt',
  'fillTxHash',
  'refundTxHash',
  'safeTxHash',
] as const;

function hashIn(text: string | undefined): string | undefined {
  return /^0x[0-9a-f]{64}$/i.test(text ?? '') ? text : undefined;
}

function timeIn(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Whether the payment may still arrive by itself, so that paying again may pay twice. */
export function isOpen({ status }: Pick<ShownIntent, 'status'>): boolean {
  return ['recorded', 'source_seen', 'source_confirmed', 'filled'].includes(status);
}

/** Whether it is final that it did not arrive. */
export function hasFailed({ status }: Pick<ShownIntent, 'status'>): boolean {
  return ['source_failed', 'unfilled', 'unpaid', 'refunded'].includes(status);
}

/** How long a payment from another network usually takes, where nobody said, in milliseconds. */
const USUAL_MS = 60_000;

/** From so many times of what is usual on, a payment is called late. */
const LATE_FACTOR = 3;

/** Whether it takes longer than is usual, so that the payer wants to know where the money is. */
export function isLate(sentAt: number, now: number, usualMs = USUAL_MS): boolean {
  return now - sentAt > LATE_FACTOR * usualMs;
}

/** The same transaction, however its hash is written. */
export function isSameHash(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase();
}
