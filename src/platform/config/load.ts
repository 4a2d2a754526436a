import { join } from 'node:path';
import { bundlersOf, paymasterFeesOf, sponsorshipBudgetsOf } from './bundler-settings.ts';
import type { Config, ConfigProblem, PerHost, ProtocolFee, SponsorshipFee } from './config.ts';
import { countOwners } from './count-owners.ts';
import { databaseOf, findDatabaseProblems } from './database-settings.ts';
import { findIdentityProblems, identityOf } from './identity-settings.ts';
import { NETWORK_SETTINGS, networkSuffix } from './network-schema.ts';
import { findOffRampProblems, offRampOf } from './off-ramp-settings.ts';
import {
  type Found,
  type NetworkSource,
  parsePerNetwork,
  problemWith,
} from './parse-per-network.ts';
import { personalDataOf } from './personal-data-settings.ts';
import { findProductionProblems } from './production-rules.ts';
import { findRelayerProblem } from './relayer-settings.ts';
import { RENAMED_SETTINGS } from './renamed-settings.ts';
import { findRouteProblems, routesOf } from './route-settings.ts';
import { findSafeProblems, safesOf } from './safe-settings.ts';
import { SETTINGS, type Settings } from './schema.ts';
import { findScreeningProblems, screenersOf } from './screening-settings.ts';
import { sessionsOf } from './session-settings.ts';
import { tronKeysOf, tronKeysProblem } from './tron-keys.ts';
import { findWalletConnectProblems, walletConnectOf } from './walletconnect-settings.ts';
import { webhooksOf } from './webhook-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Loaded =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: ConfigProblem[] };

/**
 * Reads the whole environment and returns either the settings or everything that is wrong with
 * it. A setting that is empty counts as not set; variables that are and were no settings are ignored.
 */
export function loadConfig(environment: Environment, networkIds: readonly string[]): Loaded {
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value.trim() === '' ? [] : [[name, value.trim()]],
    ),
  );
  const problems: ConfigProblem[] = [];
  const settings = parseSettings(env, problems);
  checkNames(env, problems);
  const source = { env, networkIds, problems };
  const rpcUrls = parsePerNetwork('RPC_URL_', NETWORK_SETTINGS.RPC_URL_, source);
  const depths = depthsOf(source);
  const mode = chooseMode(env, settings, problems);
  checkSandboxNetworks(settings, networkIds, problems);
  checkPorts(settings, env, problems);
  checkMainnet(settings, { mode, rpcUrls }, { env, problems });
  checkProtocolFee(settings, env, problems);
  checkSponsorshipFee(settings, env, problems);
  checkApiKeys(settings, rpcUrls, { env, problems });
  const relayer = relayerOf(settings, source);
  const ofBundlers = {
    bundlers: bundlersOf(source),
    sponsorshipBudgets: sponsorshipBudgetsOf(source),
    sponsorshipFees: sponsorshipFeesOf(settings, paymasterFeesOf(source, mode)),
  };
  const safeUrls = parsePerNetwork('SAFE_SERVICE_URL_', NETWORK_SETTINGS.SAFE_SERVICE_URL_, source);
  for (const [name, problem] of [
    ...findDatabaseProblems(settings, mode),
    ...findRouteProblems(settings, mode),
    ...findOffRampProblems(settings, mode),
    ...findSafeProblems(settings, safeUrls, mode),
    ...findWalletConnectProblems(settings, mode),
    ...findScreeningProblems(settings, mode, networkIds),
    ...findIdentityProblems(settings, mode),
    ...[findRelayerProblem(relayer)].filter((problem) => problem !== undefined),
  ]) {
    problems.push(problemWith(name, env, problem));
  }
  checkAgreement({ mode, rpcUrls, agreement: depths.agreement }, env, problems);
  const firstBlocks = parsePerNetwork('FIRST_BLOCK_', NETWORK_SETTINGS.FIRST_BLOCK_, source);
  const safeServices = safesOf(settings, safeUrls, mode);
  const { ESCROW_COLLECTORS_ } = NETWORK_SETTINGS;
  const escrowCollectors = parsePerNetwork('ESCROW_COLLECTORS_', ESCROW_COLLECTORS_, source);
  const sending = { relayer, escrowCollectors };
  const perNetwork = { rpcUrls, firstBlocks, ...sending, safeServices, ...ofBundlers, ...depths };
  const config = assemble(settings, { mode: mode ?? 'sandbox', ...perNetwork });
  if (mode === 'production') problems.push(...findProductionProblems(config, env));
  return problems.length === 0 && mode !== undefined
    ? { ok: true, config }
    : { ok: false, problems };
}

