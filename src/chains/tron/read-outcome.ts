import { z } from 'zod';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { TransactionOutcome } from '../chain.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { isNothing, readBlock } from './block.ts';
import type { TronNodeClient } from './nodes/tron-api.ts';

const Info = z.object({ blockNumber: z.int().min(0) });

/** The outcome of a transaction by the block that holds it; throws `Outage` where that block does not list it. */
export async function readOutcome(
  node: TronNodeClient,
  hash: Hex,
): Promise<TransactionOutcome | undefined> {
  const id = hash.slice(2).toLowerCase();
  const number = await node.query(async (api) => {
    const info = await api.post('wallet/gettransactioninfobyid', { value: id });
    if (isNothing(info)) return undefined;
    const parsed = Info.safeParse(info);
    if (!parsed.success) throw new NodeFailure('returned a receipt without a block');
    return BigInt(parsed.data.blockNumber);
  });
  if (number === undefined) return undefined;
  const block = await node.query(async (api) =>
    readBlock(await api.post('wallet/getblockbynum', { num: Number(number) }), {
      network: node.network,
      wanted: number,
    }),
  );
  const held = block?.transactions.find((one) => one.id === `0x${id}`);
  if (block === undefined || held === undefined) {
    throw new Outage(`block ${number} does not list the transaction ${hash}`);
  }
  const status = held.result === 'SUCCESS' ? 'success' : 'reverted';
  return { status, block: { number: block.number, hash: block.hash } };
}
