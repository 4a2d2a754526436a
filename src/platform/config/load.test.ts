import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { configOf, problemsOf } from '../../../tests/support/loaded-config.ts';
import { loadConfig } from './load.ts';
import { publicUrls } from './public-urls.ts';

const PRODUCTION = {
  FLORIN_MODE: 'production',
  DATABASE_URL: 'postgres://florin:pass@db.example.com/florin',
  RPC_URL_BASE: 'https://one.example.com/key, https://two.example.com',
  SECRET_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  API_URL: 'https://api.example.com/',
  AUTH_URL: 'https://auth.example.com',
  PAY_URL: 'https://pay.example.com',
};

describe('without any setting', () => {
  it('it is a sandbox with the documented values', () => {
    expect(configOf({})).toEqual({
      mode: 'sandbox',
      home: '.florin',
      host: 'localhost',
      ports: { api: 8080, auth: 8081, pay: 8082, dashboard: 8083 },
      urls: { api: undefined, auth: undefined, pay: undefined, dashboard: undefined },
      databaseUrl: undefined,
      ...{ databaseConnectionsMax: 10, databaseFolder: undefined },
      secretKey: undefined,
      trustedProxies: ['127.0.0.0/8', '::1'],
      ...{ sandboxNetworks: ['sepolia', 'base', 'tron'], sandboxTronSolidifiedBehind: 2 },
      rpcUrls: new Map(),
      rpcRequestsPerSecond: undefined,
      tronApiKeys: new Map(),
      bloomFillMaxPercent: 50,
      ...{ headerChecks: new Map(), pollSeconds: new Map() },
      firstBlocks: new Map(),
      confirmations: new Map(),
      confirmationsByAmount: new Map(),
      agreement: new Map(),
      agreementAboveDollars: 0n,
      screeningRepeatMs: 86_400_000,
      ...{ personalDataRetentionDays: 1_826, identityProviders: [] },
      screeningTimeoutMs: 15_000,
      singleNodeCreditDollars: 100n,
      reconcileCallsPerHour: 600,
      brandingFolder: '.florin/branding',
      shouldOpenWallet: true,
      linkLifetimeMs: 604_800_000,
      conversionSlippageBps: 100,
      conversionRateAgeSeconds: 90_000,
      multicallChildrenMax: 150,
      multicallCrossChainChildrenMax: 20,
      protocolFee: undefined,
      relayer: expect.objectContaining({ key: undefined }),
      escrowCollectors: new Map(),
      safeServices: { urls: new Map(), apiKey: undefined, appUrl: undefined },
      bundlers: new Map(),
      sponsorshipBudgets: { ofAccount: new Map(), ofAll: new Map() },
      safeAppOrigins: [],
      readsNames: false,
      sponsorshipFees: [],
      routeProvider: undefined,
      routeCost: { bps: 300, fixedUsd: '2' },
      webhookTimeoutMs: 5_000,
      webhookPrivateAddresses: 'allow',
      webhookSecondHeaderFamily: undefined,
      webhookProcessorPrefix: 'service',
      webhookStandardHeaders: true,
      webhookSwitchOffAfterMs: 432_000_000,
      ...{ webhookDeliveryRetentionMs: 7_776_000_000, apiRequestRetentionMs: 2_592_000_000 },
      ...{ webhookSendReversions: false, webhookVariants: true },
      webhookSendOutstandingFees: false,
      sanctionsOracle: 'off',
      ...{ webhookManagementProof: 'client_id', secondFactor: 'optional' },
      logLevel: 'info',
    });
  });

  it('and variables of other programs, or empty ones, change nothing', () => {
    const config = configOf({ PATH: '/bin', PORT: 'x', DATABASE_URL: '', RPC_URL_BASE: ' ' });
    expect(config).toEqual(configOf({}));
  });
});