/** Settings of a wrong form are reported and then treated as not set, so that the rest is still checked. */
function parseSettings(env: Found, problems: ConfigProblem[]): Settings {
  const parsed = SETTINGS.safeParse(env);
  if (parsed.success) return parsed.data;
  const wrong = new Set<string>();
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0]);
    if (wrong.has(name)) continue;
    wrong.add(name);
    problems.push(problemWith(name, env, message));
  }
  const right = Object.entries(env).filter(([name]) => !wrong.has(name));
  return SETTINGS.parse(Object.fromEntries(right));
}

/** Whoever sets an earlier name still means the setting. */
function checkNames(env: Found, problems: ConfigProblem[]): void {
  for (const [earlier, name] of Object.entries(RENAMED_SETTINGS)) {
    if (env[earlier] === undefined) continue;
    problems.push(problemWith(earlier, env, `is called ${name} now: rename it`));
  }
}

/** What must hold before a payment counts, and how networks are read, as far as it is set for one. */
function depthsOf(source: NetworkSource) {
  const { CONFIRMATIONS_, CONFIRMATIONS_BY_AMOUNT_, AGREEMENT_ } = NETWORK_SETTINGS;
  return {
    confirmations: parsePerNetwork('CONFIRMATIONS_', CONFIRMATIONS_, source),
    confirmationsByAmount: parsePerNetwork(
      'CONFIRMATIONS_BY_AMOUNT_',
      CONFIRMATIONS_BY_AMOUNT_,
      source,
    ),
    agreement: parsePerNetwork('AGREEMENT_', AGREEMENT_, source),
    headerChecks: parsePerNetwork('HEADER_CHECK_', NETWORK_SETTINGS.HEADER_CHECK_, source),
    pollSeconds: parsePerNetwork('POLL_SECONDS_', NETWORK_SETTINGS.POLL_SECONDS_, source),
  };
}

function relayerOf({ RELAYER_KEY: key }: Settings, source: NetworkSource): Config['relayer'] {
  const { PERMIT_SPENDER_, RECURRING_PROXY_ } = NETWORK_SETTINGS;
  const { RELAYER_BUDGET_, RELAYER_TOTAL_BUDGET_ } = NETWORK_SETTINGS;
  return {
    key,
    spenders: parsePerNetwork('PERMIT_SPENDER_', PERMIT_SPENDER_, source),
    recurringProxies: parsePerNetwork('RECURRING_PROXY_', RECURRING_PROXY_, source),
    budgets: parsePerNetwork('RELAYER_BUDGET_', RELAYER_BUDGET_, source),
    totalBudgets: parsePerNetwork('RELAYER_TOTAL_BUDGET_', RELAYER_TOTAL_BUDGET_, source),
  };
}

/** More nodes than there are can never agree, and every payment would wait for ever. */
function checkAgreement(
  asked: Pick<Config, 'rpcUrls' | 'agreement'> & { readonly mode: Config['mode'] | undefined },
  env: Found,
  problems: ConfigProblem[],
): void {
  for (const [network, needed] of asked.agreement) {
    if (needed === 'off') continue;
    const urls = asked.rpcUrls.get(network);
    // URLs of a wrong form are reported already, and the number of nodes they stand for is unknown.
    if (urls === undefined && env[`RPC_URL_${networkSuffix(network)}`] !== undefined) continue;
    // A sandbox without the setting starts one node.
    const local = asked.mode === 'sandbox' ? 1 : 0;
    const nodes = urls === undefined ? local : countOwners(urls);
    if (needed <= nodes) continue;
    const suffix = networkSuffix(network);
    const problem = `asks for more nodes than there are: those of RPC_URL_${suffix} that begin with http count, each domain once, of which there are ${nodes}`;
    problems.push(problemWith(`AGREEMENT_${suffix}`, env, problem));
  }
}

