import type { Hex } from '#kit/hex.ts';
import type { FollowFrom } from '../chain.ts';
import { referenceTopicOf, spoofedTransferIn } from '../events/decode.ts';
import {
  ChainMoved,
  SPOOFED_EVENTS_READ_MAX,
  type SpoofedEvents,
} from '../following/block-source.ts';
import { pointOf, readBlock, timeOf } from './blocks.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';
import type { ProxyLog } from './windows.ts';

/**
 * What unknown contracts reported about references of ours. Only the log and the time of its block are
 * read, because nothing that they moved would count. Throws `ChainMoved` when a reorg moved one
 * of the blocks during the read.
 */
export async function readSpoofedEvents(
  node: EvmNodeClient,
  logs: readonly ProxyLog[],
  isOurs: FollowFrom['isOurs'],
): Promise<SpoofedEvents> {
  // Their events may lack fields that a proxy's always has.
  const naming = logs.filter(({ topics }) => topics[1] !== undefined);
  const read = naming.slice(0, SPOOFED_EVENTS_READ_MAX);
  const unread = naming.length - read.length;
  const topics = [...new Set(read.map(referenceTopicOf))];
  if (topics.length === 0) return { transfers: [], unread };
  const wanted: ReadonlySet<Hex> = isOurs === undefined ? new Set(topics) : await isOurs(topics);
  const ours = read.filter((log) => wanted.has(referenceTopicOf(log)));
  const times = await readTimes(node, ours);
  const transfers = ours.map((log) => {
    const { blockNumber: number, blockHash: hash } = log;
    const time = times.get(hash);
    if (time === undefined) throw new ChainMoved(`block ${number} changed while it was read`);
    return spoofedTransferIn(log, { number, hash, time });
  });
  return { transfers, unread };
}

/** When the blocks of logs were made, by their hashes; those that are gone are missing. */
async function readTimes(
  node: EvmNodeClient,
  logs: readonly ProxyLog[],
): Promise<ReadonlyMap<Hex, Date>> {
  const numbers = [...new Set(logs.map((log) => log.blockNumber))];
  if (numbers.length === 0) return new Map();
  const blocks = await node.query((client) =>
    Promise.all(numbers.map((number) => readBlock(client, node.network, number))),
  );
  return new Map(
    blocks.flatMap((block) => {
      if (block === null) return [];
      return [[pointOf(block).hash, timeOf(block)] as const];
    }),
  );
}
