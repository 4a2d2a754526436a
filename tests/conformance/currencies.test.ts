import { getAddress } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld();
});

const Currency = z.strictObject({
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  address: z.string(),
  network: z.string(),
  type: z.string(),
  hash: z.string(),
  chainId: z.int(),
});
const send = (path: string) => sendToHost(`${world.apiUrl}/v2/currencies${path}`);
const list = async (query = '') => z.array(Currency).parse((await send(query)).body);
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The table of the specification. */
const SPECIFIED = [
  ['mainnet', 1, ['USDC', 'USDT']],
  ['arbitrum-one', 42_161, ['USDC', 'USDT']],
  ['optimism', 10, ['USDC', 'USDT']],
  ['base', 8_453, ['USDC', 'USDT']],
  ['matic', 137, ['USDC', 'USDT']],
  ['bsc', 56, ['USDC', 'USDT']],
  ['tron', 728_126_428, ['USDC', 'USDT']],
  ['sepolia', 11_155_111, ['FAU', 'USDC', 'USDT']],
] as const;

describe('specification, networks and currencies', () => {
  it.each(SPECIFIED)(
    'lists the tokens of %s by <symbol>-<network>',
    async (id, chainId, symbols) => {
      const rows = await list(`?network=${id}`);
      expect(idsOf(rows)).toEqual(
        expect.arrayContaining(symbols.map((symbol) => `${symbol}-${id}`)),
      );
      for (const row of rows)
        expect([row.chainId, row.id]).toEqual([chainId, `${row.symbol}-${id}`]);
    },
  );

  it('holds more than 500 tokens', async () => {
    const tokens = (await list()).filter(({ type }) => type === 'ERC20' || type === 'TRC20');
    expect(tokens.length).toBeGreaterThan(500);
  });

  it('lists fiat invoice currencies by their bare codes', async () => {
    expect(idsOf(await list('?network=fiat')).sort()).toEqual(['CNY', 'EUR', 'GBP', 'JPY', 'USD']);
  });

  it('takes USDT0 for USDT on Arbitrum One, Optimism and Polygon, and nowhere else', async () => {
    for (const network of ['arbitrum-one', 'optimism', 'matic']) {
      const { body } = await send(`?id=USDT0-${network}`);
      expect(body).toMatchObject({ id: `USDT-${network}`, symbol: 'USDT' });
    }
    expect(await send('?id=USDT0-base')).toMatchObject({ status: 404 });
  });

  it('gives addresses in EIP-55 form and hashes in lower case (decision 9)', async () => {
    for (const { address, hash, type } of await list()) {
      expect(hash).toBe(address.toLowerCase());
      if (type !== 'TRC20') expect(getAddress(address)).toBe(address);
    }
  });
});

describe('specification, GET /v2/currencies', () => {
  it('answers the example of wire facts 11 to anybody, without any credential', async () => {
    const answer = await send('?network=base&symbol=USDC&firstOnly=true');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      id: 'USDC-base',
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      network: 'base',
      type: 'ERC20',
      hash: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      chainId: 8453,
    });
  });

  it('answers a bare array, and a single object for an id (5.8)', async () => {
    expect(idsOf(await list('?symbol=FAU'))).toEqual(['FAU-sepolia']);
    expect(Currency.parse((await send('?id=FAU-sepolia')).body)).toMatchObject({ decimals: 18 });
  });

  it.each(['USDCn-matic', 'USDCn-optimism', 'fUSDC-sepolia', 'fUSDT-sepolia'])(
    'resolves %s of the public token list (3.3)',
    async (id) => {
      expect(await send(`?id=${id}`)).toMatchObject({ status: 200 });
      expect(idsOf(await list())).not.toContain(id);
    },
  );

  it('says Token not found, and shows a bad firstOnly as an issue array (2.1, 5.8)', async () => {
    const missing = await send('?symbol=NOPE&network=base&firstOnly=true');
    expect(missing).toMatchObject({
      status: 404,
      body: { statusCode: 404, message: 'Token not found', error: 'Not Found' },
    });
    const bad = await send('?firstOnly=maybe');
    expect(bad).toMatchObject({
      status: 400,
      body: {
        message: [
          {
            code: 'custom',
            message: "firstOnly must be 'true' or 'false' if provided",
            path: ['firstOnly'],
          },
        ],
      },
    });
  });
});

describe('specification, GET /v2/currencies/{currencyId}/conversion-routes', () => {
  const Routes = z.looseObject({ conversionRoutes: z.array(Currency) });
  const routes = async (path: string) => Routes.parse((await send(path)).body).conversionRoutes;

  it('answers the example of wire facts 11, with both network keys', async () => {
    const { status, body } = await send('/USD/conversion-routes?network=sepolia');
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(['conversionRoutes', 'currencyId', 'network', 'networks']);
    expect(body).toMatchObject({ currencyId: 'USD', network: 'sepolia', networks: null });
    expect(idsOf(await routes('/USD/conversion-routes?network=sepolia'))).toContain('FAU-sepolia');
  });

  it('takes a list of networks (5.8)', async () => {
    const { body } = await send('/EUR/conversion-routes?networks=mainnet,matic');
    expect(body).toMatchObject({ network: null, networks: ['mainnet', 'matic'] });
  });

  it.each(['USD', 'EUR', 'CNY', 'GBP', 'JPY'])(
    'converts %s into USDC, USDT, DAI and FAU alone',
    async (code) => {
      const symbols = (await routes(`/${code}/conversion-routes`)).map(({ symbol }) => symbol);
      expect([...new Set(symbols)].sort()).toEqual(['DAI', 'FAU', 'USDC', 'USDT']);
    },
  );

  it('echoes the id of a token, and knows no routes of one that does not exist', async () => {
    const { body } = await send('/FAU-sepolia/conversion-routes');
    expect(body).toMatchObject({ currencyId: 'FAU-sepolia' });
    expect(await send('/NOPE-sepolia/conversion-routes')).toMatchObject({
      status: 404,
      body: { message: 'Token not found' },
    });
  });
});
