import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from '../chain.ts';
import { ChainMoved, type Head, type HeadQuery } from '../following/block-source.ts';
import { readHeader, type TronHeader, type WantedBlock } from './block.ts';
import type { TronApi, TronNodeClient } from './nodes/tron-api.ts';

/** A header alone: an answer about a whole block has hundreds of kilobytes. */
async function queryHeader(api: TronApi, block: WantedBlock): Promise<TronHeader | undefined> {
  const which = block.wanted === undefined ? {} : { id_or_num: `${block.wanted}` };
  return readHeader(await api.post('wallet/getblock', { ...which, detail: false }), block);
}

/** The newest solidified block, which no fork replaces; undefined where the node serves no solidified view. */
async function querySolidified(api: TronApi, block: WantedBlock): Promise<TronHeader | undefined> {
  const answer = await api
    .post('walletsolidity/getblock', { detail: false })
    .catch(() => undefined);
  return answer === undefined ? undefined : readHeader(answer, block);
}

/** What a node does not serve that a depth stands in for, for the operator: its view of solidified blocks. */
export async function findGaps(node: TronNodeClient): Promise<readonly string[]> {
  const { network } = node;
  const solidified = await node.query((api) => querySolidified(api, { network }));
  if (solidified !== undefined) return [];
  const { finalized } = network;
  const blocks = finalized.by === 'depth' ? finalized.blocks : finalized.fallbackBlocks;
  return [
    `serves no walletsolidity/, so that blocks count ${blocks} deep instead of once they are solidified: put wallet/ and walletsolidity/ under one URL`,
  ];
}

/** The block of a number; no further question where it is the newest one or the parent that this names. */
async function queryBeside(
  api: TronApi,
  network: Network,
  { newest, besideNumber }: HeadQuery & { readonly newest: TronHeader | undefined },
): Promise<Hex | undefined> {
  if (besideNumber === undefined) return undefined;
  if (newest?.number === besideNumber) return newest.hash;
  if (newest?.number === besideNumber + 1n) return newest.parentHash;
  return (await queryHeader(api, { network, wanted: besideNumber }))?.hash;
}

/** The head, the solidified block as the final one, and the block of one number, all from one node. */
export async function readHeadBeside(
  node: TronNodeClient,
  { besideNumber, shouldReadTags = true }: HeadQuery,
): Promise<Head> {
  const { network } = node;
  const [latest, solidified, beside] = await node.query(async (api) => {
    const [newest, final] = await Promise.all([
      queryHeader(api, { network }),
      shouldReadTags ? querySolidified(api, { network }) : undefined,
    ]);
    return [newest, final, await queryBeside(api, network, { newest, besideNumber })] as const;
  });
  if (latest === undefined) {
    throw new Outage(`a node of ${node.network.name} returned no newest block`);
  }
  const isFinal = solidified !== undefined && solidified.number <= latest.number;
  return {
    point: { number: latest.number, hash: latest.hash },
    finalized: isFinal ? { number: solidified.number, at: solidified.time } : undefined,
    safe: undefined,
    beside,
  };
}

/** See `BlockSource.readPoints`. */
export async function readPoints(
  node: TronNodeClient,
  wanted: readonly Pick<BlockPoint, 'number'>[],
): Promise<ReadonlyMap<bigint, Hex>> {
  const headers = await node.query((api) =>
    Promise.all(
      wanted.map(({ number }) => queryHeader(api, { network: node.network, wanted: number })),
    ),
  );
  const known = headers.filter((header) => header !== undefined);
  const hashes = new Map(known.map(({ number, hash }) => [number, hash]));
  const isLinked = ({ number, parentHash }: TronHeader) =>
    (hashes.get(number - 1n) ?? parentHash) === parentHash;
  if (!known.every(isLinked)) {
    throw new ChainMoved(`blocks of ${node.network.name} changed while they were read`);
  }
  return hashes;
}
