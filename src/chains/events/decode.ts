import { encodeEventTopics, zeroAddress } from 'viem';
import { erc20ConversionProxyAbi } from '#catalog/abis/erc20-conversion-proxy.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { ethereumFeeProxyAbi } from '#catalog/abis/ethereum-fee-proxy.generated.ts';
import { Bug, invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint, ObservedConversion, ObservedTransfer, PaymentKind } from '../chain.ts';
import { evmAddress } from '../evm/address.ts';
import { type FillingContracts, withDepositors } from './bridged.ts';
import { coinPayers } from './coin-payer.ts';
import { type EventLog, eventOf, lowerCase, type RawLog } from './event-log.ts';
import { textsOf, WORD_DIGITS } from './event-words.ts';
import {
  feeMovement,
  type LastArrivals,
  lastArrivalsAt,
  type Movement,
  proxyMovement,
} from './movements.ts';
import { measurePayees, type UnmeasuredTransfer } from './payee-changes.ts';
import { withPulls } from './pulls.ts';

function topicOf(topics: readonly (Hex | Hex[] | null)[]): Hex {
  const [topic] = topics;
  if (typeof topic !== 'string') throw new Bug('an event has no topic');
  return topic;
}

/** The first topic of the event with which the fee proxy and the conversion proxy report tokens. */
export const PROXY_EVENT_TOPIC: Hex = topicOf(
  encodeEventTopics({ abi: erc20FeeProxyAbi, eventName: 'TransferWithReferenceAndFee' }),
);
/** The first topic of the native fee proxy's event. */
export const NATIVE_EVENT_TOPIC: Hex = topicOf(
  encodeEventTopics({ abi: ethereumFeeProxyAbi, eventName: 'TransferWithReferenceAndFee' }),
);
/** The first topic of the event that the conversion proxy emits next. */
export const CONVERSION_EVENT_TOPIC: Hex = topicOf(
  encodeEventTopics({
    abi: erc20ConversionProxyAbi,
    eventName: 'TransferWithConversionAndReference',
  }),
);

/** The events that name a reference and stand for one payment each. */
export const PAYMENT_TOPICS: readonly Hex[] = [PROXY_EVENT_TOPIC, NATIVE_EVENT_TOPIC];

/** How many words the event about tokens has, the most of those that report payments. */
const TOKENS_WORDS = 5;

/** The largest number of seconds that is reported: payers can write any number there. */
const SECONDS_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** The contracts of a network whose events report payments, and the one that makes many at once. */
export interface PayingContracts {
  readonly feeProxy: Hex;
  readonly nativeProxy: Hex | undefined;
  readonly conversionProxy: Hex | undefined;
  readonly batch: Hex | undefined;
  /** Makes payments that payers signed for; absent where there is none. */
  readonly intentSpender?: Hex | undefined;
  /** Take instalments of schedules, the one that new schedules are made for first; absent where there is none. */
  readonly recurringProxies?: readonly Hex[] | undefined;
  /** Undefined where nothing comes from other networks. */
  readonly filling?: FillingContracts | undefined;
}

/** A block with its time, as its receipts need it. */
export interface ReceiptBlock extends BlockPoint {
  readonly time: Date;
}

/** A receipt as far as payments are read from it. */
interface PaidReceipt {
  readonly from: Hex;
  /** What the transaction calls, where that is known. */
  readonly to?: Hex | null | undefined;
  readonly transactionHash: Hex;
  readonly logs: readonly RawLog[];
}

/**
 * The payments in one receipt, in the order of their events. The event's amount of tokens is only a
 * claim: the credit is the amount of a Transfer log of the same token to the same payee. The proxy moves
 * the tokens just before it emits its event, so the log is searched right before this event and after the
 * previous one, and no log counts for two events. More than the event claims is never credited: what else
 * the payee got in the same transaction paid for something else. What the payee gained in total is
 * measured over the whole receipt.
 */