const PRODUCTION_MARKERS = /^(DATABASE_URL|RPC_URL_.+|(API|AUTH|PAY|DASHBOARD)_URL)$/;

function chooseMode(
  env: Found,
  settings: Settings,
  problems: ConfigProblem[],
): 'sandbox' | 'production' | undefined {
  if (settings.FLORIN_MODE !== undefined) return settings.FLORIN_MODE;
  // A wrong value is reported already.
  if (env['FLORIN_MODE'] !== undefined) return undefined;
  const marker = Object.keys(env).find((name) => PRODUCTION_MARKERS.test(name));
  if (marker === undefined) return 'sandbox';
  problems.push({
    setting: 'FLORIN_MODE',
    value: '',
    problem: `must be set to production or sandbox, because ${marker} is set`,
  });
  return undefined;
}

function checkSandboxNetworks(
  settings: Settings,
  networkIds: readonly string[],
  problems: ConfigProblem[],
): void {
  const unknown = settings.SANDBOX_NETWORKS?.filter((id) => !networkIds.includes(id)) ?? [];
  if (unknown.length === 0) return;
  problems.push({
    setting: 'SANDBOX_NETWORKS',
    value: settings.SANDBOX_NETWORKS?.join(',') ?? '',
    problem: `names no network with "${unknown.join('", "')}"; there are ${networkIds.join(', ')}`,
  });
}

function checkPorts(settings: Settings, env: Found, problems: ConfigProblem[]): void {
  const byPort = new Map<number, string>();
  for (const [host, number] of Object.entries(portsOf(settings))) {
    const name = `${host.toUpperCase()}_PORT`;
    const first = byPort.get(number);
    if (number !== 0 && first !== undefined) {
      problems.push(problemWith(name, env, `must differ from ${first}, which is ${number} too`));
    }
    byPort.set(number, name);
  }
  const { METRICS_PORT: port } = settings;
  const taken = port === undefined || port === 0 ? undefined : byPort.get(port);
  if (taken !== undefined) {
    problems.push(
      problemWith('METRICS_PORT', env, `must differ from ${taken}, which is ${port} too`),
    );
  }
}

/**
 * Ethereum's list is looked up for every EVM network; without a node of it every wallet would be refused. Its registry of names is the only one.
 */
function checkMainnet(
  settings: Settings,
  { mode, rpcUrls }: Pick<Config, 'rpcUrls'> & { readonly mode: Config['mode'] | undefined },
  { env, problems }: { readonly env: Found; readonly problems: ConfigProblem[] },
): void {
  // URLs of a wrong form are a problem of their own.
  if (rpcUrls.has('mainnet') || env['RPC_URL_MAINNET'] !== undefined) return;
  const isLocal = mode === 'sandbox' && sandboxNetworksOf(settings).includes('mainnet');
  if (isLocal) return;
  const problem =
    mode === 'sandbox'
      ? 'needs a node of mainnet: add mainnet to SANDBOX_NETWORKS'
      : 'needs a node of mainnet: set RPC_URL_MAINNET';
  const { SANCTIONS_ORACLE: oracle = 'off', ENS_NAMES: names } = settings;
  if (oracle !== 'off') problems.push(problemWith('SANCTIONS_ORACLE', env, problem));
  if (names === 'on') problems.push(problemWith('ENS_NAMES', env, problem));
}

const sandboxNetworksOf = (settings: Settings) =>
  settings.SANDBOX_NETWORKS ?? ['sepolia', 'base', 'tron'];

