import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer, SingleNode } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import {
  type ReconciliationWorld,
  reconciliationWorld,
} from '../../../tests/support/reconciliation-world.ts';
import { hashOf } from '../../../tests/support/settlement-world.ts';
import { reconcileBlocks } from './reconcile-blocks.ts';

const database = useTestDatabase();
let ctx: Context;
let world: ReconciliationWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await reconciliationWorld(ctx);
});

describe('nodes that differ', () => {
  const needing = (nodes: number): Context => {
    const agreement = { nodesFor: () => nodes, aboveDollars: 0n, aloneDollars: 0n };
    return { ...ctx, settings: { ...ctx.settings, agreement } };
  };
  /** A node that has these transfers, and whose blocks from one on are others. */
  const nodeWith = (
    name: string,
    transfers: readonly ObservedTransfer[],
    fork: { readonly from: bigint } = { from: 100n },
  ): SingleNode => ({
    name,
    scan: async function* ({ from, to }) {
      const own = transfers.filter(({ block }) => block.number >= from && block.number <= to);
      yield { transfers: own, to: world.block(to, to >= fork.from ? 'fork' : 'main') };
    },
  });
  const silent: SingleNode = {
    name: '3 (silent.example)',
    // biome-ignore lint/correctness/useYield: it fails before its first value
    scan: async function* () {
      throw new Outage('it does not answer');
    },
  };

  async function compare(others: readonly SingleNode[], as = ctx) {
    const [all, silentNodes]: [unknown[], Set<string>] = [[], new Set()];
    for await (const chunk of reconcileBlocks(as, world.scanned(others), { from: 1n })) {
      all.push(...chunk.differences);
      for (const name of chunk.silentNodes) silentNodes.add(name);
    }
    return { all, silentNodes: [...silentNodes] };
  }

  it('are named with the answer of each, and the ledger is compared with the first', async () => {
    const link = await world.paidLink(10n);
    const [transfer] = world.onChain;
    if (transfer === undefined) throw new Error('a link was paid');
    expect(await compare([nodeWith('2', world.onChain)])).toEqual({ all: [], silentNodes: [] });
    const of = { kind: 'nodes_disagree', requestId: link.requestId, blockNumber: 10n };
    expect((await compare([nodeWith('2', []), nodeWith('4', world.onChain)])).all).toMatchObject([
      {
        ...of,
        expected: expect.stringMatching(/^12500000 units.*, by 1 and 4$/),
        found: 'nothing, by 2',
      },
    ]);
    const less = { ...transfer, creditedUnits: 7n, tokenUnits: 7n };
    expect((await compare([nodeWith('2', [less])])).all).toMatchObject([
      {
        ...of,
        expected: expect.stringMatching(/by 1$/),
        found: expect.stringMatching(/^7 units.*by 2$/),
      },
    ]);
    const more = world.transferOf(link, world.block(9n), { transactionHash: hashOf('invented') });
    expect((await compare([nodeWith('2', [...world.onChain, more])])).all).toMatchObject([
      { ...of, blockNumber: 9n, expected: 'nothing, by 1', found: expect.stringMatching(/by 2$/) },
    ]);
    expect((await compare([nodeWith('2', world.onChain, { from: 10n })])).all).toMatchObject([
      { kind: 'nodes_disagree', requestId: null, blockNumber: 10n, final: false },
    ]);
  });

  it('are reported when they do not answer, and too few of them are no comparison', async () => {
    await world.paidLink(10n);
    const name = silent.name;
    expect(await compare([silent])).toEqual({ all: [], silentNodes: [name] });
    expect(await compare([silent, nodeWith('2', world.onChain)], needing(2))).toEqual({
      all: [],
      silentNodes: [name],
    });
    await expect(compare([silent], needing(2))).rejects.toThrow(
      `2 nodes of sepolia must answer for each block, and 1 do; without an answer: ${name}`,
    );
  });
});
