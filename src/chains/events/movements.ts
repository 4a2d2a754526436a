import { toEventSelector, zeroAddress } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { type EventLog, lowerCase } from './event-log.ts';
import { ADDRESS_DIGITS, addressIn, textsOf, WORD_DIGITS } from './event-words.ts';

const TRANSFER_TOPIC: Hex = toEventSelector('Transfer(address,address,uint256)');

/** The data of a Transfer: one number. */
const ONE_WORD_CHARACTERS = '0x'.length + WORD_DIGITS;

/** Tokens that moved, by the token's own log. */
export interface Movement {
  readonly from: Hex;
  readonly units: bigint;
}

/** Tokens that moved, and between whom; addresses in lower case. */
interface TokenMovement extends Movement {
  readonly to: Hex;
}

/** What moved by a proxy's event. */
interface ProxyEvent {
  readonly tokenAddress: Hex;
  readonly to: Hex;
  readonly feeAmount: bigint;
  readonly feeAddress: Hex;
}

/** The last movement to the payee, or the one before where the last is a fee to the same address. */
export function proxyMovement(logs: readonly EventLog[], event: ProxyEvent): Movement | undefined {
  const isToPayee = arrivalAt(event.tokenAddress, event.to);
  const last = logs.findLastIndex(isToPayee);
  const feeArrived = event.feeAmount > 0n && event.feeAddress === event.to;
  return movementIn(feeArrived ? logs.slice(0, Math.max(last, 0)).findLast(isToPayee) : logs[last]);
}

/**
 * The last movement to the receiver of the fee. The published contracts report whatever fee they
 * were given, and move none where its receiver is the address zero.
 */
export function feeMovement(logs: readonly EventLog[], event: ProxyEvent): Movement | undefined {
  if (event.feeAmount === 0n || event.feeAddress === zeroAddress) return undefined;
  return movementIn(logs.findLast(arrivalAt(event.tokenAddress, event.feeAddress)));
}

/** What moved by a log; undefined for any log but a Transfer that can be read. */
export function readTokenMovement(log: EventLog): TokenMovement | undefined {
  const [, from, to] = log.topics;
  if (!isMovement(log) || from === undefined || to === undefined) return undefined;
  return { from: addressOf(from), to: addressOf(to), units: textsOf(log.data, 1).units(0) };
}

/** Of each token, the last movement to one address among the logs taken in so far. */
export interface LastArrivals {
  take(log: EventLog): void;
  lastOf(tokenAddress: Hex): Movement | undefined;
}

/** Remembers nothing yet; taking logs in one by one, a batch of any size is read once. */
export function lastArrivalsAt(address: Hex): LastArrivals {
  const last = new Map<Hex, EventLog>();
  const topic = topicOf(address);
  return {
    take: (log) => {
      if (isMovement(log) && log.topics[2] === topic) last.set(log.address, log);
    },
    lastOf: (tokenAddress) => movementIn(last.get(lowerCase(tokenAddress))),
  };
}

function arrivalAt(tokenAddress: Hex, to: Hex): (log: EventLog) => boolean {
  const token = lowerCase(tokenAddress);
  const topic = topicOf(to);
  return (log) => log.topics[2] === topic && log.address === token && isMovement(log);
}

/**
 * Some tokens log a Transfer of another shape, which cannot be relied on. They are not
 * parsed, which would throw: the author of the token chose its bytes.
 */
function isMovement({ topics, data }: EventLog): boolean {
  const isTransfer = topics[0] === TRANSFER_TOPIC && topics.length === 3;
  return isTransfer && data.length === ONE_WORD_CHARACTERS;
}

function topicOf(address: Hex): Hex {
  return `0x${address.toLowerCase().slice(2).padStart(WORD_DIGITS, '0')}`;
}

/** The opposite; in lower case, as a receipt may have thousands of them and checksums are hashes. */
function addressOf(topic: Hex): Hex {
  return `0x${topic.slice(-ADDRESS_DIGITS)}`;
}

function movementIn(log: EventLog | undefined): Movement | undefined {
  const from = log?.topics[1];
  if (log === undefined || from === undefined) return undefined;
  return { from: addressIn(from), units: textsOf(log.data, 1).units(0) };
}
