import { numberToHex } from 'viem';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { type EventLog, lowerCase } from '../../events/event-log.ts';
import { Complaint, NodeFailure } from '../../nodes/failure.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { type FoundReceipt, readReceipts } from '../receipts.ts';
import { byPosition, type ProxyLog, settledLog } from '../windows.ts';

/** Ranges that nodes refuse are halved down to this many blocks. */
const RANGE_BLOCKS_MIN = 500n;

/** The logs of one contract with these topics, in a range of blocks. */
export interface LogQuery {
  readonly address: string;
  /** Several at one position: any of them. */
  readonly topics: readonly (Hex | readonly Hex[])[];
  readonly from: bigint;
  readonly to: bigint;
  /** Of others no receipt is read: anybody can make logs with the same topics, as many as they pay for. */
  readonly isWanted: (log: EventLog) => boolean;
}

/** A log with the receipt that it is in. */
export interface FoundLog extends FoundReceipt {
  readonly log: ProxyLog;
}

/**
 * Logs that are few, oldest first, each with its receipt, which was checked against the header of its block. Nodes answer ranges of any length where they
 * have an index; where one refuses, halves are read instead.
 */
export async function* findLogs(
  node: EvmNodeClient,
  query: LogQuery,
): AsyncGenerator<FoundLog, void, void> {
  if (query.from > query.to) return;
  let logs: readonly ProxyLog[];
  try {
    logs = await readLogs(node, query);
  } catch (error) {
    const blocks = query.to - query.from + 1n;
    if (!(error instanceof Complaint) || blocks <= RANGE_BLOCKS_MIN) throw error;
    const middle = query.from + blocks / 2n;
    yield* findLogs(node, { ...query, to: middle - 1n });
    yield* findLogs(node, { ...query, from: middle });
    return;
  }
  for (const log of logs.filter(query.isWanted)) {
    for await (const found of readReceipts(node, [log])) {
      for (const { receipt, block } of found) yield { receipt, block, log };
    }
  }
}

async function readLogs(node: EvmNodeClient, query: LogQuery): Promise<ProxyLog[]> {
  const { from, to } = query;
  const address = lowerCase(`0x${query.address.slice(2)}`);
  const topics = query.topics.map((topic) => [topic].flat().map(lowerCase));
  const raw = await node.query(async (client) => {
    const answered = await client.request({
      method: 'eth_getLogs',
      params: [{ address, topics, fromBlock: numberToHex(from), toBlock: numberToHex(to) }],
    });
    const logs = answered.filter((log) => log.removed !== true).map(settledLog);
    const isAsked = (log: ProxyLog) =>
      log.address === address &&
      topics.every((any, i) => any.some((topic) => log.topics[i] === topic)) &&
      log.blockNumber >= from &&
      log.blockNumber <= to;
    if (!logs.every(isAsked)) throw new NodeFailure('returned other logs than those requested');
    return logs;
  });
  return raw.toSorted(byPosition);
}

/** The log of a receipt that another log claims to be, byte for byte; throws `Outage` where there is none. */
export function checkInReceipt({ receipt, log }: FoundLog): void {
  const isSame = receipt.logs.some(
    (one) =>
      Number(one.logIndex) === log.logIndex &&
      lowerCase(one.address) === log.address &&
      lowerCase(one.data) === lowerCase(log.data) &&
      one.topics.length === log.topics.length &&
      one.topics.every((topic, i) => lowerCase(topic) === log.topics[i]),
  );
  if (!isSame) throw new Outage('a node returned a log that is not in its receipt');
}
