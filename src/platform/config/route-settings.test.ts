import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

const PRODUCTION = {
  FLORIN_MODE: 'production',
  DATABASE_URL: 'postgres://florin:pass@db.example.com/florin',
  RPC_URL_BASE: 'https://one.example.com',
  SECRET_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  API_URL: 'https://api.example.com',
  AUTH_URL: 'https://auth.example.com',
  PAY_URL: 'https://pay.example.com',
};

/** The route provider that an environment comes to, or the settings that are wrong. */
function providerOf(environment: Record<string, string>) {
  const loaded = loadConfig(environment, NETWORK_IDS);
  return loaded.ok ? loaded.config.routeProvider : loaded.problems.map(({ setting }) => setting);
}

describe('the route provider', () => {
  it('is the public one in production, as soon as this installation has a name there', () => {
    expect(providerOf(PRODUCTION)).toBeUndefined();
    expect(providerOf({ ...PRODUCTION, ROUTE_PROVIDER_INTEGRATOR: 'example-shop' })).toEqual({
      url: 'https://li.quest/v1',
      integrator: 'example-shop',
      apiKey: undefined,
      bridges: ['across'],
    });
  });

  it('is what the settings name, with its key and bridges', () => {
    const environment = {
      ...PRODUCTION,
      ROUTE_PROVIDER_URL: 'https://routes.example.com/v1',
      ROUTE_PROVIDER_INTEGRATOR: 'example-shop',
      ROUTE_PROVIDER_API_KEY: 'key-of-the-shop',
      ROUTE_BRIDGES: 'across, other',
    };
    expect(providerOf(environment)).toEqual({
      url: 'https://routes.example.com/v1',
      integrator: 'example-shop',
      apiKey: 'key-of-the-shop',
      bridges: ['across', 'other'],
    });
  });

  it('is never the public one in the sandbox', () => {
    expect(providerOf({ ROUTE_PROVIDER_INTEGRATOR: 'example-shop' })).toEqual([
      'ROUTE_PROVIDER_INTEGRATOR',
    ]);
  });

  it.each([
    ['ROUTE_PROVIDER_URL', 'https://routes.example.com/v1'],
    ['ROUTE_PROVIDER_API_KEY', 'key-of-the-shop'],
    ['ROUTE_BRIDGES', 'across'],
  ])('is no use of %s without a name', (name, value) => {
    expect(providerOf({ ...PRODUCTION, [name]: value })).toEqual([name]);
  });

  it.each([
    ['ROUTE_PROVIDER_URL', 'routes.example.com'],
    ['ROUTE_PROVIDER_INTEGRATOR', 'example shop'],
    ['ROUTE_PROVIDER_API_KEY', 'a key'],
    ['ROUTE_BRIDGES', 'across;other'],
    ['ROUTE_COST_MAX_BPS', '10001'],
    ['ROUTE_COST_MAX_USD', '-2'],
  ])('takes no %s of another form', (name, value) => {
    const others = { ...PRODUCTION, ROUTE_PROVIDER_INTEGRATOR: 'example-shop' };
    expect(providerOf({ ...others, [name]: value })).toEqual([name]);
  });
});
