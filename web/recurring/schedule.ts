import { list, member, texts } from '../engine/members.ts';
import { unitsOf } from '../ui/amount.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import type { Asset, TrustedNetwork } from '../wallet/trusted-network.ts';

/** Where a schedule stands, as the API says it. */
export type ScheduleStatus = 'pending' | 'active' | 'paused' | 'completed' | 'cancelled';

/** A cancelled schedule of the payer whose permit can be used again once something is allowed. */
interface Revived {
  /** Undefined where another account of the service made it. */
  readonly id: string | undefined;
  readonly remainingPayments: number;
  /** In seconds since 1970. */
  readonly until: number;
}

/** Payments on a schedule, as the page shows them and compares everything else with. */
export interface Schedule {
  readonly id: string;
  readonly status: ScheduleStatus;
  readonly networkId: string;
  readonly network: TrustedNetwork;
  readonly token: Asset & { readonly address: string };
  /** The contract that takes the payments, by the page's own list. */
  readonly contract: string;
  readonly payer: string;
  readonly payee: string;
  readonly reference: string | undefined;
  /** What each payment takes: this for the payee, the fee for its receiver, and the rest for who sends it. */
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string | undefined;
  readonly relayerFeeUnits: bigint;
  readonly periodSeconds: number;
  /** In seconds since 1970. */
  readonly firstAt: number;
  readonly totalPayments: number;
  /** Which payments were made, counted from 0. */
  readonly paid: ReadonlySet<number>;
  /** How many may still be taken. */
  readonly left: number;
  readonly failureReason: string | undefined;
  /** What the other schedules of the payer in this token may still take through the same contract. */
  readonly otherUnits: bigint;
  /** What the payer is asked to sign, which nothing is believed of. */
  readonly permit: unknown;
  /** The approvals that come before, which nothing is believed of. */
  readonly transactions: readonly unknown[];
  /** Of a cancelled one, what lowers the allowance; nothing is believed of it either. */
  readonly loweringTransactions: readonly unknown[];
  readonly revives: readonly Revived[];
  /** What the payer signs to stop it; nothing is believed of it. */
  readonly stopMessage: string | undefined;
}

/** Which contract the page trusts on a network: the operator's own, else the published one. */
export type ContractOf = (networkId: string) => string | undefined;

const STATUSES: readonly ScheduleStatus[] = [
  'pending',
  'active',
  'paused',
  'completed',
  'cancelled',
];

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The contract counts the payments in eight bits, and of one there is nothing to repeat. */
const PAYMENTS_MIN = 2;
const PAYMENTS_MAX = 255;

/** What the API says of a schedule; undefined where the page does not know its network, token or contract, or cannot read it. */
export function readSchedule(body: unknown, contractOf: ContractOf): Schedule | undefined {
  const said = texts(body, ['id', 'status', 'network', 'currency', 'payer', 'payee']);
  const status = STATUSES.find((one) => one === said.status);
  const networkId = said.network ?? '';
  const network = TRUSTED[networkId];
  const token = network?.tokens[said.currency ?? ''];
  const contract = contractOf(networkId);
  const amounts = token && readAmounts(body, token.decimals);
  const dates = readDates(body);
  if (!status || !network || !token || !contract) return undefined;
  if (said.id === undefined || amounts === undefined || dates === undefined) return undefined;
  if (!isAddress(said.payer) || !isAddress(said.payee)) return undefined;
  const allowance = member(body, 'allowance');
  const more = texts(body, ['reference', 'failureReason', 'stopMessage']);
  return {
    id: said.id,
    status,
    networkId,
    network,
    token,
    contract,
    payer: said.payer,
    payee: said.payee,
    reference: more.reference,
    ...amounts,
    ...dates,
    failureReason: more.failureReason,
    stopMessage: more.stopMessage,
    permit: member(body, 'recurringPaymentPermit'),
    transactions: list(allowance, 'transactions'),
    loweringTransactions: list(allowance, 'loweringTransactions'),
    revives: list(allowance, 'revives').flatMap(readRevived),
  };
}

