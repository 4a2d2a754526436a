import { describe, expect, it } from 'vitest';
import { loadConfig } from './load.ts';

const NETWORKS = ['mainnet', 'base', 'tron'];
const PRODUCTION = {
  FLORIN_MODE: 'production',
  DATABASE_URL: 'postgres://florin@localhost/florin',
  SECRET_KEY: 'a key of the tests, which opens nothing else',
  RPC_URL_BASE: 'https://node.example.com',
  API_URL: 'https://api.example.com',
  AUTH_URL: 'https://auth.example.com',
  PAY_URL: 'https://pay.example.com',
};
const HYPERNATIVE = { HYPERNATIVE_CLIENT_ID: 'id-of-test', HYPERNATIVE_CLIENT_SECRET: 'secret-12' };
const MERKLE = {
  MERKLE_SCIENCE_API_KEY: 'key-of-test',
  MERKLE_SCIENCE_BLOCKCHAINS: 'base=1,tron=x',
};

/** The one that Hypernative publishes. */
const ALERT_KEY =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBgZAJk+OuOzp3sO6B+44gqLDzz/X1KloIQYkqefTYMv+URMIvN97gsoLYrZ9K08uQR0XHLXbB0RCTAt6BNFhzQ==';

const load = (env: Record<string, string>) => loadConfig(env, NETWORKS);

describe('the vendors that screen wallets', () => {
  it('are the public ones in production, with their keys', () => {
    const loaded = load({ ...PRODUCTION, ...HYPERNATIVE, ...MERKLE });
    expect(loaded).toMatchObject({
      ok: true,
      config: {
        hypernative: { url: 'https://api.hypernative.xyz', clientId: 'id-of-test' },
        merkleScience: { url: 'https://api.merklescience.com', rejectLevel: 3 },
        screeningTimeoutMs: 15_000,
      },
    });
    const codes = loaded.ok ? loaded.config.merkleScience?.blockchains : undefined;
    expect([...(codes ?? [])]).toEqual([
      ['base', '1'],
      ['tron', 'x'],
    ]);
  });

  it('send alerts that are verified by keys of theirs, and are asked again after a day', () => {
    const keys = { HYPERNATIVE_ALERT_KEYS: ALERT_KEY, MERKLE_SCIENCE_ALERT_KEYS: 'alert-key-1' };
    expect(load({ ...PRODUCTION, ...HYPERNATIVE, ...MERKLE, ...keys })).toMatchObject({
      config: {
        hypernative: { alertKeys: [ALERT_KEY] },
        merkleScience: { alertKeys: ['alert-key-1'] },
        screeningRepeatMs: 24 * 3_600_000,
      },
    });
  });

  it('are none without keys', () => {
    const config = { hypernative: undefined, merkleScience: undefined };
    expect(load(PRODUCTION)).toMatchObject({ ok: true, config });
  });

  it.each([
    [{ HYPERNATIVE_CLIENT_ID: 'id-of-test' }, 'HYPERNATIVE_CLIENT_ID'],
    [{ HYPERNATIVE_CLIENT_SECRET: 'secret-12' }, 'HYPERNATIVE_CLIENT_SECRET'],
    [{ HYPERNATIVE_URL: 'https://vendor.example.com' }, 'HYPERNATIVE_URL'],
    [{ MERKLE_SCIENCE_API_KEY: 'key-of-test' }, 'MERKLE_SCIENCE_API_KEY'],
    [{ MERKLE_SCIENCE_BLOCKCHAINS: 'base=1' }, 'MERKLE_SCIENCE_BLOCKCHAINS'],
    [{ MERKLE_SCIENCE_REJECT_LEVEL: '4' }, 'MERKLE_SCIENCE_REJECT_LEVEL'],
    [{ ...MERKLE, MERKLE_SCIENCE_REJECT_LEVEL: '0' }, 'MERKLE_SCIENCE_REJECT_LEVEL'],
    [{ ...MERKLE, MERKLE_SCIENCE_BLOCKCHAINS: 'base' }, 'MERKLE_SCIENCE_BLOCKCHAINS'],
    [{ ...MERKLE, MERKLE_SCIENCE_BLOCKCHAINS: 'solana=1' }, 'MERKLE_SCIENCE_BLOCKCHAINS'],
    [{ HYPERNATIVE_ALERT_KEYS: ALERT_KEY }, 'HYPERNATIVE_ALERT_KEYS'],
    [{ ...HYPERNATIVE, HYPERNATIVE_ALERT_KEYS: 'AAAA' }, 'HYPERNATIVE_ALERT_KEYS'],
    [{ MERKLE_SCIENCE_ALERT_KEYS: 'key-of-test' }, 'MERKLE_SCIENCE_ALERT_KEYS'],
    [{ SCREENING_REPEAT_HOURS: '0' }, 'SCREENING_REPEAT_HOURS'],
    [{ SCREENING_TIMEOUT_MS: '10' }, 'SCREENING_TIMEOUT_MS'],
  ])('are refused half set or wrong: %o', (parts: Record<string, string>, setting) => {
    const loaded = load({ ...PRODUCTION, ...parts });
    const problems = loaded.ok ? [] : loaded.problems;
    expect(problems.map((problem) => problem.setting)).toContain(setting);
    expect(JSON.stringify(problems)).not.toMatch(/secret-12|key-of-test/);
  });

  it('are never the public ones in a sandbox, whose wallets are nobody else’s', () => {
    const loaded = load({ FLORIN_MODE: 'sandbox', ...HYPERNATIVE, ...MERKLE });
    const problems = loaded.ok ? [] : loaded.problems;
    expect(problems.map((problem) => problem.setting).toSorted()).toEqual([
      'HYPERNATIVE_CLIENT_ID',
      'MERKLE_SCIENCE_API_KEY',
    ]);
  });
});