describe('metrics', () => {
  it('are not served until a port is set, and then on this machine alone', () => {
    expect(configOf({}).metrics).toBeUndefined();
    expect(configOf(PRODUCTION).metrics).toBeUndefined();
    expect(configOf({ METRICS_PORT: '0' }).metrics).toEqual({ host: 'localhost', port: 0 });
    expect(configOf({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics).toEqual({
      host: '10.0.0.5',
      port: 9464,
    });
  });

  it('have a port of their own', () => {
    const problem = 'must differ from AUTH_PORT, which is 8081 too';
    expect(problemsOf({ METRICS_PORT: '8081' })).toEqual({ METRICS_PORT: problem });
  });
});

describe('the mode', () => {
  // An operator who sets a real database and no mode must not get test money.
  it.each(['DATABASE_URL', 'RPC_URL_BASE', 'API_URL', 'AUTH_URL', 'PAY_URL'] as const)(
    'must be said as soon as %s is set',
    (name) => {
      expect(problemsOf({ [name]: PRODUCTION[name] })).toEqual({
        FLORIN_MODE: `must be set to production or sandbox, because ${name} is set`,
      });
    },
  );

  it('may be sandbox on its own database', () => {
    const config = configOf({ FLORIN_MODE: 'sandbox', DATABASE_URL: PRODUCTION.DATABASE_URL });
    expect([config.mode, config.databaseUrl]).toEqual(['sandbox', PRODUCTION.DATABASE_URL]);
  });

  it('is one of two words', () => {
    expect(problemsOf({ FLORIN_MODE: 'prod' })).toEqual({
      FLORIN_MODE: 'must be "sandbox" or "production"',
    });
  });
});

describe('production', () => {
  it('starts when all that it demands is set, and is stricter by default', () => {
    const config = configOf(PRODUCTION);
    expect(config).toMatchObject({
      mode: 'production',
      urls: { api: 'https://api.example.com', pay: 'https://pay.example.com' },
      webhookPrivateAddresses: 'refuse',
      webhookManagementProof: 'session',
    });
    expect(config.rpcUrls).toEqual(
      new Map([['base', ['https://one.example.com/key', 'https://two.example.com']]]),
    );
  });

  it('reports everything that is missing at once', () => {
    expect(Object.keys(problemsOf({ FLORIN_MODE: 'production' })).sort()).toEqual([
      'API_URL',
      'AUTH_URL',
      'DATABASE_URL',
      'PAY_URL',
      'RPC_URL_<NETWORK>',
      'SECRET_KEY',
    ]);
  });

  it.each([
    ['sandbox-0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0', 'sandbox'],
    ['0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'publicly known'],
    ['test test test test test test test test test test test junk', 'publicly known'],
    ['0f1e2d3c4b5a6978', 'at least 32'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'random characters'],
  ])('refuses %s as the secret key', (SECRET_KEY, message) => {
    const problems = problemsOf({ ...PRODUCTION, SECRET_KEY });
    expect(Object.keys(problems)).toEqual(['SECRET_KEY']);
    expect(problems['SECRET_KEY']).toContain(message);
  });

  it('refuses plain http, except on this machine', () => {
    expect(problemsOf({ ...PRODUCTION, PAY_URL: 'http://pay.example.com' })).toEqual({
      PAY_URL: 'must begin with https://; http:// is for localhost only',
    });
    expect(problemsOf({ ...PRODUCTION, PAY_URL: 'http://localhost:8082' })).toEqual({});
  });

  // On one origin, a script in the page could read what only the API may know.
  it('refuses a pay page on the origin of the API', () => {
    expect(
      Object.keys(problemsOf({ ...PRODUCTION, PAY_URL: 'https://API.example.com:443' })),
    ).toEqual(['PAY_URL']);
  });

  it('never shows a secret among its problems', () => {
    const loaded = loadConfig(
      {
        ...PRODUCTION,
        DATABASE_URL: 'mysql://florin:hush@db.example.com',
        RPC_URL_BASE: 'hush.example.com',
        RPC_API_KEY_TRON: 'hush hush',
        SECRET_KEY: 'sandbox-hush',
      },
      NETWORK_IDS,
    );
    expect(loaded.ok ? [] : loaded.problems.map(({ setting }) => setting).sort()).toEqual([
      'DATABASE_URL',
      'RPC_API_KEY_TRON',
      'RPC_URL_BASE',
      'SECRET_KEY',
    ]);
    expect(JSON.stringify(loaded)).not.toContain('hush');
  });
});

describe('the form of a setting', () => {
  it.each([
    ['API_PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['API_PORT', '80a', 'must be a whole number from 0 to 65535'],
    ['HOST', 'http://localhost', 'must be a host name or an IP address'],
    ['LINK_LIFETIME_SECONDS', '1.5', 'must be a whole number from 1 to'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,proxy', 'must be IP addresses or ranges'],
    ['SANDBOX_NETWORKS', 'sepolia,goerli', 'names no network with "goerli"'],
    ['SANDBOX_TRON_SOLIDIFIED_BEHIND', '1001', 'must be a whole number from 0 to 1000'],
    ['FIRST_BLOCK_BASE', '-1', 'must be a whole number from 0 to 999999999999'],
    ['FIRST_BLOCK_NOWHERE', '1', 'names no network; there are FIRST_BLOCK_MAINNET'],
    ['CONFIRMATIONS_BASE', '0', 'must be a whole number from 1 to 10000, "safe" or "finalized"'],
    ['CONFIRMATIONS_BASE', 'latest', 'must be a whole number from 1 to 10000, "safe" or'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000', 'must be steps such as 1000:12,100000:finalized'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000:12:3', 'must be steps such as'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '0:12', 'must be steps such as'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1.5:12', 'must be steps such as'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000:12,500:30', 'must name larger amounts later'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000:30,5000:12', 'each with more blocks'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000:finalized,5000:12', 'each with more blocks'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000:finalized,5000:safe', 'each with more blocks'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000:safe,5000:10000', 'each with more blocks'],
    ['CONFIRMATIONS_BY_AMOUNT_BASE', '1000:safe,5000:safe', 'each with more blocks'],
    ['CONFIRMATIONS_BY_AMOUNT_NOWHERE', '1000:12', 'names no network; there are CONFIRMATIONS_BY'],
    ['AGREEMENT_ABOVE', '12.5', 'must be an amount in whole dollars'],
    ['AGREEMENT_BASE', '0', 'must be "off" or a whole number from 1 to 20'],
    ['CONFIRMATIONS_ARBITRUM', '3', 'names no network; there are CONFIRMATIONS_MAINNET'],
    ['WEBHOOK_SECOND_HEADER_FAMILY', 'service', 'must begin with "x-"'],
    ['WEBHOOK_PROCESSOR_PREFIX', 'a-b', 'must be one word'],
    ['WEBHOOK_SEND_REVERSIONS', 'true', 'must be "yes" or "no"'],
    ['WEBHOOK_VARIANTS', 'true', 'must be "yes" or "no"'],
    ['WEBHOOK_SEND_OUTSTANDING_FEES', 'true', 'must be "yes" or "no"'],
    ['WEBHOOK_STANDARD_HEADERS', 'on', 'must be "yes" or "no"'],
    ['WEBHOOK_SWITCH_OFF_AFTER_SECONDS', '-1', 'must be'],
    ['WEBHOOK_DELIVERY_RETENTION_DAYS', '3661', 'must be'],
    ['API_REQUEST_RETENTION_DAYS', '367', 'must be'],
    ['LOG_LEVEL', 'loud', 'must be "debug" or "info"'],
  ])('%s refuses %s', (name, value, message) => {
    const problems = problemsOf({ [name]: value });
    expect(Object.keys(problems)).toEqual([name]);
    expect(problems[name]).toContain(message);
  });

  it.each(['https://pay.example.com/path', 'https://me@pay.example.com', 'pay.example.com'])(
    'a public URL refuses %s',
    (value) => {
      expect(Object.keys(problemsOf({ FLORIN_MODE: 'sandbox', PAY_URL: value }))).toEqual([
        'PAY_URL',
      ]);
    },
  );

  it('reads what larger amounts wait for, and the words for safe and final', () => {
    const config = configOf({
      CONFIRMATIONS_MAINNET: 'finalized',
      CONFIRMATIONS_BASE: 'safe',
      CONFIRMATIONS_BY_AMOUNT_BASE: '1000:12, 10000:safe, 100000:finalized',
    });
    expect(config.confirmations).toEqual(
      new Map<string, unknown>([
        ['mainnet', 'finalized'],
        ['base', 'safe'],
      ]),
    );
    expect(config.confirmationsByAmount).toEqual(
      new Map([
        [
          'base',
          [
            { fromDollars: 1000n, confirmations: 12 },
            { fromDollars: 10_000n, confirmations: 'safe' },
            { fromDollars: 100_000n, confirmations: 'finalized' },
          ],
        ],
      ]),
    );
  });

  it('requires a node that answers requests, each once, and puts HTTP nodes first', () => {
    const withNodes = (urls: string) => ({ FLORIN_MODE: 'sandbox', RPC_URL_BASE: urls });
    expect(problemsOf(withNodes('wss://a.example.com,ws://b.example.com'))).toEqual({
      RPC_URL_BASE:
        'must name a node that begins with http:// or https://; others only report new blocks',
    });
    expect(problemsOf(withNodes('https://a.example.com,https://a.example.com'))).toEqual({
      RPC_URL_BASE: 'must name each node once',
    });
    const { rpcUrls } = configOf(withNodes('wss://a.example.com,http://b.example.com'));
    expect(rpcUrls.get('base')).toEqual(['http://b.example.com', 'wss://a.example.com']);
  });

  it('takes a first block and a depth by network, also of an id with a dash', () => {
    const settings = { FIRST_BLOCK_ARBITRUM_ONE: '0', CONFIRMATIONS_ARBITRUM_ONE: '30' };
    const { firstBlocks, confirmations } = configOf({ FLORIN_MODE: 'sandbox', ...settings });
    expect(firstBlocks).toEqual(new Map([['arbitrum-one', 0]]));
    expect(confirmations).toEqual(new Map([['arbitrum-one', 30]]));
  });

  it('refuses the agreement of more nodes than there are, of which streams are none', () => {
    const urls = 'http://localhost:1,wss://localhost:2,http://localhost:3';
    const withUrls = { FLORIN_MODE: 'sandbox', RPC_URL_BASE: urls };
    expect(problemsOf({ ...withUrls, AGREEMENT_BASE: '3' })).toEqual({
      AGREEMENT_BASE:
        'asks for more nodes than there are: those of RPC_URL_BASE that begin with http count, each domain once, of which there are 2',
    });
    const config = configOf({ ...withUrls, AGREEMENT_BASE: '2', AGREEMENT_ABOVE: '10000' });
    expect(configOf({ SINGLE_NODE_CREDIT_USD: '0' }).singleNodeCreditDollars).toBe(0n);
    expect(Object.keys(problemsOf({ SINGLE_NODE_CREDIT_USD: '0.5' }))).toEqual([
      'SINGLE_NODE_CREDIT_USD',
    ]);
    expect(config.agreement).toEqual(new Map([['base', 2]]));
    expect(config.agreementAboveDollars).toBe(10_000n);
    expect(Object.keys(problemsOf({ AGREEMENT_BASE: '2' }))).toEqual(['AGREEMENT_BASE']);
    const wrong = { ...withUrls, RPC_URL_BASE: 'example.org', AGREEMENT_BASE: '2' };
    expect(Object.keys(problemsOf(wrong))).toEqual(['RPC_URL_BASE']);
    expect(problemsOf({ AGREEMENT_BASE: '1' })).toEqual({});
    const sameDomain = { ...withUrls, RPC_URL_BASE: 'https://a.example.org,https://b.example.org' };
    expect(Object.keys(problemsOf({ ...sameDomain, AGREEMENT_BASE: '2' }))).toEqual([
      'AGREEMENT_BASE',
    ]);
    expect(problemsOf({ ...sameDomain, AGREEMENT_BASE: 'off' })).toEqual({});
  });

  it('lets no two hosts have one port, unless it is any free one', () => {
    expect(problemsOf({ API_PORT: '8081' })).toEqual({
      AUTH_PORT: 'must differ from API_PORT, which is 8081 too',
    });
    expect(problemsOf({ API_PORT: '0', AUTH_PORT: '0', PAY_PORT: '0' })).toEqual({});
  });
});

describe('public URLs', () => {
  const ports = { api: 1, auth: 2, pay: 3, dashboard: 4 };

  it('are where the hosts listen, unless they are set', () => {
    const config = configOf({ FLORIN_MODE: 'sandbox', PAY_URL: 'https://pay.example.com' });
    expect(publicUrls(config, ports)).toEqual({
      api: 'http://localhost:1',
      auth: 'http://localhost:2',
      pay: 'https://pay.example.com',
      dashboard: 'http://localhost:4',
    });
  });

  it('can be opened also where the hosts listen everywhere, or on an IPv6 address', () => {
    expect(publicUrls(configOf({ HOST: '0.0.0.0' }), ports).api).toBe('http://localhost:1');
    expect(publicUrls(configOf({ HOST: '::1' }), ports).api).toBe('http://[::1]:1');
  });
});
