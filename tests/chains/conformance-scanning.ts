import { expect, it } from 'vitest';
import type { ScanRange, SingleNode } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { followTo, pay, payment, type World } from './conformance-world.ts';

/** A transaction that no block holds. */
const INVENTED: Hex = `0x${'fe'.repeat(32)}`;

/** What every adapter says of ranges of blocks, and of what is final there. */
export function describeScanning(world: World): void {
  it('says which blocks are final and safe and when they were made, where it says anything', async () => {
    const { chain, mine } = world();
    await mine(3);
    const following = chain.follow(
      { known: [], startBlock: undefined, shouldReadSafe: true },
      AbortSignal.timeout(60_000),
    );
    const { value } = await following.next();
    if (value?.type !== 'blocks') throw new Error('a new follower is given blocks');
    expect(value.safeAt === undefined).toBe(value.safeNumber === undefined);
    expect(value.safeNumber ?? 0n).toBeLessThanOrEqual(value.headNumber);
    expect(value.finalizedAt === undefined).toBe(value.finalizedNumber === undefined);
    expect(value.finalizedNumber ?? 0n).toBeLessThanOrEqual(value.headNumber);
    expect(value.finalizedAt?.getTime() ?? 0).toBeGreaterThanOrEqual(0);
  });

  it('returns the payments of a range of blocks, its ends included, without following anything', async () => {
    const { chain, mine } = world();
    const orders = [payment(world()), payment(world()), payment(world())] as const;
    const hashes: Hex[] = [];
    for (const order of orders) hashes.push(await pay(world(), order));
    await mine(1);
    const blocks = await Promise.all(hashes.map((hash) => chain.readOutcome(hash)));
    const [first, middle, last] = blocks.map((outcome) => outcome?.block.number ?? 0n);
    const reported = async (from = 0n, to = 0n, by: Partial<SingleNode & ScanRange> = {}) => {
      const seen: Hex[] = [];
      let end: bigint | undefined;
      const { isOurs, scan = chain.scan } = by;
      for await (const chunk of scan({ from, to, ...(isOurs && { isOurs }) })) {
        expect(chunk.to.number).toBeGreaterThan(end ?? -1n);
        end = chunk.to.number;
        seen.push(...chunk.transfers.map((transfer) => transfer.transactionHash));
      }
      return { seen, end };
    };
    expect(await reported(first, last)).toEqual({ seen: hashes, end: last });
    expect(await reported(middle, middle)).toEqual({ seen: [hashes[1]], end: middle });
    expect(await reported(0n, (first ?? 1n) - 1n)).toMatchObject({ end: (first ?? 1n) - 1n });
    expect(await reported(last, first)).toEqual({ seen: [], end: undefined });
    const topic = chain.referenceKey(orders[2].paymentReference);
    const isOurs = async (topics: readonly Hex[]) => new Set(topics.filter((one) => one === topic));
    expect(await reported(first, last, { isOurs })).toEqual({ seen: [hashes[2]], end: last });
    expect(chain.eachNode().map(({ name }) => name)).toEqual(chain.nodes().map(({ name }) => name));
    for (const node of chain.eachNode()) {
      expect(await reported(first, last, node)).toEqual({ seen: hashes, end: last });
    }
  });

  it('is an outage to scan blocks that do not exist yet', async () => {
    const { chain } = world();
    const to = (await chain.readHead()) + 1_000n;
    await expect(chain.scan({ from: to, to }).next()).rejects.toThrow(Outage);
  });
}

/** What every adapter says after a restart of blocks that were reported before. */
export function describeRestarts(world: World): void {
  it('reports after a restart what was not reported, and what no block holds of what was', async () => {
    const { chain, mine } = world();
    const startBlock = (await chain.readHead()) + 1n;
    const orders = [payment(world()), payment(world())];
    const hashes: Hex[] = [];
    for (const order of orders) hashes.push(await pay(world(), order));
    const ours = new Set(orders.map((order) => chain.referenceKey(order.paymentReference)));
    const isOurs = async (topics: readonly Hex[]) =>
      new Set(topics.filter((topic) => ours.has(topic)));
    await mine(2);
    const { transfers, points } = await followTo(world(), { known: [], startBlock });
    expect(transfers.map((one) => one.transactionHash)).toEqual(hashes);
    const [reported, unreported] = transfers.map(({ block, transactionHash, logIndex }) => ({
      block,
      transactionHash,
      logIndex,
    }));
    if (reported === undefined || unreported === undefined)
      throw new Error('two payments were made');
    const invented = { ...reported, transactionHash: INVENTED, logIndex: 900 };
    const from = { known: points, startBlock, isOurs };
    await mine(1);
    const again = await followTo(world(), { ...from, reported: [reported, invented] });
    expect(again.transfers.map((one) => one.transactionHash)).toEqual([hashes[1]]);
    expect(again.missing).toEqual([invented]);
    expect(again.reorgs).toEqual([]);
    const right = await followTo(world(), { ...from, reported: [reported, unreported] });
    expect(right).toMatchObject({ transfers: [], missing: [], reorgs: [] });
  });
}
