import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { keyedAccount } from '../../../../tests/support/keyed-account.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { listNetworkStatesEndpoint } from './list-network-states.ts';

const REASON = 'https://node.example/secret disagrees';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let keys: readonly string[];
beforeAll(async () => {
  database = await testDatabase();
  const chains = connected(stillChain('base'), stillChain('sepolia'), stillChain('tron'));
  const ctx = testContext({ db: database.db, chains });
  keys = [(await keyedAccount(ctx)).apiKey, (await keyedAccount(ctx)).apiKey];
  const scanned = { block_hash: Buffer.alloc(32), updated_at: ctx.now() };
  await database.db
    .insertInto('chain_cursor')
    .values([
      { ...scanned, network: 'base', block_number: 7n, head_number: 9n },
      {
        ...scanned,
        network: 'sepolia',
        block_number: 5n,
        head_number: 5n,
        halted_at: ctx.now(),
        halted_reason: REASON,
      },
    ])
    .execute();
  host = await moduleHost({
    ctx,
    counts: database.pool,
    host: 'api',
    endpoints: [listNetworkStatesEndpoint],
  });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const list = (key?: string, query = '') =>
  host.app.inject({
    url: `/v2/dashboard/networks${query}`,
    ...(key !== undefined && { headers: { 'x-api-key': key } }),
  });

describe('200', () => {
  it('says the same to every account: how far each network was read, and nothing of why', async () => {
    const [own, other] = await Promise.all(keys.map((key) => list(key)));
    const at = '2026-01-02T03:04:05.000Z';
    expect(own?.json()).toEqual({
      at,
      networks: [
        {
          network: 'base',
          name: 'Base',
          state: 'up',
          scannedBlock: 7,
          lagBlocks: 2,
          scannedAt: at,
        },
        {
          network: 'sepolia',
          name: 'Sepolia',
          state: 'halted',
          scannedBlock: 5,
          lagBlocks: 0,
          scannedAt: at,
        },
        {
          network: 'tron',
          name: 'Tron',
          state: 'not_followed',
          scannedBlock: null,
          lagBlocks: null,
          scannedAt: null,
        },
      ],
    });
    expect(other?.json()).toEqual(own?.json());
  });
});

describe('400', () => {
  it('refuses a query', async () => {
    expect((await list(keys[0], '?network=base')).statusCode).toBe(400);
  });
});

describe('401', () => {
  it('refuses a caller without a credential', async () => {
    expect((await list()).statusCode).toBe(401);
  });
});
