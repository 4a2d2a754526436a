import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

const PRODUCTION = { FLORIN_MODE: 'production' };
const KEY = { OFF_RAMP_API_KEY: 'key-of-the-shop', OFF_RAMP_CUSTOMER: 'cust_1' };
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
const lines = pem.split('\n').slice(1, -2).join('');

/** The settings of the provider, or those that are wrong. */
function offRampOf(env: Record<string, string>) {
  const loaded = loadConfig(env, NETWORK_IDS);
  if (loaded.ok) return loaded.config.offRamp;
  return loaded.problems
    .map(({ setting }) => setting)
    .filter((setting) => setting.startsWith('OFF_RAMP'));
}

describe('payouts to bank accounts', () => {
  it('are not offered where nothing is set', () => {
    expect(offRampOf({})).toBeUndefined();
  });

  it('are ordered where a URL names the service, also in the sandbox', () => {
    const url = 'http://localhost:9000/v0';
    expect(offRampOf({ ...KEY, OFF_RAMP_URL: url, OFF_RAMP_CALLBACK_KEY: lines })).toEqual({
      url,
      apiKey: 'key-of-the-shop',
      customerId: 'cust_1',
      callbackKey: pem.replace(/\n(?!-----|$)/g, '').replace('KEY-----', 'KEY-----\n'),
    });
  });

  it('may be tried at the sandbox of the service in ours', () => {
    const env = { ...KEY, OFF_RAMP_URL: 'https://api.sandbox.bridge.xyz/v0' };
    expect(offRampOf(env)).toMatchObject({ url: env.OFF_RAMP_URL });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a key without a customer', { OFF_RAMP_API_KEY: 'k'.repeat(20) }, 'OFF_RAMP_CUSTOMER'],
    ['a customer without a key', { OFF_RAMP_CUSTOMER: 'cust_1' }, 'OFF_RAMP_CUSTOMER'],
    ['the public service in the sandbox', KEY, 'OFF_RAMP_API_KEY'],
    ...[
      'https://api.sandbox.bridge.xyz/v0',
      'https://API.Sandbox.Bridge.xyz./v0',
      'https://api.sandbox.bridge.xyz:443',
    ].map((url): [string, Record<string, string>, string] => [
      `the sandbox of the service in production: ${url}`,
      { ...PRODUCTION, ...KEY, OFF_RAMP_URL: url },
      'OFF_RAMP_URL',
    ]),
    [
      'a callback key of another form',
      { ...PRODUCTION, ...KEY, OFF_RAMP_CALLBACK_KEY: 'AAAA' },
      'OFF_RAMP_CALLBACK_KEY',
    ],
  ])('are refused with %s', (_what, env, setting) => {
    expect(offRampOf(env)).toContain(setting);
  });
});
