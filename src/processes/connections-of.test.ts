import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from '#platform/config/load.ts';
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
