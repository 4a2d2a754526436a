import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { connectChains } from '#chains/registry.ts';
import { loadConfig } from '#platform/config/load.ts';
import { SANDBOX_SENDER } from '#sandbox/test-accounts.ts';
import { connectionsOf } from './connections-of.ts';

const RPC_API_KEY_TRON = 'a-key-of-the-provider';
const load = (environment: Readonly<Record<string, string>>) =>
  loadConfig({ FLORIN_MODE: 'sandbox', RPC_API_KEY_TRON, ...environment }, NETWORK_IDS);

describe('the key for hosted nodes of Tron', () => {
  it('is for the nodes of Tron and of no other network', () => {
    const RPC_URL_BASE = 'https://base.example.com';
    const loaded = load({ RPC_URL_TRON: 'https://tron.example.com', RPC_URL_BASE });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const connections = connectionsOf(loaded.config, loaded.config.rpcUrls);
    for (const { network, apiKeys } of connections) {
      const keys = network.id === 'tron' ? [RPC_API_KEY_TRON] : [];
      expect([...(apiKeys?.values() ?? [])]).toEqual(keys);
    }
    expect(connections.map(({ network }) => network.id)).toContain('base');
  });

  it('is refused where there are no such nodes, without being shown', () => {
    const loaded = load({});
    expect(loaded.ok ? [] : loaded.problems).toEqual([
      {
        setting: 'RPC_API_KEY_TRON',
        value: '(hidden)',
        problem: 'is for the nodes of RPC_URL_TRON, which is not set',
      },
    ]);
  });
});

describe('the key that sends what payers sign', () => {
  const senders = (environment: Readonly<Record<string, string>>) => {
    const loaded = loadConfig({ FLORIN_MODE: 'sandbox', ...environment }, NETWORK_IDS);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const local = ['sepolia', 'base'].map((id) => [id, ['http://127.0.0.1:1']] as const);
    const connections = connectionsOf(loaded.config, new Map([...local, ...loaded.config.rpcUrls]));
    return Object.fromEntries(connections.map(({ network, senderKey }) => [network.id, senderKey]));
  };

  it('is a known one on nodes of the sandbox alone', () => {
    const { privateKey } = SANDBOX_SENDER;
    expect(senders({})).toEqual({ sepolia: privateKey, base: privateKey });
    expect(senders({ RPC_URL_BASE: 'https://base.example.com' })).toEqual({
      sepolia: privateKey,
      base: undefined,
    });
  });

  it('is that of the setting where the contract is named', () => {
    const RELAYER_KEY = `0x${'0f1e2d3c'.repeat(8)}`;
    const named = {
      RPC_URL_BASE: 'https://base.example.com',
      PERMIT_SPENDER_BASE: PAYMENT_INTENT_SPENDERS.base,
      RELAYER_KEY,
    };
    expect(senders(named)).toMatchObject({ base: RELAYER_KEY });
  });

  it('is that of the setting where there is an escrow or a recurring proxy, for that alone', () => {
    const environment = {
      FLORIN_MODE: 'sandbox',
      RPC_URL_BASE: 'https://base.example.com',
      RPC_URL_SEPOLIA: 'https://sepolia.example.com',
      RPC_URL_OPTIMISM: 'https://optimism.example.com',
      RELAYER_KEY: `0x${'0f1e2d3c'.repeat(8)}`,
    };
    const loaded = loadConfig(environment, NETWORK_IDS);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const connections = connectionsOf(loaded.config, loaded.config.rpcUrls);
    const shown = connections.map((connection) => {
      const { network, senderKey, takesSignedPayments, escrowCollectors } = connection;
      return [network.id, senderKey, takesSignedPayments, escrowCollectors !== undefined];
    });
    // The collectors on Sepolia are not confirmed, so that only a setting names them.
    expect(Object.fromEntries(shown.map(([id, ...rest]) => [id, rest]))).toEqual({
      base: [environment.RELAYER_KEY, false, true],
      sepolia: [environment.RELAYER_KEY, false, false],
      optimism: [undefined, false, false],
    });
  });

  it('is that of the setting where instalments are taken, by the public contract or the operator’s own', () => {
    const RELAYER_KEY = `0x${'0f1e2d3c'.repeat(8)}`;
    const RECURRING_PROXY_BASE = '0x1111111111111111111111111111111111111111';
    const urls = {
      RPC_URL_BASE: 'https://one.example.com',
      RPC_URL_OPTIMISM: 'https://two.example.com',
    };
    const environment = { ...urls, RELAYER_KEY, RECURRING_PROXY_BASE };
    const loaded = loadConfig({ FLORIN_MODE: 'sandbox', ...environment }, NETWORK_IDS);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const connections = connectionsOf(loaded.config, loaded.config.rpcUrls);
    const on = (id: string) => connections.find(({ network }) => network.id === id);
    expect(on('optimism')).toMatchObject({ senderKey: undefined });
    expect(on('base')).toMatchObject({
      senderKey: RELAYER_KEY,
      takesSignedPayments: false,
      recurringProxy: RECURRING_PROXY_BASE,
    });
  });
});

describe('the names of accounts', () => {
  it.each([
    ['off', []],
    ['on', ['mainnet']],
  ] as const)(
    'are read by the nodes of Ethereum where the setting is %s',
    async (ENS_NAMES, ids) => {
      const RPC_URL_MAINNET = 'https://one.example.com';
      const RPC_URL_BASE = 'https://two.example.com';
      const environment = { FLORIN_MODE: 'sandbox', RPC_URL_MAINNET, RPC_URL_BASE, ENS_NAMES };
      const loaded = loadConfig(environment, NETWORK_IDS);
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
      const connections = connectionsOf(loaded.config, loaded.config.rpcUrls);
      const chains = connectChains(connections, { log: pino({ level: 'silent' }) });
      const reading = chains.all.filter(({ names }) => names !== undefined);
      expect(reading.map(({ network }) => network.id)).toEqual(ids);
      await chains.close();
    },
  );
});

describe('how often a network is polled', () => {
  const paces = (environment: Readonly<Record<string, string>>) => {
    const loaded = loadConfig({ FLORIN_MODE: 'sandbox', ...environment }, NETWORK_IDS);
    if (!loaded.ok) throw new Error(loaded.problems.map(({ problem }) => problem).join());
    const urls = new Map([['base', ['http://localhost:1']]]);
    return connectionsOf(loaded.config, urls).map(({ pollMs, pollMsMin }) => ({
      pollMs,
      pollMsMin,
    }));
  };

  it('is often in the sandbox, whose nodes cost nothing', () => {
    expect(paces({})).toEqual([{ pollMs: 200, pollMsMin: undefined }]);
  });

  it('is no more often than its setting says, also in the sandbox', () => {
    expect(paces({ POLL_SECONDS_BASE: '15' })).toEqual([{ pollMs: undefined, pollMsMin: 15_000 }]);
    expect(paces({ POLL_SECONDS_SEPOLIA: '15' })).toEqual([{ pollMs: 200, pollMsMin: undefined }]);
  });

  it.each(['0', '61', '1.5', 'often'])('is not every %s seconds', (seconds) => {
    expect(() => paces({ POLL_SECONDS_BASE: seconds })).toThrow(
      'must be a whole number from 1 to 60',
    );
  });
});
