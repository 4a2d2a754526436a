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

/** The origins of Safe interfaces that an environment comes to, or what is wrong. */
function originsOf(environment: Record<string, string>) {
  const loaded = loadConfig(environment, NETWORK_IDS);
  return loaded.ok ? loaded.config.safeAppOrigins : loaded.problems.map(({ problem }) => problem);
}

/** The Safe services that an environment comes to, or the settings that are wrong. */
function servicesOf(environment: Record<string, string>) {
  const loaded = loadConfig(environment, NETWORK_IDS);
  return loaded.ok ? loaded.config.safeServices : loaded.problems.map(({ setting }) => setting);
}

describe('the Safe services', () => {
  it('are none unless a setting names them', () => {
    expect(servicesOf(PRODUCTION)).toMatchObject({ urls: new Map(), apiKey: undefined });
  });

  it('are those of the settings, by network, with the key of the public ones', () => {
    const settings = { SAFE_SERVICE_URL_BASE: OWN, SAFE_SERVICE_API_KEY: 'key-of-the-shop' };
    expect(servicesOf({ ...PRODUCTION, ...settings })).toMatchObject({
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

  it('are beside the public app for their owners, which knows no Safe of a sandbox', () => {
    expect(servicesOf(PRODUCTION)).toMatchObject({ appUrl: 'https://app.safe.global' });
    expect(servicesOf({ FLORIN_MODE: 'sandbox' })).toMatchObject({ appUrl: undefined });
    const own = { SAFE_APP_URL: 'https://safe.example.com' };
    expect(servicesOf({ ...PRODUCTION, ...own })).toMatchObject({ appUrl: own.SAFE_APP_URL });
  });

  it.each([
    ['SAFE_APP_URL', 'https://safe.example.com/home'],
    ['SAFE_SERVICE_URL_BASE', 'safe.example.com'],
    ['SAFE_SERVICE_URL_BASE', 'https://safe.example.com'],
    ['SAFE_SERVICE_URL_BASE', 'https://safe.example.com/api/v1'],
    ['SAFE_SERVICE_URL_NOWHERE', OWN],
    ['SAFE_SERVICE_API_KEY', 'a key'],
  ])('takes no %s of another form (%s)', (name, value) => {
    expect(servicesOf({ ...PRODUCTION, [name]: value })).toEqual([name]);
  });
});

describe('the Safe interfaces that may frame the pay page', () => {
  it('are none unless a setting names them', () => {
    expect(originsOf(PRODUCTION)).toEqual([]);
    expect(originsOf({})).toEqual([]);
  });

  it('are exact origins with HTTPS, each once', () => {
    const listed =
      'https://app.safe.global, https://safe.example.com:8443/,https://app.safe.global';
    expect(originsOf({ ...PRODUCTION, SAFE_APP_ORIGINS: listed })).toEqual([
      'https://app.safe.global',
      'https://safe.example.com:8443',
    ]);
  });

  it('may be of this machine without HTTPS, in the sandbox only', () => {
    const SAFE_APP_ORIGINS = 'http://127.0.0.1:3000,http://localhost:3001';
    expect(originsOf({ SAFE_APP_ORIGINS })).toEqual(SAFE_APP_ORIGINS.split(','));
    const problem = 'must begin with https://; http:// is for localhost in the sandbox only';
    expect(originsOf({ ...PRODUCTION, SAFE_APP_ORIGINS })).toEqual([problem]);
    expect(originsOf({ SAFE_APP_ORIGINS: 'http://safe.example.com' })).toEqual([problem]);
  });

  it.each([
    'https://*.safe.global',
    'https://*',
    '*',
    'https:',
    "https://app.safe.global;script-src'self'",
    'https://app.safe.global/welcome',
    'https://me@app.safe.global',
    'https://[::1]',
    'app.safe.global',
    'data:text/html,x',
  ])('are refused as %s', (SAFE_APP_ORIGINS) => {
    const problems = originsOf({ ...PRODUCTION, SAFE_APP_ORIGINS });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^must /);
  });
});
