import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { readBlock, type TronBlock } from './block.ts';
import type { TronApi, TronNodeClient } from './nodes/tron-api.ts';
import { readReceipts, type TronReceipt } from './receipts.ts';

/** A block with the receipts of its successful transactions. */
export interface ReadBlock {
  readonly block: TronBlock;
  readonly receipts: readonly TronReceipt[];
}

/** What reading blocks needs. */
export interface ReadParts {
  readonly node: TronNodeClient;
  readonly log: Log;
}

/**
 * A block whose transactions its header proves, with their receipts; undefined where the node does not have it.
 *
 * A transaction may hold bytes that nodes do not print, and anybody could send one: what no node can prove
 * is read where all nodes that answer return the same, so that it cannot stop the following.
 */
export async function readWholeBlock(
  { node, log }: ReadParts,
  number: bigint,
): Promise<ReadBlock | undefined> {
  let isUnproven = false;
  const readProven = async (api: TronApi) => {
    const read = await queryBlock(api, node.network, number);
    if (read === undefined || read.block.isProven) return read;
    isUnproven = true;
    throw new NodeFailure(`returned transactions that the header of block ${number} does not name`);
  };
  try {
    return await node.query(readProven);
  } catch (error) {
    if (!isUnproven || !(error instanceof Outage)) throw error;
    const same = await readSame(node, number);
    if (same === undefined) throw error;
    log.warn(
      { network: node.network.id, block: same.block.hash },
      'no node proves the transactions of a block; it is read as all of them return it',
    );
    return same;
  }
}

/**
 * A block that was proven before, with its receipts as a node has them now: what a header names never changes, and
 * logs that no header proves may have been late or withheld. A block without transactions has none.
 */
export async function readReceiptsAgain(
  { node }: Pick<ReadParts, 'node'>,
  block: TronBlock,
): Promise<ReadBlock> {
  if (block.transactions.length === 0) return { block, receipts: [] };
  const num = Number(block.number);
  const receipts = await node.query(async (api) =>
    readReceipts(await api.post('wallet/gettransactioninfobyblocknum', { num }), block),
  );
  return { block, receipts };
}

/** Both at once; what they return is compared, as a node may move to a fork between them. */
async function queryBlock(
  api: TronApi,
  network: Network,
  number: bigint,
): Promise<ReadBlock | undefined> {
  const num = Number(number);
  const [held, infos] = await Promise.all([
    api.post('wallet/getblockbynum', { num }),
    api.post('wallet/gettransactioninfobyblocknum', { num }),
  ]);
  const block = readBlock(held, { network, wanted: number });
  return block && { block, receipts: readReceipts(infos, block) };
}

/**
 * What all nodes that answer return of a block alike. Where there are several, two must: one alone could leave
 * payments out while the others are away.
 */
async function readSame(node: TronNodeClient, number: bigint): Promise<ReadBlock | undefined> {
  const said = await node.queryEach((api) => queryBlock(api, node.network, number));
  const read = said.flatMap(({ owner, answer }) =>
    answer === undefined ? [] : [{ owner, answer }],
  );
  const nameOf = ({ answer: { block, receipts } }: (typeof read)[number]) =>
    JSON.stringify([block.hash, block.transactions, receipts]);
  const countOwners = (of: readonly { readonly owner: string }[]) =>
    new Set(of.map(({ owner }) => owner)).size;
  const isAlone = countOwners(said) > 1 && countOwners(read) === 1;
  return !isAlone && new Set(read.map(nameOf)).size === 1 ? read[0]?.answer : undefined;
}
