import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { readSandboxRates } from '#sandbox/price-feeds.ts';
import { writeSandboxFile } from '#sandbox/sandbox-file.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { runFlorinHere } from '../../../tests/support/run-florin.ts';
import { setRate } from './manage-rates.ts';

const Rates = z.object({
  rates: z.array(
    z.object({
      network: z.string(),
      pair: z.string(),
      rate: z.string(),
      foundAt: z.string().nullable(),
      sandboxOnly: z.boolean(),
    }),
  ),
});

let home: string;
let node: LocalNode;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-rates-'));
  node = await startLocalNode({ network: 'sepolia' });
  const { chainId, rpcUrl } = node;
  const nowhere = 'http://localhost:1';
  await writeSandboxFile(home, {
    ...{ apiUrl: nowhere, authUrl: nowhere, payUrl: nowhere, paymentUrl: nowhere, origin: nowhere },
    dashboardUrl: nowhere,
    ...{ apiKey: 'k', clientId: 'c', login: { email: 'e', password: 'p' } },
    payee: { ...TEST_ACCOUNTS.payee, destinationId: 'd' },
    payer: TEST_ACCOUNTS.payer,
    networks: {
      sepolia: { rpcUrl, chainId, tokens: {}, contracts: {} },
      // A node that ended.
      base: { rpcUrl: nowhere, chainId: 8453, tokens: {}, contracts: {} },
    },
  });
});
afterAll(async () => {
  await node.stop();
  await rm(home, { recursive: true, force: true });
});

/** Runs `florin sandbox` with these words on the test's data folder. */
const sandbox = (text: readonly string[]) =>
  runFlorinHere(['sandbox', ...text], { FLORIN_MODE: 'sandbox', FLORIN_HOME: home });

/** What a move of GBP, changed in part, says on standard error; it must not go well. */
async function refusalOf(
  environment: Readonly<Record<string, string>>,
  part: Partial<Parameters<typeof setRate>[1]>,
): Promise<string> {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.exitCode;
  try {
    const options = { pair: 'GBP', rate: '2', network: 'sepolia', ...part };
    await setRate({ FLORIN_MODE: 'sandbox', FLORIN_HOME: home, ...environment }, options);
    expect(process.exitCode).toBe(1);
    return said.mock.calls.join('');
  } finally {
    process.exitCode = before;
    said.mockRestore();
  }
}

const onSepolia = ['--network', 'sepolia'] as const;
const rateOf = async (symbol: string) =>
  (await readSandboxRates(node)).find((rate) => rate.symbol === symbol);

describe('florin sandbox rates', () => {
  it('prints the rates of the feeds, and marks them as tests', async () => {
    const { rates } = Rates.parse(
      JSON.parse((await sandbox(['rates', ...onSepolia, '--json'])).stdout),
    );
    const jpy = { network: 'sepolia', pair: 'JPY/USD', rate: '0.0067', foundAt: null };
    expect(rates).toContainEqual({ ...jpy, sandboxOnly: true });
    const { stdout } = await sandbox(['rates', ...onSepolia]);
    expect(stdout).toMatch(/sepolia +GBP\/USD +1\.27 +always fresh +yes\n/);
    expect(stdout).toContain('These are test feeds of the sandbox');
  });

  it('names the node that does not answer', async () => {
    expect(await sandbox(['rates'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The node of base does not answer: is the sandbox running?\n',
    });
  });
});

describe('florin sandbox rate', () => {
  it('moves a feed, fresh or old', async () => {
    const fresh = await sandbox(['rate', 'eur/usd', '1.25', ...onSepolia]);
    expect(fresh.stdout).toContain('1 EUR is 1.25 USD, always fresh, on sepolia.\n');
    expect(await rateOf('EUR')).toMatchObject({ answer: 1_25000000n, foundAt: undefined });
    const old = await sandbox(['rate', 'EUR', '1.3', '--age', '3600', ...onSepolia, '--json']);
    expect(JSON.parse(old.stdout)).toEqual({
      symbol: 'EUR',
      rate: '1.3',
      ageSeconds: 3600,
      networks: ['sepolia'],
    });
    expect(await rateOf('EUR')).toMatchObject({ answer: 1_30000000n, foundAt: expect.any(Date) });
  });

  it.each([
    [{ pair: 'CHF' }, /^There is no test feed of CHF: there are EUR, GBP, CNY, JPY, ETH, USDC/],
    [{ pair: 'USD/EUR' }, /^There is no test feed of USD\/EUR/],
    [{ rate: '0' }, /^the rate must be greater than 0\n$/],
    [{ rate: '1e2' }, /^the rate must be a plain decimal number/],
    [{ rate: '1.123456789' }, /^the rate has 9 decimals, but a feed has 8\n$/],
    [{ age: '-5' }, /^--age must be whole seconds, from 0 to 315360000\.\n$/],
    [{ age: '999999999' }, /^--age must be whole seconds/],
    [{ network: 'bsc' }, /^This sandbox has no network bsc: it has sepolia, base\.\n$/],
  ])('refuses %j with a sentence, and moves nothing', async (part, sentence) => {
    expect(await refusalOf({}, part)).toMatch(sentence);
    expect(await rateOf('GBP')).toMatchObject({ answer: 1_27000000n, foundAt: undefined });
  });

  it('is refused in production', async () => {
    const production = {
      FLORIN_MODE: 'production',
      DATABASE_URL: 'postgres://florin@db.example/florin',
      SECRET_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      RPC_URL_SEPOLIA: node.rpcUrl,
      API_URL: 'https://api.example',
      AUTH_URL: 'https://auth.example',
      PAY_URL: 'https://pay.example',
    };
    expect(await refusalOf(production, {})).toMatch(/^Only the sandbox has rates to move/);
    expect(await rateOf('GBP')).toMatchObject({ answer: 1_27000000n, foundAt: undefined });
  });
});
