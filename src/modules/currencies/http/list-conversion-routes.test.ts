import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { CURRENCIES } from '#catalog/currencies.ts';
import {
  type CatalogHost,
  catalogHost,
  describeCatalogCallers,
  USDC_ON_BASE,
} from '../../../../tests/support/catalog-host.ts';

let sandbox: CatalogHost;
let production: CatalogHost;
beforeAll(async () => {
  [sandbox, production] = await Promise.all([catalogHost('sandbox'), catalogHost('production')]);
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  await production[Symbol.asyncDispose]();
});

const Routes = z.strictObject({
  currencyId: z.string(),
  network: z.string().nullable(),
  networks: z.array(z.string()).nullable(),
  conversionRoutes: z.array(z.looseObject({ id: z.string(), network: z.string() })),
});
const send = (host: CatalogHost, currencyId: string, query = '') =>
  host.get(`/v2/currencies/${currencyId}/conversion-routes${query}`);
const routes = async (host: CatalogHost, currencyId: string, query = '') =>
  Routes.parse((await send(host, currencyId, query)).body);
const idsOf = ({ conversionRoutes }: z.infer<typeof Routes>) =>
  conversionRoutes.map(({ id }) => id);

describe('200, 304, 401 and 403', () => {
  describeCatalogCallers('/v2/currencies/USD/conversion-routes', () => sandbox);
});

describe('200', () => {
  it('returns full currencies beside the parameters', async () => {
    const { body } = await send(production, 'USD', '?network=base');
    expect(body).toEqual({
      currencyId: 'USD',
      network: 'base',
      networks: null,
      conversionRoutes: [USDC_ON_BASE],
    });
  });

  it('searches one network, at several, at both that were named, or at all', async () => {
    const all = await routes(sandbox, 'EUR');
    expect([all.network, all.networks]).toEqual([null, null]);
    expect(new Set(all.conversionRoutes.map(({ network }) => network)).size).toBeGreaterThan(5);
    const several = await routes(sandbox, 'EUR', '?networks=mainnet,%20bsc');
    expect(several).toMatchObject({ network: null, networks: ['mainnet', 'bsc'] });
    expect(new Set(several.conversionRoutes.map(({ network }) => network))).toEqual(
      new Set(['mainnet', 'bsc']),
    );
    const both = await routes(sandbox, 'EUR', '?network=base&networks=mainnet,bsc');
    expect(both).toMatchObject({ network: 'base', networks: ['mainnet', 'bsc'] });
    expect(idsOf(both)).toEqual(expect.arrayContaining([...idsOf(several), 'USDC-base']));
  });

  it('names a token exactly where price feeds lead to it', async () => {
    for (const [host, options] of [
      [sandbox, { sandbox: true }],
      [production, { sandbox: false }],
    ] as const) {
      for (const code of ['USD', 'EUR', 'GBP', 'CNY', 'JPY']) {
        const led = CURRENCIES.filter((row) => conversionPath(code, row, options) !== undefined);
        const named = idsOf(await routes(host, code));
        expect([code, [...named].sort()]).toEqual([code, led.map(({ id }) => id).sort()]);
      }
    }
  });

  it('counts the own price feeds of the sandbox only there', async () => {
    expect(idsOf(await routes(sandbox, 'USD', '?network=sepolia'))).toContain('USDC-sepolia');
    const real = idsOf(await routes(production, 'USD', '?network=sepolia'));
    expect(real).toContain('FAU-sepolia');
    expect(real).not.toContain('USDC-sepolia');
  });

  it('omits what has no path: yuan on Optimism and BNB Smart Chain', async () => {
    expect(idsOf(await routes(production, 'CNY', '?networks=optimism,bsc'))).toEqual([]);
  });

  it.each(['FAU-sepolia', 'fUSDC-sepolia', 'WETH-mainnet', 'ETH-base-base'])(
    'echoes %s, which is paid as it is and converted into nothing',
    async (currencyId) => {
      const answer = await routes(sandbox, currencyId);
      expect(answer).toMatchObject({ currencyId, conversionRoutes: [] });
    },
  );

  it('leads nowhere on networks without conversion or on unknown networks', async () => {
    for (const network of ['tron', 'nowhere']) {
      expect(idsOf(await routes(sandbox, 'USD', `?network=${network}`))).toEqual([]);
    }
  });
});

describe('400', () => {
  it.each([
    ['a filter that it does not know', '?symbol=USDC', 'symbol'],
    ['an empty network', '?network=', 'network'],
    ['more networks than there are', `?networks=${'base,'.repeat(101)}`, 'networks'],
  ])('refuses %s', async (_what, query, field) => {
    const answer = await send(sandbox, 'USD', query);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

describe('404', () => {
  it.each(['AUD', 'usd', 'USDC-nowhere', 'constructor', '__proto__'])(
    'says in the words of the public API that there is no %s',
    async (currencyId) => {
      const answer = await send(sandbox, currencyId);
      expect(answer).toMatchObject({
        status: 404,
        body: { statusCode: 404, message: 'Token not found', error: 'Not Found' },
      });
    },
  );
});
