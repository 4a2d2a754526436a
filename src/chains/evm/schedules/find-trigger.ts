import { numberToHex, type RpcTransaction, toEventSelector } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { bytesOf } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import { PROXY_EVENT_TOPIC, referenceTopicOf } from '../../events/decode.ts';
import { type EventLog, eventOf } from '../../events/event-log.ts';
import { addressIn, textsOf } from '../../events/event-words.ts';
import { readTokenMovement } from '../../events/movements.ts';
import { NodeFailure } from '../../nodes/failure.ts';
import type { SchedulePermit, TakenInstalment } from '../../schedules.ts';
import { evmAddress } from '../address.ts';
import { wordOf } from '../bridge/address-word.ts';
import { checkInReceipt, type FoundLog, findLogs } from '../bridge/find-logs.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { readHead } from '../read.ts';
import { findTriggersIn, type Triggered } from './encode-trigger.ts';
import { type ReadPermit, readPermit } from './permit.ts';

const TRANSFER_TOPIC: Hex = toEventSelector('Transfer(address,address,uint256)');
/** How many words the event of the fee proxy has beside its reference. */
const EVENT_WORDS = 5;

/** Two days of the fastest network; each of their events through the fee proxy is read. What is taken later by a token that logs nothing is not found. */
const SHARED_BLOCKS_MAX = 100_000n;

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

interface Query {
  readonly feeProxy: Hex;
  readonly permit: SchedulePermit;
  readonly index: number;
  readonly fromBlock: bigint;
}

interface Sought extends Omit<Query, 'permit'> {
  readonly permit: ReadPermit;
}

/**
 * See `Schedules.findTrigger`. The contract logs nothing itself: what is looked for is the token's Transfer to the payee, then the one from the
 * payer, and where a token logs neither, the event of the fee proxy, which everybody's payments share. The call is then read from the transaction.
 */
export async function findTrigger(
  node: EvmNodeClient,
  query: Query,
): Promise<TakenInstalment | undefined> {
  const sought = { ...query, permit: readPermit(query.permit) };
  const { proxy, values } = sought.permit;
  const range = await dueRange(node, sought, { from: query.fromBlock, to: await readHead(node) });
  const sharedTo = range.from + SHARED_BLOCKS_MAX - 1n;
  const movedTo = (from: Hex, to: Hex) => ({
    address: values.token,
    topics: [TRANSFER_TOPIC, wordOf(from), wordOf(to)],
    isWanted: () => true,
  });
  const paid = { address: query.feeProxy, topics: [PROXY_EVENT_TOPIC] };
  const isWanted = (log: EventLog) => isEventOf(sought.permit, log);
  return (
    (await findIn(node, sought, { ...movedTo(proxy, values.recipient), ...range })) ??
    (await findIn(node, sought, { ...movedTo(values.subscriber, proxy), ...range })) ??
    (await findIn(node, sought, {
      ...paid,
      from: range.from,
      to: sharedTo < range.to ? sharedTo : range.to,
      isWanted,
    }))
  );
}

/**
 * The blocks from when an instalment is due, as it cannot be taken before: those before it are left out, with the instalments that were taken in them.
 */
async function dueRange(node: EvmNodeClient, { permit, index }: Sought, { from, to }: Range) {
  const { firstPayment, periodSeconds } = permit.values;
  const dueAt = BigInt(firstPayment) + BigInt(index - 1) * BigInt(periodSeconds);
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) / 2n;
    if ((await readTime(node, middle)) < dueAt) low = middle + 1n;
    else high = middle;
  }
  return { from: low, to };
}

async function readTime(node: EvmNodeClient, number: bigint): Promise<bigint> {
  const block = await node.query((client) =>
    client.request({ method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }),
  );
  if (block === null) throw new NodeFailure(`has no block ${number} below its head`);
  return BigInt(block.timestamp);
}

async function findIn(
  node: EvmNodeClient,
  sought: Sought,
  logs: Parameters<typeof findLogs>[1],
): Promise<TakenInstalment | undefined> {
  for await (const found of findLogs(node, logs)) {
    checkInReceipt(found);
    const taken = await readTaken(node, sought, found);
    if (taken !== undefined) return taken;
  }
  return undefined;
}

async function readTaken(
  node: EvmNodeClient,
  sought: Sought,
  { receipt, block, log }: FoundLog,
): Promise<TakenInstalment | undefined> {
  const hash = log.transactionHash;
  const transaction = await node.query((client) =>
    client.request({ method: 'eth_getTransactionByHash', params: [hash] }),
  );
  if (transaction === null)
    throw new NodeFailure(`has a receipt of ${hash} and not the transaction`);
  const logs = receipt.logs.map(eventOf);
  const triggered = findTriggersIn(transaction.input).find(
    (one) => isSought(sought, one) && isShown(sought, transaction, { one, logs }),
  );
  if (triggered === undefined) return undefined;
  return {
    transactionHash: hash,
    block: { number: block.number, hash: block.hash },
    blockTime: block.time,
    senderAddress: evmAddress(transaction.from),
    paymentReference: triggered.paymentReference,
    isPaid: isPaid(sought.permit, logs),
  };
}

function isSought({ permit, index }: Sought, { call, digestAt }: Triggered): boolean {
  return call.index === index && digestAt(permit) === permit.digest;
}

/**
 * Whether the transaction did what it carries: it is the call itself and succeeded, as the log shows, or the fee proxy reports what the
 * call inside of it names. Anybody can write a call into data that is never made.
 */
function isShown(
  { feeProxy, permit }: Sought,
  { to }: RpcTransaction,
  { one, logs }: { readonly one: Triggered; readonly logs: readonly EventLog[] },
): boolean {
  if (one.isWhole && to !== null && evmAddress(to) === permit.proxy) return true;
  const key = keccak256(bytesOf(one.paymentReference));
  const isReported = logs.some(
    (log) =>
      log.address === feeProxy.toLowerCase() &&
      isEventOf(permit, log) &&
      referenceTopicOf(log) === key,
  );
  return (
    isReported && logs.some((log) => isMove(permit, log, [permit.values.subscriber, permit.proxy]))
  );
}

/** Whether the fee proxy reports an instalment of this permit, whatever its reference. */
function isEventOf({ values }: ReadPermit, { topics, data }: EventLog): boolean {
  if (topics[0] !== PROXY_EVENT_TOPIC || topics[1] === undefined) return false;
  const words = textsOf(data, EVENT_WORDS);
  return (
    words.address(0) === values.token &&
    words.address(1) === values.recipient &&
    words.units(2) === values.amount &&
    words.units(3) === values.feeAmount &&
    words.address(4) === values.feeAddress
  );
}

/** Whether the payee got the amount, by the token's own logs. */
function isPaid(permit: ReadPermit, logs: readonly EventLog[]): boolean {
  const { amount, recipient } = permit.values;
  return logs.some(
    (log) =>
      isMove(permit, log, [permit.proxy, recipient]) &&
      (readTokenMovement(log)?.units ?? 0n) >= amount,
  );
}

function isMove({ values }: ReadPermit, log: EventLog, [from, to]: readonly [Hex, Hex]): boolean {
  if (log.address !== values.token.toLowerCase()) return false;
  const moved = readTokenMovement(log);
  if (moved === undefined) return false;
  return addressIn(moved.from) === from && addressIn(moved.to) === to;
}
