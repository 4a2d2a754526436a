import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';

const PATH = '/v1/admin/health';

/** What operators write into the URL of a node; nothing listens on the port. */
const KEY = 'a-key-of-the-operator';

let host: AdministrationHost;
let chains: ReturnType<typeof connectChains>;
beforeAll(async () => {
  const rpcUrls = [`http://user:${KEY}@localhost:9/${KEY}`];
  const log = pino({ level: 'silent' });
  chains = connectChains([{ network: NETWORKS.base, rpcUrls, pollMs: 50 }], { log });
  host = await administrationHost({ chains });
});
afterAll(async () => {
  await chains.close();
  await host[Symbol.asyncDispose]();
});

const view = async () => await host.callAt('GET', PATH, { token: host.administrator });

describe('200', () => {
  it('says how database, queues, networks and providers are', async () => {
    expect(await view()).toMatchObject({
      status: 200,
      body: {
        release: expect.stringMatching(/^\d+\.\d+\.\d+/),
        database: {
          version: expect.stringMatching(/^\d+/),
          schema: expect.stringMatching(/^\d{4}_\w+$/),
          latencyMs: expect.any(Number),
          connections: expect.any(Number),
          connectionsMax: expect.any(Number),
          clockAheadMs: null,
        },
        disks: [],
        networks: [{ network: 'base', hasNodes: true, cursor: null, halted: null }],
        providers: [],
      },
    });
  });

  it('counts what waits and what was given up', async () => {
    const { queues } = Object((await view()).body);
    expect(queues).toContainEqual({
      queue: 'webhook_deliveries',
      waiting: 0,
      oldestSeconds: null,
      givenUp: 0,
    });
    expect(queues).toContainEqual({
      queue: 'held_payments',
      waiting: 0,
      oldestSeconds: null,
      givenUp: null,
    });
  });

  it('names a node that does not answer and why, and never what its URL holds', async () => {
    const node = async () => Object((await view()).body).networks[0].nodes[0];
    await expect.poll(async () => (await node()).lastError, { timeout: 120_000 }).not.toBeNull();
    const { status, body } = await view();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'failing',
      alarms: [{ kind: 'no_node', level: 'error', network: 'base' }, { kind: 'not_followed' }],
    });
    expect(await node()).toMatchObject({ name: '1 (localhost)', head: null });
    expect(JSON.stringify(body)).not.toContain(KEY);
  });

  it('is of the whole installation, whoever asks for it', async () => {
    const { networks } = Object((await view()).body);
    const { token } = await host.register();
    const asOther = await host.callAt('GET', PATH, { token });
    expect(asOther.status).toBe(404);
    expect(networks).toHaveLength(1);
  });
});

describe('400', () => {
  it('takes no query', async () => {
    const answer = await host.callAt('GET', `${PATH}?network=base`, { token: host.administrator });
    expect(answer.status).toBe(400);
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: PATH });
});
