import { type Log, toEventSelector, zeroAddress } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { addressIn, wordsOf } from './event-words.ts';

const TRANSFER_TOPIC: Hex = toEventSelector('Transfer(address,address,uint256)');

/** All that a Transfer's data holds: one number. */
const ONE_WORD = /^0x[0-9a-fA-F]{64}$/;

const TOPIC_DIGITS = 64;

/** Tokens that moved, as the token itself tells it. */
export interface Movement {
  readonly from: Hex;
  readonly units: bigint;
}

/** What a proxy's event says that it moved. */
interface Told {
  readonly tokenAddress: Hex;
  readonly to: Hex;
  readonly feeAmount: bigint;
  readonly feeAddress: Hex;
}

/** The last movement to the payee, or the one before where the last is a fee to the same address. */
export function proxyMovement(logs: readonly Log[], told: Told): Movement | undefined {
  const isToPayee = arrivalAt(told.tokenAddress, told.to);
  const last = logs.findLastIndex(isToPayee);
  const feeArrived = told.feeAmount > 0n && told.feeAddress === told.to;
  return movementIn(feeArrived ? logs.slice(0, Math.max(last, 0)).findLast(isToPayee) : logs[last]);
}

/**
 * The last movement to the receiver of the fee. The published contracts tell of whatever fee they
 * were asked for, and move none where its receiver is the address zero.
 */
export function feeMovement(logs: readonly Log[], told: Told): Movement | undefined {
  if (told.feeAmount === 0n || told.feeAddress === zeroAddress) return undefined;
  return movementIn(logs.findLast(arrivalAt(told.tokenAddress, told.feeAddress)));
}

/** Of each token, the last movement to one address among the logs taken in so far. */
export interface LastArrivals {
  take(log: Log): void;
  lastOf(tokenAddress: Hex): Movement | undefined;
}

/** Remembers nothing yet; taking logs in one by one, a batch of any size is read once. */
export function lastArrivalsAt(address: Hex | undefined): LastArrivals {
  const last = new Map<string, Log>();
  const topic = address && topicOf(address);
  return {
    take: (log) => {
      if (isMovement(log) && receiverOf(log) === topic) last.set(log.address.toLowerCase(), log);
    },
    lastOf: (tokenAddress) => movementIn(last.get(tokenAddress.toLowerCase())),
  };
}

function arrivalAt(tokenAddress: Hex, to: Hex): (log: Log) => boolean {
  const token = tokenAddress.toLowerCase();
  const topic = topicOf(to);
  return (log) =>
    isMovement(log) && receiverOf(log) === topic && log.address.toLowerCase() === token;
}

/**
 * Some tokens log a Transfer of another shape; those say nothing that can be relied on. They are not
 * even read, which would throw: whoever made the token chose its bytes.
 */
function isMovement({ topics, data }: Log): boolean {
  return topics[0] === TRANSFER_TOPIC && topics.length === 3 && ONE_WORD.test(data);
}

function topicOf(address: Hex): string {
  return address.toLowerCase().slice(2).padStart(TOPIC_DIGITS, '0');
}

function receiverOf({ topics }: Log): string | undefined {
  return topics[2]?.slice(2).toLowerCase();
}

function movementIn(log: Log | undefined): Movement | undefined {
  const from = log?.topics[1];
  if (log === undefined || from === undefined) return undefined;
  return { from: addressIn(from), units: wordsOf(log.data, 1).units(0) };
}
