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
const OWN = 'https://safe.example.com/api';

/** The Safe services that an environment comes to, or the settings that are wrong. */
function servicesOf(environment: Record<string, string>) {
  const loaded = loadConfig(environment, NETWORK_IDS);
  return loaded.ok ? loaded.config.safeServices : loaded.problems.map(({ setting }) => setting);
}

describe('the Safe services', () => {
  it('are none unless a setting names them', () => {
    expect(servicesOf(PRODUCTION)).toEqual({ urls: new Map(), apiKey: undefined });
  });

  it('are those of the settings, by network, with the key of the public ones', () => {
    const settings = { SAFE_SERVICE_URL_BASE: OWN, SAFE_SERVICE_API_KEY: 'key-of-the-shop' };
    expect(servicesOf({ ...PRODUCTION, ...settings })).toEqual({
      urls: new Map([['base', OWN]]),
      apiKey: 'key-of-the-shop',
    });
  });

  it('are never the public ones in the sandbox by a key alone', () => {
    const key = { SAFE_SERVICE_API_KEY: 'key-of-the-shop' };
    expect(servicesOf(key)).toEqual(['SAFE_SERVICE_API_KEY']);
    expect(servicesOf({ ...key, SAFE_SERVICE_URL_BASE: OWN })).toMatchObject({
      apiKey: 'key-of-the-shop',
    });
  });

  it.each([
    ['SAFE_SERVICE_URL_BASE', 'safe.example.com'],
    ['SAFE_SERVICE_URL_BASE', 'https://safe.example.com'],
    ['SAFE_SERVICE_URL_BASE', 'https://safe.example.com/api/v1'],
    ['SAFE_SERVICE_URL_NOWHERE', OWN],
    ['SAFE_SERVICE_API_KEY', 'a key'],
  ])('takes no %s of another form (%s)', (name, value) => {
    expect(servicesOf({ ...PRODUCTION, [name]: value })).toEqual([name]);
  });
});
