import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import { openMeter } from '#platform/metrics.ts';
import { observeProvider } from '#providers/observe-provider.ts';
import { bridgedChain, sampleProvider } from '../../../tests/support/bridged-chains.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { settlementWorld } from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { createMonitoringHost } from './monitoring-host.ts';
import { probeRouteProvider } from './route-provider-status.ts';
import { collectStatus, type Status } from './status.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

let status: () => Promise<Status>;
let statusWithoutNodes: () => Promise<Status>;
beforeEach(async () => {
  const chains = connected(stillChain('sepolia'));
  const confirmationsFor = () => ({ by: 'depth' as const, blocks: 5 });
  const plain = testContext({ db: database.db });
  const ctx = { ...plain, chains, settings: { ...plain.settings, confirmationsFor } };
  const world = await settlementWorld(ctx);
  const link = await insertLink(ctx.db);
  const transfer = world.transferOf(link, world.block(9n));
  await world.happen(ctx, world.blocks(world.block(10n), [transfer]));
  status = () => collectStatus(ctx);
  const now = () => new Date(TEST_TIME.getTime() + 86_400_000);
  statusWithoutNodes = () => collectStatus({ ...ctx, chains: connected(), now });
});

const hostOf = (read: () => Promise<Status> = status) =>
  createMonitoringHost({
    meter: openMeter(),
    status: read,
    ready: async () => ({ ready: true, checks: [{ name: 'database', ok: true }] }),
    log: pino({ level: 'silent' }),
  });

const away = () => Promise.reject(new Error('connect ECONNREFUSED'));

describe('/status', () => {
  it('reports the state of networks and queues', async () => {
    const answer = await hostOf().inject('/status');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      at: TEST_TIME.toISOString(),
      schema: expect.stringMatching(/^\d{4}_/),
      networks: [{ network: 'sepolia', cursor: 10, seen: 1, awaitingAgreement: 0, halted: null }],
      webhooks: { eventsWaiting: 0, waiting: 0, lateSeconds: 0, lost: 0 },
    });
  });

  it('reports the route provider as this process has observed it', async () => {
    let elapsedMs = 0;
    const answers: (Error | undefined)[] = [undefined, new Outage('sample answered 500')];
    const readStatus = async () => {
      elapsedMs += 40;
      const answer = answers.shift();
      if (answer !== undefined) throw answer;
      return undefined;
    };
    const routes = observeProvider(
      { ...sampleProvider(), readStatus },
      { elapsedMs: () => elapsedMs, now: () => TEST_TIME },
    );
    const chains = connected(bridgedChain('base'));
    const ctx = { ...testContext({ db: database.db }), chains, routes };
    const read = async () => (await hostOf(() => collectStatus(ctx)).inject('/status')).json();
    const none = { name: 'sample', latencyMs: null, errors: 0, lastError: null };
    expect(await read()).toMatchObject({ routeProvider: none });
    await probeRouteProvider(ctx);
    expect(await read()).toMatchObject({ routeProvider: { ...none, latencyMs: 40 } });
    await expect(probeRouteProvider(ctx)).rejects.toThrow('500');
    expect(await read()).toMatchObject({
      routeProvider: { name: 'sample', latencyMs: 40, errors: 1, lastError: 'sample answered 500' },
    });
    const without = await hostOf(() => collectStatus({ ...ctx, routes: undefined })).inject(
      '/status',
    );
    expect(without.json()).toMatchObject({ routeProvider: null });
  });

  it('names a network whose nodes were taken out of the settings, which needs no action', async () => {
    const answer = await hostOf(statusWithoutNodes).inject('/status');
    expect(answer.json()).toMatchObject({
      state: 'well',
      networks: [{ network: 'sepolia', hasNodes: false, cursor: 10, lagBlocks: null, nodes: [] }],
      alarms: [],
    });
  });

  it('is 503 while the database is away', async () => {
    const answer = await hostOf(away).inject('/status');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'database_away' });
  });
});

describe('/metrics', () => {
  it('exposes the gauges of the database and of the process, as Prometheus reads them', async () => {
    const answer = await hostOf().inject('/metrics');
    expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(answer.body).toContain('chain_head_lag_blocks{network="sepolia"} 0\n');
    expect(answer.body).toContain('transfers_waiting{network="sepolia",reason="depth"} 1\n');
    expect(answer.body).toMatch(/^process_cpu_seconds_total \d/m);
  });

  it('exposes nothing about the chain of a network without nodes here', async () => {
    const answer = await hostOf(statusWithoutNodes).inject('/metrics');
    expect(answer.body).toContain('florin_info{');
    expect(answer.body).not.toContain('network="sepolia"');
  });

  it('leaves out database gauges while the database is unreachable, and exposes the rest', async () => {
    let read = status;
    const host = hostOf(() => read());
    expect((await host.inject('/metrics')).body).toContain('chain_halted{network="sepolia"} 0');
    read = away;
    const answer = await host.inject('/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('chain_halted{');
    expect(answer.body).toMatch(/^process_cpu_seconds_total \d/m);
  });
});

it('/healthz and /readyz are there too', async () => {
  const host = hostOf();
  expect((await host.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await host.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
});