/** The addresses are reported only where they are not wrong themselves. */
function checkProtocolFee(settings: Settings, env: Found, problems: ConfigProblem[]): void {
  const names = ['PROTOCOL_FEE_ADDRESS', 'PROTOCOL_FEE_TRON_ADDRESS'];
  if (!takesFee(settings) || names.some((name) => env[name] !== undefined)) return;
  const problem = 'or PROTOCOL_FEE_TRON_ADDRESS is required where a protocol fee is set';
  problems.push(problemWith('PROTOCOL_FEE_ADDRESS', env, problem));
}

/** The address is reported only where it is not wrong itself. */
function checkSponsorshipFee(settings: Settings, env: Found, problems: ConfigProblem[]): void {
  if (settings.TRON_SPONSORSHIP_FEE_USD === undefined) return;
  if (env['PROTOCOL_FEE_TRON_ADDRESS'] !== undefined) return;
  const problem = 'is required where TRON_SPONSORSHIP_FEE_USD is set';
  problems.push(problemWith('PROTOCOL_FEE_TRON_ADDRESS', env, problem));
}

function sponsorshipFeesOf(
  settings: Settings,
  ofPaymasters: ReadonlyMap<string, string>,
): readonly SponsorshipFee[] {
  const { TRON_SPONSORSHIP_FEE_USD: fixedUsd, PROTOCOL_FEE_TRON_ADDRESS: tronAddress } = settings;
  const { PROTOCOL_FEE_ADDRESS: evmAddress } = settings;
  const ofNetworks =
    evmAddress === undefined
      ? []
      : [...ofPaymasters].map(([network, usd]) => ({ fixedUsd: usd, network, evmAddress }));
  const hasTron = fixedUsd !== undefined && tronAddress !== undefined;
  return hasTron ? [{ fixedUsd, tronAddress }, ...ofNetworks] : ofNetworks;
}

/** Without nodes of an operator's choice a key would go nowhere, and only seem to be set. */
function checkApiKeys(
  { RPC_API_KEY_TRON: keys }: Settings,
  rpcUrls: Config['rpcUrls'],
  { env, problems }: { readonly env: Found; readonly problems: ConfigProblem[] },
): void {
  const urls = rpcUrls.get('tron');
  // URLs of a wrong form are a problem of their own.
  if (keys === undefined || (urls === undefined && env['RPC_URL_TRON'] !== undefined)) return;
  const problem = tronKeysProblem(keys, urls ?? []);
  if (problem !== undefined) problems.push(problemWith('RPC_API_KEY_TRON', env, problem));
}

function takesFee({ PROTOCOL_FEE_BPS: bps, PROTOCOL_FEE_FIXED_USD: fixed }: Settings): boolean {
  return (bps ?? 0) > 0 || fixed !== undefined;
}

function protocolFeeOf(settings: Settings): ProtocolFee | undefined {
  if (!takesFee(settings)) return undefined;
  const evmAddress = settings.PROTOCOL_FEE_ADDRESS;
  const tronAddress = settings.PROTOCOL_FEE_TRON_ADDRESS;
  return {
    bps: settings.PROTOCOL_FEE_BPS ?? 0,
    capUsd: settings.PROTOCOL_FEE_CAP_USD ?? null,
    fixedUsd: settings.PROTOCOL_FEE_FIXED_USD ?? null,
    ...(evmAddress !== undefined && { evmAddress }),
    ...(tronAddress !== undefined && { tronAddress }),
  };
}

function portsOf(settings: Settings): PerHost<number> {
  return {
    api: settings.API_PORT ?? 8080,
    auth: settings.AUTH_PORT ?? 8081,
    pay: settings.PAY_PORT ?? 8082,
    dashboard: settings.DASHBOARD_PORT ?? 8083,
  };
}

const DAY_MS = 86_400_000;
const WEEK_SECONDS = 604_800;

