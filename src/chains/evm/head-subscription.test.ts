import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import type { HeadSubscription } from '../following/heads.ts';
import { openHeadSubscription } from './head-subscription.ts';

/** Long enough for a message to arrive on one machine. */
const ARRIVAL_MS = 500;

let base: TestNode;
let heads: HeadSubscription;

beforeAll(async () => {
  base = await openTestNode('base');
  await createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) }).setAutomine(true);
  heads = openHeadSubscription({
    urls: [base.node.rpcUrl.replace(/^http/, 'ws')],
    network: { ...base.chain.network, blockTimeMs: 100 },
    pollMs: 10,
    log: pino({ level: 'silent' }),
  });
  // The node first confirms the subscription.
  while ((await heads.wait(undefined)) !== 'new_head');
});
afterAll(async () => {
  heads.close();
  await base[Symbol.asyncDispose]();
});

async function mine(): Promise<string> {
  const client = createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });
  await client.mine({ blocks: 1 });
  const { hash } = await base.client.getBlock();
  await sleep(ARRIVAL_MS);
  return hash;
}

it('resolves for a new block, also where no caller waited when it came', async () => {
  const before = await mine();
  expect(await heads.wait(undefined)).toBe('new_head');
  await mine();
  expect(await heads.wait(before)).toBe('new_head');
});

it('does not resolve for a block that was found without it', async () => {
  const found = await mine();
  expect(await heads.wait(found)).toBe('waited');
});
