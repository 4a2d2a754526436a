import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import type { Context } from '#context.ts';
import { watchDisks } from '#platform/disk-space.ts';
import { openMeter } from '#platform/metrics.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { type FaultProxy, faultProxy } from '../../../tests/support/fault-proxy.ts';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { setGauges } from './gauges.ts';
import { collectStatusAndProbe } from './status.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let base: TestNode;
let node: FaultProxy;
let chains: ReturnType<typeof connectChains>;
let ctx: Context;

beforeAll(async () => {
  [database, base] = await Promise.all([testDatabase(), openTestNode('base')]);
  node = await faultProxy(base.node.rpcUrl);
  const rpcUrls = [node.rpcUrl.replace('127.0.0.1', 'localhost')];
  const connection = { network: NETWORKS.base, rpcUrls, pollMs: 50 };
  chains = connectChains([connection], { log: pino({ level: 'silent' }) });
  ctx = { ...testContext({ db: database.db }), chains };
});
afterAll(async () => {
  await chains.close();
  await Promise.all([node.stop(), base[Symbol.asyncDispose]()]);
  await database[Symbol.asyncDispose]();
});

it('detects by itself that a node fails, and that it is back, where nothing else queries it', async () => {
  const isReported = async () =>
    (await collectStatusAndProbe(ctx)).alarms.some(({ kind }) => kind === 'no_node');
  expect(await isReported()).toBe(false);
  node.fault = { kind: 'breaks' };
  await expect.poll(isReported, { timeout: 20_000 }).toBe(true);
  node.fault = undefined;
  await expect.poll(isReported, { timeout: 20_000 }).toBe(false);
});

it('reports a folder whose disk cannot be read, and fails by a disk that is almost full', async () => {
  const home = { folder: 'home', findPath: async () => '/nowhere/at-all' } as const;
  const measureDisks = watchDisks([home], { limitMs: 30_000 });
  const unread = await collectStatusAndProbe({ ...ctx, measureDisks });
  const error = 'No such file or directory';
  expect(unread.disks).toEqual([
    { folder: 'home', freeBytes: null, sizeBytes: null, error, state: 'unknown' },
  ]);
  expect(unread.alarms.filter(({ kind }) => kind.startsWith('disk_'))).toEqual([]);
  const meter = openMeter();
  setGauges(meter, unread);
  expect(await meter.registry.metrics()).not.toMatch(/^disk_free_bytes\{/m);

  const space = { folder: 'home', freeBytes: 900, sizeBytes: 100_000, error: null } as const;
  const full = await collectStatusAndProbe({ ...ctx, measureDisks: async () => [space] });
  expect(full).toMatchObject({
    state: 'failing',
    healthy: false,
    disks: [{ state: 'almost_full' }],
  });
  setGauges(meter, full);
  expect(await meter.registry.metrics()).toContain('disk_free_bytes{folder="home"} 900');
});

it('counts a node by its place, as the counters of nodes do', async () => {
  const meter = openMeter();
  const status = await collectStatusAndProbe(ctx);
  expect(status.networks[0]?.nodes[0]?.name).toBe('1 (localhost)');
  setGauges(meter, status);
  expect(await meter.registry.metrics()).toContain('rpc_node_healthy{network="base",node="1"} 1');
});

it('is degraded while one node of two is down, and names it', async () => {
  const rpcUrls = [base.node.rpcUrl, node.rpcUrl.replace('127.0.0.1', 'localhost')];
  const connection = { network: NETWORKS.base, rpcUrls, pollMs: 50 };
  const log = pino({ level: 'silent' });
  // As in the command, which has queried no node before.
  const collect = async () => {
    const two = connectChains([connection], { log });
    await two.get('base')?.checkChainId();
    const { state, healthy, alarms, networks } = await collectStatusAndProbe({
      ...ctx,
      chains: two,
    });
    await two.close();
    const [, second] = networks[0]?.nodes ?? [];
    const messages = alarms
      .filter(({ kind }) => kind === 'node_away')
      .map(({ message }) => message);
    return { state, healthy, messages, second: second?.state };
  };
  await ctx.db
    .insertInto('chain_cursor')
    .values({
      network: 'base',
      block_number: 1n,
      block_hash: Buffer.alloc(32),
      head_number: 1n,
      updated_at: ctx.now(),
    })
    .execute();
  expect(await collect()).toEqual({
    state: 'well',
    healthy: true,
    messages: [],
    second: 'healthy',
  });
  node.fault = { kind: 'breaks' };
  expect(await collect()).toEqual({
    state: 'degraded',
    healthy: false,
    messages: [expect.stringContaining('base is left with 1 of 2 nodes: 2 (localhost) (')],
    second: expect.stringMatching(/^(failing|suspended)$/),
  });
  // Where two must agree, as is the default, one node is too few.
  const settings = { ...ctx.settings, agreement: { ...ctx.settings.agreement, nodesFor: () => 2 } };
  const two = connectChains([connection], { log });
  await two.get('base')?.checkChainId();
  const status = await collectStatusAndProbe({ ...ctx, chains: two, settings });
  await two.close();
  expect(status.networks[0]).toMatchObject({ agreement: 2, answering: 1 });
  expect(status.alarms.map(({ kind }) => kind)).toContain('too_few_nodes');
  node.fault = undefined;
});
