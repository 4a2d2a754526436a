import type { Hex } from '#kit/hex.ts';
import { PAYMENT_TOPICS } from '../events/decode.ts';
import { lowerCase } from '../events/event-log.ts';
import { pointOf, readBlock } from './blocks.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';
import { readReceipts } from './receipts.ts';
import {
  checkBlocks,
  type ProxyLog,
  settledLog,
  type Window,
  type WindowQuery,
} from './windows.ts';

/**
 * Reads the payments of a single block for which no node returns the events of these contracts, because somebody filled it with
 * more than nodes answer at once. All of its receipts are read instead, which costs many calls and
 * always comes to an end.
 */
export async function readFilledBlock(
  node: EvmNodeClient,
  addresses: readonly Hex[],
  window: WindowQuery,
): Promise<Window> {
  const { number, hash } = window.to;
  const [beside, end] = await node.query((client) =>
    Promise.all([
      Promise.all(window.beside.map((other) => readBlock(client, node.network, other))),
      readBlock(client, node.network, number),
    ]),
  );
  checkBlocks(node, window, { first: null, beside, end });
  const proxies = new Set(addresses.map(lowerCase));
  const isPayment = ({ address, topics: [topic] }: ProxyLog) =>
    topic !== undefined && PAYMENT_TOPICS.includes(topic) && proxies.has(address);
  const held = (end?.transactions ?? []).map((one) => ({
    transactionHash: typeof one === 'string' ? one : one.hash,
    blockNumber: number,
    blockHash: hash,
  }));
  const logs: ProxyLog[] = [];
  for await (const found of readReceipts(node, held)) {
    for (const { receipt } of found) logs.push(...receipt.logs.map(settledLog).filter(isPayment));
  }
  const points = beside.flatMap((block) => (block === null ? [] : [pointOf(block)]));
  return { logs, points, isSuspect: false, hasRemoved: false };
}
