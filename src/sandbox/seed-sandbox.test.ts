import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NetworkId } from '#catalog/networks.ts';
import { testContext, testDatabase } from '../../tests/support/database.ts';
import { connected, stillChain } from '../../tests/support/still-chain.ts';
import { readEarlierSandbox, readSandboxFile, writeSandboxFile } from './sandbox-file.ts';
import { seedSandbox } from './seed-sandbox.ts';
import { TEST_ACCOUNTS, TEST_SAFE, TEST_SMART_ACCOUNT } from './test-accounts.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let home: string;
beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'florin-seed-'));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await database[Symbol.asyncDispose]();
});

const urls = {
  api: 'http://localhost:8080',
  auth: 'http://localhost:8081',
  pay: 'http://localhost:8082',
  dashboard: 'http://localhost:8083',
};

it('keeps the account of a release that made no way to sign in, and adds one', async () => {
  const ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  const seed = async () =>
    await seedSandbox(ctx, { urls, rpcUrls: new Map(), before: await readEarlierSandbox(home) });
  const first = await seed();
  await writeSandboxFile(home, first);
  expect(await seed()).toEqual(first);

  const path = join(home, 'sandbox.json');
  const { login: _, ...withoutLogin } = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify(withoutLogin));
  expect(await readSandboxFile(home)).toBeUndefined();
  const upgraded = await seed();
  expect(upgraded).toMatchObject({
    apiKey: first.apiKey,
    clientId: first.clientId,
    paymentUrl: first.paymentUrl,
  });
  expect(upgraded.login.email).not.toBe(first.login.email);
});

it('gives the inbox one endpoint that follows the pay host, and starts where none is allowed', async () => {
  const ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  const seedAt = async (pay: string) => {
    const before = await readEarlierSandbox(home);
    const file = await seedSandbox(ctx, { urls: { ...urls, pay }, rpcUrls: new Map(), before });
    await writeSandboxFile(home, file);
    return file.inbox;
  };
  const endpoints = async () =>
    await database.db
      .selectFrom('webhook_endpoint')
      .select(['url', 'is_observer'])
      .where('removed_at', 'is', null)
      .execute();
  // It only observes, so that events of links of the API key have the same receivers as without it.
  const inbox = { url: 'http://localhost:9082/inbox/hook', is_observer: true };
  const first = await seedAt(urls.pay);
  expect(await seedAt(urls.pay)).toEqual(first);

  const moved = await seedAt('http://localhost:9082');
  expect(moved?.secret).not.toBe(first?.secret);
  expect(await endpoints()).toEqual([inbox]);

  await rm(join(home, 'sandbox.json'));
  const again = await seedAt('http://localhost:9082');
  expect(again?.secret).not.toBe(moved?.secret);
  expect(await endpoints()).toEqual([inbox]);

  expect(await seedAt('http://192.168.1.2:9082')).toBeUndefined();
  expect(await endpoints()).toEqual([]);
});

it('describes Tron as the other networks, and the accounts by their addresses there', async () => {
  const ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  const nodeUrl = 'http://127.0.0.1:9';
  const rpcUrls = new Map(['sepolia', 'tron'].map((id) => [id, [nodeUrl]] as const));
  const file = await seedSandbox(ctx, { urls, rpcUrls, before: undefined });
  expect(file.networks['tron']).toEqual({
    rpcUrl: nodeUrl,
    chainId: 728126428,
    tokens: {
      'USDT-tron': 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'USDC-tron': 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    },
    contracts: {
      erc20FeeProxy: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
      erc20BatchPayments: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D',
    },
  });
  expect(file.payer.tronAddress).toBe('TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG');
  expect(file.payee.tronAddress).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
});

it.each<[NetworkId[], number]>([
  [['mainnet', 'base'], 1],
  [['base', 'mainnet'], 8453],
  [['base', 'sepolia'], 11155111],
])('is paid on Sepolia, or on the first network: %j', async (networks, chainId) => {
  const chains = connected(...networks.map((id) => stillChain(id)));
  const ctx = testContext({ db: database.db, chains });
  const rpcUrls = new Map(networks.map((id) => [id, ['http://127.0.0.1:9']] as const));
  const file = await seedSandbox(ctx, { urls, rpcUrls, before: undefined });
  expect(file.payee.destinationId).toContain(`@eip155:${chainId}`);
  expect(Object.keys(file.networks).sort()).toEqual(networks.toSorted());
});

it('names the accounts that are contracts where a network has them', async () => {
  const ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  const seedOn = async (...networks: NetworkId[]) => {
    const rpcUrls = new Map(networks.map((id) => [id, ['http://127.0.0.1:1']]));
    const { safe, smartAccount } = await seedSandbox(ctx, { urls, rpcUrls, before: undefined });
    return { safe, smartAccount };
  };
  expect(await seedOn('sepolia', 'tron')).toMatchObject({
    safe: { address: TEST_SAFE.address, owners: TEST_SAFE.owners, threshold: 2 },
    smartAccount: {
      address: TEST_SMART_ACCOUNT.address,
      owner: { address: TEST_ACCOUNTS.payer.address },
    },
  });
  expect(await seedOn()).toEqual({ safe: undefined, smartAccount: undefined });
});
