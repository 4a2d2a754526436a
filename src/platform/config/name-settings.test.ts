import { expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

function load(environment: Record<string, string>) {
  const loaded = loadConfig(environment, NETWORK_IDS);
  if (loaded.ok) return loaded.config.readsNames;
  return Object.fromEntries(loaded.problems.map((found) => [found.setting, found.problem]));
}

const production = { FLORIN_MODE: 'production', ENS_NAMES: 'on' };

it('reads no names by default, also with a node of Ethereum', () => {
  expect(load({})).toBe(false);
  expect(load({ SANDBOX_NETWORKS: 'mainnet' })).toBe(false);
  expect(load({ ENS_NAMES: 'off' })).toBe(false);
});

it('reads names where there is a node of Ethereum', () => {
  expect(load({ ENS_NAMES: 'on', SANDBOX_NETWORKS: 'mainnet,base' })).toBe(true);
  const RPC_URL_MAINNET = 'https://b.example';
  expect(load({ ...production, RPC_URL_MAINNET })).not.toHaveProperty('ENS_NAMES');
});

it('is refused without one, and with any other word', () => {
  expect(load({ ENS_NAMES: 'on' })).toEqual({
    ENS_NAMES: 'needs a node of mainnet: add mainnet to SANDBOX_NETWORKS',
  });
  expect(load({ ...production, RPC_URL_BASE: 'https://a.example' })).toMatchObject({
    ENS_NAMES: 'needs a node of mainnet: set RPC_URL_MAINNET',
  });
  expect(load({ ENS_NAMES: 'yes' })).toHaveProperty('ENS_NAMES');
});
