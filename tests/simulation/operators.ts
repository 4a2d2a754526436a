import { reconcileBlocks, rescanBlocks } from '#modules/settlement/index.ts';
import { type Process, SIMULATED, type Simulated, type SimWorld } from './world.ts';

/** How many of the newest blocks an operator reads again, where only some are doubted. */
const DOUBTED_BLOCKS = 12;

/** An operator reads some of the newest blocks again; answers how many payments had been missed. */
export async function rescanSome(world: SimWorld, process: Process): Promise<number> {
  const network = world.dice.pick(SIMULATED);
  const row = await world.db
    .selectFrom('chain_cursor')
    .select('block_number')
    .where('network', '=', network)
    .executeTakeFirst();
  const newest = row?.block_number ?? 0n;
  const back = BigInt(world.dice.below(DOUBTED_BLOCKS));
  return await rescan(process, network, newest > back ? newest - back : 0n);
}

/** An operator reads all blocks again; answers how many payments had been missed. */
export async function rescanAll(process: Process): Promise<number> {
  let found = 0;
  for (const network of SIMULATED) found += await rescan(process, network, 0n);
  return found;
}

async function rescan(process: Process, network: Simulated, from: bigint): Promise<number> {
  const chain = process.ctx.chains.get(network);
  let found = 0;
  if (chain === undefined) return found;
  for await (const part of rescanBlocks(process.ctx, chain, { from })) found += part.found.length;
  return found;
}

/** What the product's own comparison of the books with the chains has to say. */
export async function reconcileAll(process: Process): Promise<string[]> {
  const differences: string[] = [];
  for (const network of SIMULATED) {
    const chain = process.ctx.chains.get(network);
    if (chain === undefined) continue;
    for await (const part of reconcileBlocks(process.ctx, chain, { from: 0n })) {
      differences.push(
        ...part.differences.map((one) => `reconcile: ${JSON.stringify(one, plain)}`),
      );
    }
  }
  return differences;
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
