import { pino } from 'pino';
import { createTestClient, http, publicActions } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import type { Context } from '#context.ts';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { followChain } from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let node: LocalNode;
let ctx: Context;

beforeAll(async () => {
  [database, node] = await Promise.all([testDatabase(), startLocalNode({ network: 'base' })]);
  const { settings, ...rest } = testContext({ db: database.db });
  ctx = { ...rest, settings: { ...settings, mode: 'production', firstBlockOf: () => undefined } };
});
afterAll(async () => {
  await Promise.all([database[Symbol.asyncDispose](), node.stop()]);
});

describe('following a network', () => {
  const cursor = async () => (await findFollowFrom(ctx, 'base')).at?.number ?? -1n;

  const anvil = () =>
    createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) }).extend(publicActions);
  const followPast = async (number: bigint, by = ctx) => {
    const log = pino({ level: 'silent' });
    const chain = evmChain({ network: NETWORKS.base, rpcUrls: [node.rpcUrl], pollMs: 20, log });
    const stop = new AbortController();
    const following = followChain(by, chain, stop.signal);
    await Promise.race([
      expect.poll(cursor, { timeout: 120_000, interval: 20 }).toBeGreaterThan(number),
      following,
    ]);
    stop.abort();
    await following;
  };

  it('continues in production when the first scanned block is gone', async () => {
    await anvil().mine({ blocks: 20 });
    await followPast(-1n);
    const seen = await cursor();
    await anvil().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
      method: 'anvil_reorg',
      // No deeper: two blocks below its head the node calls them final.
      params: [2, []],
    });
    await anvil().mine({ blocks: 3 });
    await followPast(seen);
  });

  it('logs once that the nodes’ final block, or safe block where it is used, is too old', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => lines.push(line) });
    const { timestamp } = await anvil().getBlock();
    const later = new Date((Number(timestamp) + 3 * 3_600) * 1_000);
    const rule = { by: 'safe_tag', fallbackBlocks: 200 } as const;
    const follow = async (settings: Context['settings']) => {
      await anvil().mine({ blocks: 1 });
      await followPast(await cursor(), { ...ctx, settings, log, now: () => later });
      return lines.splice(0).filter((line) => line.includes('is too old'));
    };
    const [first, ...none] = await follow(ctx.settings);
    expect([first, none]).toEqual([expect.stringContaining('the nodes’ final block'), []]);
    const [final, safe, ...more] = await follow({ ...ctx.settings, confirmationsFor: () => rule });
    expect([final, more]).toEqual([expect.stringContaining('the nodes’ final block'), []]);
    expect(safe).toContain('the nodes’ safe block');
  });
});
