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
const SUMSUB = {
  SUMSUB_APP_TOKEN: 'prd:token-of-test',
  SUMSUB_SECRET_KEY: 'key-of-test',
  SUMSUB_WEBHOOK_SECRETS: 'secret-1,secret-2',
  SUMSUB_LEVEL_INDIVIDUAL: 'id-and-liveness',
};
const PERSONA = {
  PERSONA_API_KEY: 'persona_production_key',
  PERSONA_WEBHOOK_SECRETS: 'wbhsec_1',
  PERSONA_TEMPLATE_BUSINESS: 'itmpl_1234',
};

/** The providers that an environment comes to, or the settings that are wrong. */
function loaded(environment: Record<string, string>) {
  const { FLORIN_MODE: mode = 'sandbox' } = environment;
  const base = mode === 'production' ? PRODUCTION : {};
  const found = loadConfig({ ...base, ...environment }, NETWORK_IDS);
  return found.ok
    ? found.config.identityProviders.map(({ name, levels }) => [name, Object.keys(levels)])
    : found.problems.map(({ setting }) => setting);
}

const production = (more: object) => loaded({ FLORIN_MODE: 'production', ...more });

describe('the identity providers', () => {
  it('are those with keys, and the chosen one first', () => {
    expect(production({})).toEqual([]);
    expect(production(SUMSUB)).toEqual([['sumsub', ['individual']]]);
    expect(production({ ...SUMSUB, ...PERSONA, IDENTITY_PROVIDER: 'persona' })).toEqual([
      ['persona', ['business']],
      ['sumsub', ['individual']],
    ]);
  });

  it.each<[string, object]>([
    ['IDENTITY_PROVIDER', { ...SUMSUB, ...PERSONA }],
    ['IDENTITY_PROVIDER', { ...SUMSUB, IDENTITY_PROVIDER: 'persona' }],
    ['SUMSUB_SECRET_KEY', { ...SUMSUB, SUMSUB_SECRET_KEY: '' }],
    ['SUMSUB_WEBHOOK_SECRETS', { ...SUMSUB, SUMSUB_WEBHOOK_SECRETS: '' }],
    ['SUMSUB_WEBHOOK_SECRETS', { ...SUMSUB, SUMSUB_WEBHOOK_SECRETS: 'secret-1,secret-2,secret-3' }],
    ['SUMSUB_LEVEL_INDIVIDUAL', { ...SUMSUB, SUMSUB_LEVEL_INDIVIDUAL: '' }],
    ['SUMSUB_URL', { ...SUMSUB, SUMSUB_URL: 'http://sumsub.example.com' }],
    ['PERSONA_WEBHOOK_SECRETS', { ...PERSONA, PERSONA_WEBHOOK_SECRETS: '' }],
    ['PERSONA_TEMPLATE_INDIVIDUAL', { PERSONA_TEMPLATE_INDIVIDUAL: 'itmpl_1234' }],
  ])('are refused by %s in %j', (setting, environment) => {
    expect(production(environment)).toEqual([setting]);
  });

  it('of a sandbox approve nobody in production', () => {
    const sumsub = { ...SUMSUB, SUMSUB_APP_TOKEN: 'sbx:florin-sandbox' };
    const persona = { ...PERSONA, PERSONA_API_KEY: 'persona_sandbox_key' };
    expect(production(sumsub)).toEqual(['SUMSUB_APP_TOKEN']);
    expect(production(persona)).toEqual(['PERSONA_API_KEY']);
    expect(loaded(sumsub)).toEqual([['sumsub', ['individual']]]);
  });
});
