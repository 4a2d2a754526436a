import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type CatalogHost,
  catalogHost,
  describeCatalogCallers,
  USDC_ON_BASE,
} from '../../../../tests/support/catalog-host.ts';

let host: CatalogHost;
beforeAll(async () => {
  host = await catalogHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const List = z.array(z.looseObject({ id: z.string(), network: z.string(), symbol: z.string() }));
const list = async (query = '') => List.parse((await host.get(`/v2/currencies${query}`)).body);
const ids = async (query: string) => (await list(query)).map(({ id }) => id);

describe('200, 304, 401 and 403', () => {
  describeCatalogCallers('/v2/currencies?network=base', () => host);
});

describe('200', () => {
  it('lists more than five hundred currencies, curated ones first, none twice', async () => {
    const all = await list();
    expect(all.length).toBeGreaterThan(500);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual(['USDC-mainnet', 'USDT-mainnet']);
    expect(all.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['ETH-sepolia-sepolia', 'FAU-sepolia', 'USDT-tron', 'JPY']),
    );
  });

  it('lists what fits a network, a symbol or both', async () => {
    for (const { network } of await list('?network=sepolia')) expect(network).toBe('sepolia');
    for (const { symbol } of await list('?symbol=USDC')) expect(symbol).toBe('USDC');
    expect(await list('?network=base&symbol=USDC')).toEqual([USDC_ON_BASE]);
    expect(await ids('?network=fiat')).toEqual(['USD', 'EUR', 'GBP', 'CNY', 'JPY']);
    expect(await list('?network=base&symbol=USDC&firstOnly=false')).toEqual([USDC_ON_BASE]);
  });

  it('answers one by itself where firstOnly or an id selects one', async () => {
    const one = { status: 200, body: USDC_ON_BASE };
    const first = '/v2/currencies?network=base&symbol=USDC&firstOnly=true';
    expect(await host.get(first)).toMatchObject(one);
    expect(await host.get('/v2/currencies?id=USDC-base')).toMatchObject(one);
    expect(await host.get('/v2/currencies?id=USDC-base&firstOnly=true')).toMatchObject(one);
  });

  it.each([
    ['?id=USDT0-matic', 'USDT-matic'],
    ['?id=fUSDC-sepolia', 'USDC-sepolia'],
    ['?id=USDCn-optimism', 'USDC-optimism'],
    ['?id=ETH-base', 'ETH-base-base'],
    ['?network=matic&symbol=USDT0&firstOnly=true', 'USDT-matic'],
    ['?network=matic&symbol=USDCn&firstOnly=true', 'USDC-matic'],
    ['?network=arbitrum-one&symbol=ETH&firstOnly=true', 'AETH-arbitrum-one'],
  ])('resolves another spelling to what is listed: %s', async (query, id) => {
    const { body } = await host.get(`/v2/currencies${query}`);
    expect(body).toMatchObject({ id });
  });

  it('finds a token that is merely listed', async () => {
    const { body } = await host.get('/v2/currencies?id=WETH-mainnet');
    expect(body).toMatchObject({
      address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      type: 'ERC20',
      decimals: 18,
    });
  });
});

describe('400', () => {
  it('answers a firstOnly that is neither true nor false with an issue array', async () => {
    const answer = await host.get('/v2/currencies?firstOnly=yes');
    expect(answer).toMatchObject({
      status: 400,
      body: {
        statusCode: 400,
        error: 'Bad Request',
        code: 'invalid_request',
        message: [
          {
            code: 'custom',
            path: ['firstOnly'],
            message: "firstOnly must be 'true' or 'false' if provided",
          },
        ],
      },
    });
  });

  it.each([
    ['?firstOnly=true', ['network', 'symbol']],
    ['?firstOnly=true&network=base', ['symbol']],
    ['?firstOnly=true&symbol=USDC', ['network']],
  ])('requires what firstOnly needs: %s', async (query, fields) => {
    const { status, body } = await host.get(`/v2/currencies${query}`);
    const errors = fields.map((field) => ({
      field,
      message: `${field} is required with firstOnly`,
    }));
    expect([status, body]).toEqual([400, expect.objectContaining({ errors })]);
  });

  it.each([
    ['a filter that it does not know', '?chain=base', 'chain'],
    ['an empty filter', '?symbol=', 'symbol'],
    ['a filter that came twice', '?symbol=USDC&symbol=USDT', 'symbol'],
    ['a filter longer than any id', `?id=${'x'.repeat(51)}`, 'id'],
  ])('refuses %s', async (_what, query, field) => {
    const answer = await host.get(`/v2/currencies${query}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

describe('404', () => {
  it.each([
    '?id=USDC-nowhere',
    '?id=usdc-base',
    '?id=constructor',
    '?id=USDC-base&network=matic',
    '?network=nowhere',
    '?network=base&symbol=FAU&firstOnly=true',
    '?network=base&symbol=USDT0',
  ])('says in the words of the public API that nothing fits: %s', async (query) => {
    const answer = await host.get(`/v2/currencies${query}`);
    expect(answer).toMatchObject({
      status: 404,
      body: { statusCode: 404, message: 'Token not found', error: 'Not Found' },
    });
  });
});
