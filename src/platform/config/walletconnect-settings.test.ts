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
const SANDBOX = { FLORIN_MODE: 'sandbox' };
const ID = { WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef' };

/** What an environment comes to, or the settings that are wrong. */
function walletConnectOf(environment: Record<string, string>) {
  const loaded = loadConfig(environment, NETWORK_IDS);
  return loaded.ok ? loaded.config.walletConnect : loaded.problems.map(({ setting }) => setting);
}

describe('WalletConnect', () => {
  it('is switched off unless a project is named, and then uses the public relay', () => {
    expect(walletConnectOf(PRODUCTION)).toBeUndefined();
    expect(walletConnectOf({ ...PRODUCTION, ...ID })).toEqual({
      projectId: ID.WALLETCONNECT_PROJECT_ID,
      relayUrl: 'wss://relay.walletconnect.org',
    });
  });

  it('uses another relay where one is set', () => {
    const relay = { WALLETCONNECT_RELAY_URL: 'wss://relay.example.com/' };
    expect(walletConnectOf({ ...PRODUCTION, ...ID, ...relay })).toMatchObject({
      relayUrl: 'wss://relay.example.com',
    });
    const local = { WALLETCONNECT_RELAY_URL: 'ws://127.0.0.1:4000' };
    expect(walletConnectOf({ ...SANDBOX, ...ID, ...local })).toMatchObject({
      relayUrl: 'ws://127.0.0.1:4000',
    });
  });

  it.each([
    ['WALLETCONNECT_PROJECT_ID', 'a-project'],
    ['WALLETCONNECT_RELAY_URL', 'https://relay.example.com'],
    ['WALLETCONNECT_RELAY_URL', 'wss://relay.example.com/v1'],
    ['WALLETCONNECT_RELAY_URL', 'wss://*.example.com'],
    ['WALLETCONNECT_RELAY_URL', 'ws://127.0.0.1:4000'],
  ])('takes no %s of another form, such as %s', (name, value) => {
    expect(walletConnectOf({ ...PRODUCTION, ...ID, [name]: value })).toEqual([name]);
  });

  it('has no relay without a project, and none without TLS but on this machine', () => {
    const relay = { WALLETCONNECT_RELAY_URL: 'wss://relay.example.com' };
    expect(walletConnectOf({ ...PRODUCTION, ...relay })).toEqual(['WALLETCONNECT_RELAY_URL']);
    const plain = { WALLETCONNECT_RELAY_URL: 'ws://relay.example.com' };
    expect(walletConnectOf({ ...SANDBOX, ...ID, ...plain })).toEqual(['WALLETCONNECT_RELAY_URL']);
  });
});
