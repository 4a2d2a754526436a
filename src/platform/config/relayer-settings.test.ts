import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { SANDBOX_SENDER } from '#sandbox/test-accounts.ts';
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
const KEY = `0x${'0f1e2d3c'.repeat(8)}`;
const NAMED = { PERMIT_SPENDER_BASE: PAYMENT_INTENT_SPENDERS.base, RELAYER_KEY: KEY };

const RELAYED = '0x1111111111111111111111111111111111111111';

/** What an environment comes to, or the settings that are wrong. */
function relayerOf(environment: Record<string, string>) {
  const loaded = loadConfig({ ...PRODUCTION, ...environment }, NETWORK_IDS);
  return loaded.ok ? loaded.config.relayer : loaded.problems.map(({ setting }) => setting);
}

describe('the key that sends what payers sign', () => {
  it('sends on the networks whose contract is named, within a budget', () => {
    const none = new Map();
    const budgets = { budgets: none, totalBudgets: none };
    const contracts = { spenders: none, recurringProxies: none };
    expect(relayerOf({})).toEqual({ key: undefined, ...contracts, ...budgets });
    const relayer = relayerOf({
      ...NAMED,
      RELAYER_BUDGET_BASE: '0.5',
      RELAYER_TOTAL_BUDGET_BASE: '5',
    });
    expect(relayer).toEqual({
      key: KEY,
      spenders: new Map([['base', PAYMENT_INTENT_SPENDERS.base]]),
      recurringProxies: new Map(),
      budgets: new Map([['base', '0.5']]),
      totalBudgets: new Map([['base', '5']]),
    });
  });

  it.each([
    ['is missing', { PERMIT_SPENDER_BASE: NAMED.PERMIT_SPENDER_BASE }, 'RELAYER_KEY'],
    ['is missing for instalments', { RECURRING_PROXY_BASE: RELAYED }, 'RELAYER_KEY'],
    ['is known to the world', { ...NAMED, RELAYER_KEY: SANDBOX_SENDER.privateKey }, 'RELAYER_KEY'],
    ['is none', { ...NAMED, RELAYER_KEY: `0x${'00'.repeat(32)}` }, 'RELAYER_KEY'],
    ['has a budget of nothing', { ...NAMED, RELAYER_BUDGET_BASE: '0' }, 'RELAYER_BUDGET_BASE'],
  ])('is refused where it %s', (_, environment, setting) => {
    expect(relayerOf(environment)).toContain(setting);
  });
});