export function paymentsIn(
  receipt: PaidReceipt,
  contracts: PayingContracts,
  block: ReceiptBlock,
): ObservedTransfer[] {
  const logs = receipt.logs.map(eventOf).sort((a, b) => a.logIndex - b.logIndex);
  const sources = sourcesOf(contracts);
  const { batch, intentSpender, recurringProxies = [] } = contracts;
  const passings = passingsThrough([batch, intentSpender, ...recurringProxies]);
  const coinPayerOf = coinPayers(receipt, logs);
  let behind = 0;
  const payments = logs.flatMap((event, at) => {
    for (const { arrivals } of passings) arrivals.take(event);
    const source = sources.find(({ address, topic }) => isEvent(event, address, topic));
    if (source === undefined) return [];
    const located = { receipt, block, event, proxyAddress: source.proxyAddress };
    if (source.kind === 'native') {
      return [{ ...nativePayment(located), payerAddress: coinPayerOf(event) }];
    }
    const before = logs.slice(behind, at);
    behind = at + 1;
    const paid = tokenPayment(located, before, passings);
    return source.kind === 'conversion' ? asConversion(paid, logs[at + 1]) : [paid.payment];
  });
  const { filling } = contracts;
  const measured = withPulls(measurePayees(payments, logs), logs);
  const paid = filling === undefined ? measured : withDepositors(measured, logs, filling);
  const senderAddress = evmAddress(receipt.from);
  return paid.map((payment) => ({ ...payment, senderAddress }));
}

/**
 * What the event of a contract that only spoofs a proxy claims. It is not trusted: nothing is
 * credited, and its sender is the zero address. Anybody can write anything into
 * events, so missing words read as zero. The log must name a reference.
 */
export function spoofedTransferIn(
  log: EventLog & { readonly transactionHash: Hex },
  block: ReceiptBlock,
): ObservedTransfer {
  const { transactionHash } = log;
  const located: LocatedEvent = {
    receipt: { logs: [], from: zeroAddress, transactionHash },
    block,
    event: { ...log, data: `0x${log.data.slice(2).padEnd(TOKENS_WORDS * WORD_DIGITS, '0')}` },
    proxyAddress: evmAddress(log.address),
  };
  const transfer =
    log.topics[0] === NATIVE_EVENT_TOPIC
      ? nativePayment(located)
      : tokenPayment(located, [], []).payment;
  const zeroUnits = { creditedUnits: 0n, feeUnits: 0n, tokenUnits: 0n, tokenFeeUnits: 0n };
  return { ...transfer, ...zeroUnits, payeeNetUnits: 0n, payeeCreditedUnits: 0n };
}

/** The topic that stands for the payment reference in an event of a proxy. */
export function referenceTopicOf(log: Pick<EventLog, 'topics'>): Hex {
  const topic = log.topics[1];
  invariant(topic !== undefined, 'an event of the fee proxy names no reference');
  return topic;
}

/** The data of the fee proxy's event, and of the conversion proxy's event about tokens. */
function decodeTokenEvent({ data }: EventLog) {
  const texts = textsOf(data, TOKENS_WORDS);
  return {
    tokenAddress: texts.address(0),
    to: texts.address(1),
    amount: texts.units(2),
    feeAmount: texts.units(3),
    feeAddress: texts.address(4),
  };
}

/** The data of the native proxy's event. */
function decodeNativeEvent({ data }: EventLog) {
  const texts = textsOf(data, 4);
  return {
    to: texts.address(0),
    amount: texts.units(1),
    feeAmount: texts.units(2),
    feeAddress: texts.address(3),
  };
}

/** The data of the conversion proxy's event about the invoice. */
function decodeConversionEvent({ data }: EventLog) {
  const texts = textsOf(data, 4);
  return {
    amount: texts.units(0),
    currency: texts.address(1),
    feeAmount: texts.units(2),
    maxRateTimespan: texts.units(3),
  };
}

interface EventSource {
  readonly kind: PaymentKind;
  readonly proxyAddress: Hex;
  /** The same in lower case. */
  readonly address: Hex;
  readonly topic: Hex;
}

/** The known proxies, and the events with which they report payments. */
function sourcesOf({ feeProxy, nativeProxy, conversionProxy }: PayingContracts): EventSource[] {
  const sources = [
    { kind: 'token', proxyAddress: feeProxy, topic: PROXY_EVENT_TOPIC },
    { kind: 'native', proxyAddress: nativeProxy, topic: NATIVE_EVENT_TOPIC },
    { kind: 'conversion', proxyAddress: conversionProxy, topic: PROXY_EVENT_TOPIC },
  ] as const;
  return sources.flatMap(({ kind, proxyAddress, topic }) =>
    proxyAddress === undefined
      ? []
      : [{ kind, proxyAddress, address: lowerCase(proxyAddress), topic }],
  );
}

interface LocatedEvent {
  readonly proxyAddress: Hex;
  readonly receipt: PaidReceipt;
  readonly block: ReceiptBlock;
  readonly event: EventLog;
}

function positionOf({ receipt, block, event, proxyAddress }: LocatedEvent) {
  return {
    block: { number: block.number, hash: block.hash },
    blockTime: block.time,
    transactionHash: receipt.transactionHash,
    logIndex: event.logIndex,
    proxyAddress,
    referenceKey: referenceTopicOf(event),
  };
}