function readAmounts(body: unknown, decimals: number) {
  const { amount, fee, relayerFee, feeAddress } = texts(body, [
    ...(['amount', 'fee', 'relayerFee', 'feeAddress'] as const),
  ]);
  const { otherPaymentsUnits } = texts(member(body, 'allowance'), ['otherPaymentsUnits']);
  const [amountUnits, feeUnits, relayerFeeUnits] = [amount, fee, relayerFee].map((text) =>
    unitsOf(text ?? '', decimals),
  );
  const otherUnits = unitsOf(otherPaymentsUnits ?? '', 0);
  if (amountUnits === undefined || feeUnits === undefined) return undefined;
  if (relayerFeeUnits === undefined || otherUnits === undefined) return undefined;
  if (feeUnits > 0n && !isAddress(feeAddress)) return undefined;
  return { amountUnits, feeUnits, feeAddress, relayerFeeUnits, otherUnits };
}

/** Of a payment that the contract has taken; `lost` is one that brought the payee nothing. */
const ENDED: ReadonlySet<unknown> = new Set(['paid', 'lost']);

/** When the payments are due, and which of them were made: one date for each, and all at the distance that is named. */
function readDates(body: unknown) {
  const [periodSeconds, totalPayments] = [
    member(body, 'periodSeconds'),
    member(body, 'totalPayments'),
  ];
  if (!isCount(periodSeconds) || !isCount(totalPayments)) return undefined;
  if (totalPayments < PAYMENTS_MIN || totalPayments > PAYMENTS_MAX) return undefined;
  const rows = list(body, 'payments');
  const times = rows.map((row) => secondsOf(member(row, 'dueAt')));
  const [firstAt] = times;
  if (rows.length !== totalPayments || firstAt === undefined) return undefined;
  if (times.some((time, at) => time !== firstAt + at * periodSeconds)) return undefined;
  const paid = new Set(rows.flatMap((row, at) => (member(row, 'status') === 'paid' ? [at] : [])));
  const left = rows.filter((row) => !ENDED.has(member(row, 'status'))).length;
  return { periodSeconds, totalPayments, firstAt, paid, left };
}

function readRevived(row: unknown): readonly Revived[] {
  const { id } = texts(row, ['id']);
  const remainingPayments = member(row, 'remainingPayments');
  const until = secondsOf(member(row, 'expiresAt'));
  if (until === undefined || !isCount(remainingPayments)) return [];
  return [{ id, remainingPayments, until }];
}

/** A time in whole seconds since 1970; undefined for what is none. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1_000 : Number.NaN;
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

function isAddress(text: string | undefined): text is string {
  return text !== undefined && ADDRESS.test(text);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** What one payment takes from the payer, fees included. */
export function instalmentUnits(
  schedule: Pick<Schedule, 'amountUnits' | 'feeUnits' | 'relayerFeeUnits'>,
): bigint {
  return schedule.amountUnits + schedule.feeUnits + schedule.relayerFeeUnits;
}

/** The most that the whole schedule takes from the payer. */
export function totalUnits(schedule: Schedule): bigint {
  return instalmentUnits(schedule) * BigInt(schedule.totalPayments);
}

/** When each payment is due, in seconds since 1970. */
export function dueTimes({
  firstAt,
  periodSeconds,
  totalPayments,
}: Pick<Schedule, 'firstAt' | 'periodSeconds' | 'totalPayments'>): readonly number[] {
  return Array.from({ length: totalPayments }, (_, at) => firstAt + at * periodSeconds);
}

/** What the payer signs to stop a schedule, by the page's own words: another text is not signed. */
export function stopMessageOf({ id }: Pick<Schedule, 'id'>): string {
  return `Stop the recurring payout ${id}. No further payment of it is to be made.`;
}
