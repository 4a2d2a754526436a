import { reconcileBlocks, rescanBlocks } from '#modules/settlement/index.ts';
import type { Simulated } from './networks.ts';
import type { Process, SimWorld } from './world.ts';

/** How many of the newest blocks an operator reads again, where only some are suspect. */
const SUSPECT_BLOCKS = 12;

/** An operator reads some of the newest blocks again; returns how many payments had been missed. */
export async function rescanSome(world: SimWorld, process: Process): Promise<number> {
  const network = world.dice.pick(world.networks);
  const row = await world.db
    .selectFrom('chain_cursor')
    .select('block_number')
    .where('network', '=', network)
    .executeTakeFirst();
  const newest = row?.block_number ?? 0n;
  const back = BigInt(world.dice.below(SUSPECT_BLOCKS));
  return await rescan(world, process, { network, from: newest > back ? newest - back : 0n });
}

/** An operator reads all blocks again; returns how many payments had been missed. */
export async function rescanAll(world: SimWorld, process: Process): Promise<number> {
  let found = 0;
  for (const network of world.networks) {
    found += await rescan(world, process, { network, from: 0n });
  }
  return found;
}

/** What is found must be what some node had lost: whatever else was missed, a watcher missed. */
async function rescan(
  world: SimWorld,
  process: Process,
  { network, from }: { readonly network: Simulated; readonly from: bigint },
): Promise<number> {
  const chain = process.ctx.chains.get(network);
  let count = 0;
  if (chain === undefined) return count;
  for await (const { found } of rescanBlocks(process.ctx, chain, { from })) {
    count += found.length;
    for (const { transactionHash } of found) {
      if (world.everHidden.has(transactionHash)) continue;
      world.complaints.push(`a payment was missed that no node had lost: ${transactionHash}`);
    }
  }
  return count;
}

/** What the product's own comparison of the ledger with the chains has to say. */
export async function reconcileAll(world: SimWorld, process: Process): Promise<string[]> {
  return await process.within(reconcileEach(world, process));
}

async function reconcileEach({ networks }: SimWorld, process: Process): Promise<string[]> {
  const differences: string[] = [];
  for (const network of networks) {
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
