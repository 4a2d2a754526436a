import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

const URL = 'https://bundler.example.com/v2/8453/rpc?apikey=s3cret-key';

/** The services that an environment comes to, or what is wrong with it. */
function bundlersOf(environment: Record<string, string>) {
  const loaded = loadConfig({ FLORIN_MODE: 'sandbox', ...environment }, NETWORK_IDS);
  return loaded.ok ? [...loaded.config.bundlers] : loaded.problems;
}

describe('bundlers and paymasters', () => {
  it('are none unless settings name them', () => {
    expect(bundlersOf({})).toEqual([]);
  });

  it('are those of the settings, by network', () => {
    const settings = {
      BUNDLER_URL_BASE: URL,
      BUNDLER_URL_ARBITRUM_ONE: URL,
      PAYMASTER_URL_BASE: 'http://127.0.0.1:4337',
      PAYMASTER_CONTEXT_BASE: '{"policyId":"p1"}',
    };
    const paymaster = {
      paymasterUrl: 'http://127.0.0.1:4337',
      paymasterContext: { policyId: 'p1' },
    };
    expect(bundlersOf(settings)).toEqual([
      ['base', { url: URL, ...paymaster }],
      ['arbitrum-one', { url: URL, paymasterUrl: undefined, paymasterContext: undefined }],
    ]);
  });

  it.each([
    [{ PAYMASTER_URL_BASE: URL }, 'PAYMASTER_URL_BASE', 'has no effect without BUNDLER_URL_BASE'],
    [
      { BUNDLER_URL_BASE: URL, PAYMASTER_CONTEXT_BASE: '{}' },
      'PAYMASTER_CONTEXT_BASE',
      'has no effect without PAYMASTER_URL_BASE',
    ],
    [{ BUNDLER_URL_BASE: 'bundler.example.com' }, 'BUNDLER_URL_BASE', 'must be a URL'],
    [{ BUNDLER_URL_BASE: 'https://me:pass@example.com' }, 'BUNDLER_URL_BASE', 'user name'],
    [
      { BUNDLER_URL_BASE: URL, PAYMASTER_URL_BASE: URL, PAYMASTER_CONTEXT_BASE: '["p1"]' },
      'PAYMASTER_CONTEXT_BASE',
      'must be a JSON object',
    ],
    [{ BUNDLER_URL_NOWHERE: URL }, 'BUNDLER_URL_NOWHERE', 'names no network'],
  ])('of %o are refused, without showing a key', (environment, setting, problem) => {
    const found = bundlersOf({ ...environment });
    expect(found).toEqual([
      { setting, value: '(hidden)', problem: expect.stringContaining(problem) },
    ]);
  });
});
