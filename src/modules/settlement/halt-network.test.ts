import { beforeEach, describe, expect, it } from 'vitest';
import { type Chain, type ChainUpdate, DeepReorg } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { stillChain } from '../../../tests/support/still-chain.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { followChain, resumeNetwork, settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const REASON = 'block 7 of Sepolia was final and is another one now';
const HALT = { at: TEST_TIME, reason: REASON };

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  const base = testContext({ db: database.db });
  const confirmationsFor = () => ({ by: 'depth', blocks: 2 }) as const;
  ctx = { ...base, settings: { ...base.settings, mode: 'production', confirmationsFor } };
  world = await settlementWorld(ctx);
});

/** A chain to which these things happen, and which then is another one; as `wrong`, or just ends. */
function chainThat(updates: readonly ChainUpdate[], wrong: boolean): Chain {
  return {
    ...stillChain('sepolia'),
    follow: async function* () {
      yield* updates;
      if (wrong) throw new DeepReorg(REASON);
    },
  };
}

const follow = (updates: readonly ChainUpdate[], wrong = true) =>
  followChain(ctx, chainThat(updates, wrong), new AbortController().signal);

describe('a chain that replaced what was final', () => {
  it('halts its network: what was paid stays, and nothing is followed, settled, made final or undone', async () => {
    const [paid, seen] = [await insertLink(ctx.db), await insertLink(ctx.db)];
    const [nine, ten] = [world.block(9n), world.block(10n)];
    const happened = [
      world.blocks(nine, [world.transferOf(paid, nine)]),
      world.blocks(ten, [world.transferOf(seen, ten)]),
    ];
    expect(await follow(happened)).toEqual(HALT);
    // Another watcher, whose node has no reorg, must not continue either, nor undo.
    for (const update of [
      world.blocks(world.block(900n)),
      { type: 'reorg', ancestor: nine } as const,
    ]) {
      const step = { at: ten, update };
      await expect(ingestChainUpdate(ctx, world.chain, step)).rejects.toThrow(/another watcher/);
    }
    await ctx.db.updateTable('chain_cursor').set({ block_number: 900n }).execute();
    expect(await settleTransfers(ctx, 100, { shouldQueryNodes: true })).toBe(0);
    expect(await finalizeTransfers(ctx, 100)).toBe(0);
    expect(await world.transferStatuses(paid)).toEqual(['confirmed']);
    expect(await world.transferStatuses(seen)).toEqual(['seen']);
    expect((await world.linkRow(paid)).status).toBe('completed');
    // Called again, also by another process, it returns so at once and queries no node.
    expect(await follow([world.blocks(world.block(11n))])).toEqual(HALT);
    expect((await findFollowFrom(ctx, 'sepolia')).at?.number).toBe(900n);
  });

  it('continues at its cursor once an operator lets it, and halts again while the chain is still wrong', async () => {
    const link = await insertLink(ctx.db);
    const [nine, ten] = [world.block(9n), world.block(10n)];
    await follow([world.blocks(nine)]);
    expect(await resumeNetwork(ctx, 'sepolia')).toBe(true);
    expect(await resumeNetwork(ctx, 'sepolia')).toBe(false);
    expect(await resumeNetwork(ctx, 'base')).toBe(false);
    expect(await follow([])).toEqual(HALT);
    expect(await resumeNetwork(ctx, 'sepolia')).toBe(true);
    const paying = world.blocks(ten, [world.transferOf(link, ten)]);
    expect(await follow([paying, world.blocks(world.block(11n))], false)).toBeUndefined();
    expect((await world.linkRow(link)).status).toBe('completed');
  });

  it('keeps the first reason, whichever process finds one next', async () => {
    await follow([world.blocks(world.block(9n))]);
    const other = { type: 'reorg', ancestor: undefined } as const;
    await expect(
      ingestChainUpdate(ctx, world.chain, { at: world.block(9n), update: other }),
    ).rejects.toThrow(DeepReorg);
    expect((await findFollowFrom(ctx, 'sepolia')).halt).toEqual(HALT);
  });

  it('does so also where none of its remembered blocks stands', async () => {
    const halt = await follow([
      world.blocks(world.block(9n)),
      { type: 'reorg', ancestor: undefined },
    ]);
    expect(halt?.reason).toContain('no remembered block is on this chain');
  });

  it('does so also where its follower does not have the final block', async () => {
    const link = await insertLink(ctx.db);
    const [nine, ten] = [world.block(9n), world.block(10n)];
    const paying = world.blocks(nine, [world.transferOf(link, nine)]);
    const called = { ...world.blocks(ten), finalizedNumber: 9n, finalizedAt: TEST_TIME };
    await follow([paying, called], false);
    expect(await finalizeTransfers(ctx, 100)).toBe(1);
    const halt = await follow([{ type: 'reorg', ancestor: world.block(8n) }], false);
    expect(halt?.reason).toContain('a payment in block 9 was final, and its block is gone');
    expect(await world.transferStatuses(link)).toEqual(['finalized']);
    expect((await world.linkRow(link)).status).toBe('completed');
  });
});