function assemble(
  settings: Settings,
  more: Pick<
    Config,
    | 'mode'
    | 'rpcUrls'
    | 'firstBlocks'
    | 'relayer'
    | 'escrowCollectors'
    | 'safeServices'
    | 'bundlers'
    | 'sponsorshipBudgets'
    | 'sponsorshipFees'
    | keyof ReturnType<typeof depthsOf>
  >,
): Config {
  return {
    ...more,
    home: homeOf(settings),
    host: settings.HOST ?? 'localhost',
    ports: portsOf(settings),
    urls: {
      api: settings.API_URL,
      auth: settings.AUTH_URL,
      pay: settings.PAY_URL,
      dashboard: settings.DASHBOARD_URL,
    },
    metrics: metricsOf(settings),
    ...databaseOf(settings),
    rpcRequestsPerSecond: settings.RPC_REQUESTS_PER_SECOND,
    tronApiKeys: tronKeysOf(settings.RPC_API_KEY_TRON, more.rpcUrls.get('tron')),
    bloomFillMaxPercent: settings.BLOOM_FILL_MAX_PERCENT ?? 50,
    secretKey: settings.SECRET_KEY,
    ...personalDataOf(settings),
    trustedProxies: settings.TRUSTED_PROXIES ?? ['127.0.0.0/8', '::1'],
    sandboxNetworks: sandboxNetworksOf(settings),
    sandboxTronSolidifiedBehind: settings.SANDBOX_TRON_SOLIDIFIED_BEHIND ?? 2,
    ...sessionsOf(settings),
    brandingFolder: settings.BRANDING_FOLDER ?? sandboxBranding(settings, more.mode),
    shouldOpenWallet: settings.PAY_PAGE_NEXT_STEP !== 'when_pressed',
    linkLifetimeMs: (settings.LINK_LIFETIME_SECONDS ?? WEEK_SECONDS) * 1000,
    ...childrenOf(settings),
    conversionSlippageBps: settings.CONVERSION_SLIPPAGE_BPS ?? 100,
    conversionRateAgeSeconds: settings.CONVERSION_RATE_AGE_SECONDS ?? 90_000,
    protocolFee: protocolFeeOf(settings),
    sanctionsOracle: settings.SANCTIONS_ORACLE ?? 'off',
    recurringRelayerFee: settings.RECURRING_RELAYER_FEE,
    ...routesOf(settings, more.mode),
    ...screenersOf(settings, more.mode),
    offRamp: offRampOf(settings, more.mode),
    safeAppOrigins: settings.SAFE_APP_ORIGINS ?? [],
    walletConnect: walletConnectOf(settings),
    readsNames: settings.ENS_NAMES === 'on',
    ...identityOf(settings),
    agreementAboveDollars: settings.AGREEMENT_ABOVE ?? 0n,
    singleNodeCreditDollars: settings.SINGLE_NODE_CREDIT_USD ?? 100n,
    reconcileCallsPerHour: settings.RECONCILE_CALLS_PER_HOUR ?? 600,
    ...webhooksOf(settings, more.mode),
    ...logsOf(settings),
  };
}

function logsOf({ API_REQUEST_RETENTION_DAYS: days = 30, LOG_LEVEL }: Settings) {
  return { apiRequestRetentionMs: days * DAY_MS, logLevel: LOG_LEVEL ?? 'info' } as const;
}

function childrenOf(settings: Settings) {
  return {
    multicallChildrenMax: settings.MULTICALL_CHILDREN_MAX ?? 150,
    multicallCrossChainChildrenMax: settings.MULTICALL_CROSS_CHAIN_CHILDREN_MAX ?? 20,
  };
}

function metricsOf({ METRICS_HOST, METRICS_PORT }: Settings): Config['metrics'] {
  return METRICS_PORT === undefined
    ? undefined
    : { host: METRICS_HOST ?? 'localhost', port: METRICS_PORT };
}

function homeOf({ FLORIN_HOME }: Settings): string {
  return FLORIN_HOME ?? '.florin';
}

function sandboxBranding(settings: Settings, mode: Config['mode']): string | undefined {
  return mode === 'sandbox' ? join(homeOf(settings), 'branding') : undefined;
}
