import { type Client, hexToBigInt, numberToHex, type RpcBlock } from 'viem';
import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from '../chain.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { headerHash } from './header.ts';

/** Which block to read: a number, or a block tag. */
export type WhichBlock = bigint | 'latest' | 'safe' | 'finalized';

/**
 * A block with the hashes of its transactions, or null where the node does not have it. Throws
 * `NodeFailure` for another block than the requested one, and for a header whose own fields do not have its
 * hash, on networks where they should.
 */
export async function readBlock(
  client: Client,
  network: Pick<Network, 'hashedFrom'>,
  which: WhichBlock,
): Promise<RpcBlock | null> {
  const block = await client.request({
    method: 'eth_getBlockByNumber',
    params: [typeof which === 'bigint' ? numberToHex(which) : which, false],
  });
  if (block === null) return null;
  const { number, hash } = pointOf(block);
  if (typeof which === 'bigint' && number !== which) {
    throw new NodeFailure(`returned block ${number} instead of ${which}`);
  }
  if (isHashed(network, number) && headerHash(block) !== hash.toLowerCase()) {
    throw new NodeFailure(`returned block ${number} with a header that does not have its hash`);
  }
  return block;
}

/** Whether a block's hash follows from the fields of its header, so that one that was read is known to be true to its hash. */
export function isHashed({ hashedFrom }: Pick<Network, 'hashedFrom'>, number: bigint): boolean {
  return hashedFrom !== undefined && number >= hashedFrom;
}

/** Where a block stands; throws `Outage` for one that has no place yet. */
export function pointOf(block: RpcBlock): BlockPoint {
  if (block.number === null || block.hash === null) throw new Outage('a node named no block');
  return { number: hexToBigInt(block.number), hash: block.hash };
}

/**
 * Whether each of these blocks names the one before it as its parent, where that one is among them or its
 * hash is `before`'s.
 */
export function areLinked(
  blocks: readonly RpcBlock[],
  before: readonly (readonly [number: bigint, hash: Hex | undefined])[] = [],
): boolean {
  const points = blocks.map(pointOf);
  const hashes = new Map([...before, ...points.map(({ number, hash }) => [number, hash] as const)]);
  return blocks.every(({ parentHash }, at) => {
    const parent = hashes.get((points[at]?.number ?? 0n) - 1n);
    return parent === undefined || parent === parentHash;
  });
}

/** When a block was made, by its own word. */
export function timeOf(block: RpcBlock): Date {
  return new Date(Number(hexToBigInt(block.timestamp)) * 1_000);
}

/** Whether a block lists a transaction as its own. */
export function listsTransaction({ transactions }: RpcBlock, hash: Hex): boolean {
  const wanted = hash.toLowerCase();
  return transactions.some(
    (one) => (typeof one === 'string' ? one : one.hash).toLowerCase() === wanted,
  );
}
