import { pino } from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import type { Context } from '#context.ts';
import { type LocalNode, startLocalNode } from '#processes/sandbox/local-nodes.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { findFollowFrom, followChain } from './index.ts';

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

  it('goes on in production when the first block that it ever saw is gone', async () => {
    const anvil = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
    const chain = evmChain({
      network: NETWORKS.base,
      rpcUrls: [node.rpcUrl],
      pollMs: 20,
      log: pino({ level: 'silent' }),
    });
    const followPast = async (number: bigint) => {
      const stop = new AbortController();
      const following = followChain(ctx, chain, stop.signal);
      await Promise.race([
        expect.poll(cursor, { timeout: 10_000, interval: 20 }).toBeGreaterThan(number),
        following,
      ]);
      stop.abort();
      await following;
    };
    await anvil.mine({ blocks: 20 });
    await followPast(-1n);
    const seen = await cursor();
    await anvil.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
      method: 'anvil_reorg',
      // No deeper: two blocks below its head the node calls them final.
      params: [2, []],
    });
    await anvil.mine({ blocks: 3 });
    await followPast(seen);
  });
});
