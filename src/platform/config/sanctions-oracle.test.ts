import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

function problemsOf(environment: Record<string, string>): Record<string, string> {
  const loaded = loadConfig(environment, NETWORK_IDS);
  if (loaded.ok) return {};
  return Object.fromEntries(loaded.problems.map((found) => [found.setting, found.problem]));
}

function ruleOf(environment: Record<string, string>): string | undefined {
  const loaded = loadConfig(environment, NETWORK_IDS);
  return loaded.ok ? loaded.config.sanctionsOracle : undefined;
}

describe('the lists of sanctioned addresses', () => {
  const needsMainnet = (problem: string) => ({
    SANCTIONS_ORACLE: expect.stringContaining(problem),
  });

  it.each(['available', 'required'])('are not read without a node of Ethereum: %s', (rule) => {
    const settings = { SANCTIONS_ORACLE: rule };
    expect(problemsOf(settings)).toEqual(needsMainnet('add mainnet to SANDBOX_NETWORKS'));
    const local = { ...settings, SANDBOX_NETWORKS: 'mainnet,base' };
    expect(ruleOf(local)).toBe(rule);
    const production = {
      ...settings,
      FLORIN_MODE: 'production',
      RPC_URL_BASE: 'https://a.example',
    };
    expect(problemsOf(production)).toMatchObject(needsMainnet('set RPC_URL_MAINNET'));
    const withNode = { ...production, RPC_URL_MAINNET: 'https://b.example' };
    expect(problemsOf(withNode)).not.toHaveProperty('SANCTIONS_ORACLE');
  });

  it('need nothing where they are off', () => {
    expect(ruleOf({ SANCTIONS_ORACLE: 'off' })).toBe('off');
  });

  it('are no other word', () => {
    expect(Object.keys(problemsOf({ SANCTIONS_ORACLE: 'on' }))).toEqual(['SANCTIONS_ORACLE']);
  });
});