/**
 * Coins emit no log. The event's amount counts: the published contract sends the
 * coins before it emits the event, and reverts when one of them cannot be sent.
 */
function nativePayment(located: LocatedEvent): UnmeasuredTransfer {
  const args = decodeNativeEvent(located.event);
  // What goes to the zero address is no fee.
  const feeUnits = args.feeAddress === zeroAddress ? 0n : args.feeAmount;
  return {
    ...positionOf(located),
    kind: 'native',
    tokenAddress: undefined,
    payeeAddress: args.to,
    payerAddress: evmAddress(located.receipt.from),
    claimedUnits: args.amount,
    creditedUnits: args.amount,
    feeUnits,
    feeAddress: args.feeAddress,
    tokenUnits: args.amount,
    tokenFeeUnits: feeUnits,
    conversion: undefined,
  };
}

/** A contract that pays with the tokens of others, and who last moved some to it before an event. */
interface Passing {
  readonly contract: string;
  readonly arrivals: LastArrivals;
}

function passingsThrough(contracts: readonly (Hex | undefined)[]): Passing[] {
  return contracts.flatMap((contract) =>
    contract === undefined
      ? []
      : [{ contract: contract.toLowerCase(), arrivals: lastArrivalsAt(contract) }],
  );
}

/** A payment in a token, and the fee that its event claims beside what was received of it. */
interface TokenPaid {
  readonly payment: UnmeasuredTransfer;
  readonly claimedFeeUnits: bigint;
}

function tokenPayment(
  located: LocatedEvent,
  before: readonly EventLog[],
  passings: readonly Passing[],
): TokenPaid {
  const args = decodeTokenEvent(located.event);
  const moved = proxyMovement(before, args);
  const creditedUnits = smaller(moved?.units ?? 0n, args.amount);
  const feeUnits = smaller(feeMovement(before, args)?.units ?? 0n, args.feeAmount);
  const payment: UnmeasuredTransfer = {
    ...positionOf(located),
    kind: 'token',
    tokenAddress: args.tokenAddress,
    payeeAddress: args.to,
    payerAddress: payerOf(moved, args.tokenAddress, passings) ?? evmAddress(located.receipt.from),
    claimedUnits: args.amount,
    creditedUnits,
    feeUnits,
    feeAddress: args.feeAddress,
    tokenUnits: creditedUnits,
    tokenFeeUnits: feeUnits,
    conversion: undefined,
  };
  return { payment, claimedFeeUnits: args.feeAmount };
}

/** Whose tokens they were before a contract that pays with those of others took them in, where one did. */
function payerOf(
  moved: Movement | undefined,
  tokenAddress: Hex,
  passings: readonly Passing[],
): Hex | undefined {
  const from = moved?.from.toLowerCase();
  const passing = passings.find(({ contract }) => contract === from);
  return passing === undefined ? moved?.from : passing.arrivals.lastOf(tokenAddress)?.from;
}

/**
 * The same payment in units of the invoice, which the proxy emits in the next log. A token that
 * takes a transfer fee pays less of the invoice by the same share, rounded down.
 */
function asConversion(paid: TokenPaid, next: EventLog | undefined): UnmeasuredTransfer[] {
  const { payment, claimedFeeUnits } = paid;
  const hasConversionEvent =
    next !== undefined &&
    next.topics[0] === CONVERSION_EVENT_TOPIC &&
    evmAddress(next.address) === payment.proxyAddress &&
    referenceTopicOf(next) === payment.referenceKey;
  // The published contract always emits it; without it the invoiced amount is unknown.
  if (!hasConversionEvent) return [];
  const args = decodeConversionEvent(next);
  const conversion: ObservedConversion = {
    currencyAddress: args.currency,
    maxRateAgeSeconds: Number(smaller(args.maxRateTimespan, SECONDS_MAX)),
  };
  return [
    {
      ...payment,
      kind: 'conversion',
      claimedUnits: args.amount,
      creditedUnits: shareThatArrived(args.amount, payment.creditedUnits, payment.claimedUnits),
      feeUnits: shareThatArrived(args.feeAmount, payment.tokenFeeUnits, claimedFeeUnits),
      conversion,
    },
  ];
}

/** An invoice that is worth less than a unit of the token moves nothing, and nothing is credited. */
function shareThatArrived(invoiceUnits: bigint, arrived: bigint, claimed: bigint): bigint {
  return claimed === 0n ? 0n : (invoiceUnits * arrived) / claimed;
}

function isEvent(log: EventLog, address: Hex, topic: Hex): boolean {
  return log.topics[0] === topic && log.address === address;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
