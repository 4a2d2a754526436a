import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasBridge } from '#catalog/bridge.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { ListenToHeads } from '#chains/following/heads.ts';
import type { HostUrls } from '#hosts/host-urls.ts';
import { awaitAll } from '#kit/await-all.ts';
import type { OffsetClock } from '#kit/clock.ts';
import type { DataKey } from '#kit/data-vault.ts';
import { systemRandom } from '#kit/secret.ts';
import { within } from '#kit/within.ts';
import type {
  Config,
  IdentityVendorSettings,
  OffRampSettings,
  RouteProviderSettings,
} from '#platform/config/config.ts';
import { loadOrCreateDataKeys } from '#platform/config/personal-data-settings.ts';
import { loadOrCreateSecretKey } from '#platform/config/secret-key.ts';
import { lockHome } from '#platform/lock-home.ts';
import type { Log } from '#platform/log.ts';
import type { Shutdown } from '#platform/shutdown.ts';
import { networkIdOf } from '#processes/network-id-of.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';
import { TEMPLATES_FOLDER } from '#sandbox/database/template.ts';
import { bankAt, bankOfSandbox } from './bank-address.ts';
import { bundlerOfSandbox, type SandboxBundler } from './bundler-address.ts';
import { identityProviderAt, identityProviderOfSandbox } from './identity/identity-settings.ts';
import { startLocalNode } from './local-nodes.ts';
import { makeHome } from './make-home.ts';
import { readNodeTime } from './node-time.ts';
import { routesAt, routesOfSandbox } from './route-settings.ts';
import { type SandboxSafeService, safeServiceOfSandbox } from './safe-service-address.ts';
import { readSandboxFile } from './sandbox-file.ts';
import { type SandboxScreening, screeningOfSandbox } from './screening-address.ts';

/** Stands in for what production is given by its settings. */
interface SandboxWorlds {
  readonly databaseUrl: string;
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** By network id: what calls back at each new block of a node that runs in this process. */
  readonly listenTo: ReadonlyMap<string, ListenToHeads>;
  readonly secretKey: string;
  readonly personalDataKeys: readonly DataKey[];
  /** Where two local nodes have a bridge. */
  readonly routeProvider: RouteProviderSettings | undefined;
  /** Where a local node can have Safes. */
  readonly safeService: SandboxSafeService | undefined;
  /** Where a local node can have tokens that are paid out. */
  readonly offRamp: OffRampSettings | undefined;
  /** Where payers are checked, unless the settings name a provider. */
  readonly identityProvider: IdentityVendorSettings | undefined;
  /** Where a local node can have smart accounts. */
  readonly bundler: SandboxBundler | undefined;
  /** The vendors that screen wallets. */
  readonly screening: SandboxScreening | undefined;
}

interface PrepareParts {
  /** Whether this process owns the data folder: it serves from it, and nobody else may. */
  readonly owns: boolean;
  readonly clock: OffsetClock;
  /** Where the hosts will be reached. */
  readonly urls: HostUrls;
  /** Brings the database to this release; called as soon as it is there, beside the start of everything else. */
  readonly prepareDatabase: (url: string) => Promise<void>;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/**
 * Starts what the sandbox brings itself: the embedded PostgreSQL unless `DATABASE_URL` names another,
 * and a local node for each network that has no `RPC_URL_<NETWORK>`. All keep their data in the
 * data folder. The Tron node, the route provider, the Safe service, the bundler, the bank, the identity provider and the vendors that screen wallets run inside the process that owns the folder; others use those.
 */
export async function prepareSandbox(config: Config, parts: PrepareParts): Promise<SandboxWorlds> {
  await makeHome(config.home);
  if (parts.owns) {
    const unlock = await lockHome(config.home);
    parts.shutdown.add('lock on the data folder', unlock);
  }
  const secretKey = config.secretKey ?? (await loadOrCreateSecretKey(config.home, systemRandom));
  const personalDataKeys =
    config.personalDataKeys ?? (await loadOrCreateDataKeys(config.home, systemRandom));
  const own = config.sandboxNetworks.filter((id) => !config.rpcUrls.has(id)).map(networkIdOf);
  const families = Map.groupBy(own, (id) => NETWORKS[id].family);
  const nodes = awaitAll((families.get('evm') ?? []).map((id) => startNode(config, id, parts)));
  const [databaseUrl, local, localTron, vendors] = await awaitAll([
    startDatabase(config, parts),
    nodes,
    awaitAll((families.get('tron') ?? []).map((id) => startTron(config, id, parts))),
    nodes.then((urls) => startVendors(config, urls, parts)),
  ]);
  return {
    databaseUrl,
    secretKey,
    personalDataKeys,
    ...vendors,
    rpcUrls: new Map([...config.rpcUrls, ...local, ...localTron.flatMap(({ urls }) => urls)]),
    listenTo: new Map(localTron.flatMap(({ listenTo }) => listenTo)),
  };
}

async function startDatabase(config: Config, parts: PrepareParts): Promise<string> {
  const url = config.databaseUrl ?? (await startOwnDatabase(config, parts));
  await parts.prepareDatabase(url);
  return url;
}

async function startOwnDatabase(config: Config, { log, shutdown }: PrepareParts): Promise<string> {
  const templates = { folder: TEMPLATES_FOLDER };
  const server = await startEmbeddedPostgres({ home: config.home, templates, log });
  shutdown.add('embedded PostgreSQL', () => server.stop());
  if (server.wasInitialised) makeTemplateLater({ log, shutdown });
  return server.url;
}

/** The start is over by then, and what runs for less is likely a test. */
const MAKE_TEMPLATE_AFTER_MS = 60_000;
/** A stop waits no longer for it; the next one that is made removes what is left. */
const TEMPLATE_STOP_TIMEOUT_MS = 1_000;

/** Makes, beside the running sandbox, what the first start of the next one copies its database from. */
function makeTemplateLater({ log, shutdown }: Pick<PrepareParts, 'log' | 'shutdown'>): void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let making: Promise<void> | undefined;
  const make = async () => {
    const { makeTemplate } = await import('./database/make-template.ts');
    await makeTemplate({ folder: TEMPLATES_FOLDER, signal, log });
  };
  const timer = setTimeout(() => {
    making = make().catch((error: unknown) => {
      if (!signal.aborted)
        log.warn({ err: error }, 'the template of the database could not be made');
    });
  }, MAKE_TEMPLATE_AFTER_MS);
  timer.unref();
  shutdown.add('template of the database', async () => {
    clearTimeout(timer);
    stopping.abort();
    if (making !== undefined) await within(TEMPLATE_STOP_TIMEOUT_MS, making, () => undefined);
  });
}

/** A network and where its local node is. */
type LocalUrls = readonly [NetworkId, readonly string[]];

async function startNode(
  config: Config,
  network: NetworkId,
  { log, shutdown }: PrepareParts,
): Promise<LocalUrls> {
  const folder = join(config.home, 'nodes');
  await mkdir(folder, { recursive: true });
  const stateFile = join(folder, `${network}.json`);
  const startsAt = await readNodeTime(config.home);
  const node = await startLocalNode({ network, stateFile, startsAt, log });
  shutdown.add(`node ${network}`, () => node.stop());
  const { rpcUrl } = node;
  // A local node takes WebSockets on the same port, so that payers see their payment at once.
  return [network, [rpcUrl, rpcUrl.replace(/^http/, 'ws')]];
}

type Vendors = Pick<
  SandboxWorlds,
  'routeProvider' | 'safeService' | 'offRamp' | 'identityProvider' | 'bundler' | 'screening'
>;

/** Those outside that production has contracts with; none waits for another, nor for the database. */
async function startVendors(
  config: Config,
  local: readonly LocalUrls[],
  parts: PrepareParts,
): Promise<Vendors> {
  const [routeProvider, safeService, offRamp, identityProvider, bundler, screening] =
    await awaitAll([
      startRoutes(config, local, parts),
      startSafes(config, local, parts),
      startBank(config, local, parts),
      startIdentity(config, parts),
      startBundler(config, local, parts),
      startScreening(config, parts),
    ]);
  return { routeProvider, safeService, offRamp, identityProvider, bundler, screening };
}

/** The provider of routes between local nodes with the relayer behind it, where there are two to bridge. */
async function startRoutes(
  { home }: Config,
  local: readonly LocalUrls[],
  { owns, log, shutdown }: PrepareParts,
): Promise<RouteProviderSettings | undefined> {
  const nodes = local.flatMap(([network, [rpcUrl]]) =>
    rpcUrl === undefined || !hasBridge(network)
      ? []
      : [{ network, rpcUrl, chainId: NETWORKS[network].chainId }],
  );
  if (nodes.length < 2) return undefined;
  if (!owns) return routesOfSandbox(await readSandboxFile(home));
  const { startRouteServer } = await import('./bridge/route-server.ts');
  const server = await startRouteServer({ nodes, random: systemRandom, log });
  shutdown.add('route provider', () => server.stop());
  return routesAt(server.url);
}

/** The Safe service of all local nodes that can have Safes. */
async function startSafes(
  { home, rpcUrls }: Config,
  local: readonly LocalUrls[],
  { owns, clock, log, shutdown }: PrepareParts,
): Promise<SandboxSafeService | undefined> {
  if (!owns) return safeServiceOfSandbox(await readSandboxFile(home), rpcUrls);
  const nodes = local.flatMap(([network, [rpcUrl]]) =>
    rpcUrl === undefined ? [] : [{ network, rpcUrl, chainId: NETWORKS[network].chainId }],
  );
  if (nodes.length === 0) return undefined;
  const { startSafeServer } = await import('./safe/safe-server.ts');
  const file = join(home, 'safe-proposals.json');
  const server = await startSafeServer({ nodes, file, now: clock.now, log });
  shutdown.add('Safe service', () => server.stop());
  return { url: server.url, networks: nodes.map(({ network }) => network) };
}

/** The off-ramp provider of all local nodes, with the banks behind it. */
async function startBank(
  { home }: Config,
  local: readonly LocalUrls[],
  { owns, urls, clock, log, shutdown }: PrepareParts,
): Promise<OffRampSettings | undefined> {
  if (!owns) return bankOfSandbox(await readSandboxFile(home));
  const nodes = local.flatMap(([network, [rpcUrl]]) =>
    rpcUrl === undefined ? [] : [{ network, rpcUrl, chainId: NETWORKS[network].chainId }],
  );
  if (nodes.length === 0) return undefined;
  const { startBankServer } = await import('./bank/bank-server.ts');
  const file = join(home, 'payouts-to-banks.json');
  const parts = { nodes, file, now: clock.now, random: systemRandom, log };
  const server = await startBankServer(parts);
  server.sendCallbacksTo(`${urls.api}/v2/callbacks/off-ramp`);
  shutdown.add('off-ramp provider', () => server.stop());
  return bankAt(server.url, server.callbackKey);
}

/** The provider that checks payers, with its pages on the pay page's host. */
async function startIdentity(
  config: Config,
  { owns, urls, clock, log, shutdown }: PrepareParts,
): Promise<IdentityVendorSettings | undefined> {
  const { home } = config;
  if (config.identityProviders.length > 0) return undefined;
  if (!owns) return identityProviderOfSandbox(await readSandboxFile(home));
  const { startIdentityServer } = await import('./identity/identity-server.ts');
  const server = await startIdentityServer({
    pageUrl: `${urls.pay}/sandbox/identity`,
    file: join(home, 'identity-applicants.json'),
    now: clock.now,
    log,
  });
  server.sendCallbacksTo(`${urls.api}/v2/callbacks/identity/sumsub`);
  shutdown.add('identity provider', () => server.stop());
  return identityProviderAt(server.url);
}

/** The bundler and the paymaster of all local nodes that have their contracts. */
async function startBundler(
  { home, rpcUrls }: Config,
  local: readonly LocalUrls[],
  { owns, log, shutdown }: PrepareParts,
): Promise<SandboxBundler | undefined> {
  if (!owns) return bundlerOfSandbox(await readSandboxFile(home), rpcUrls);
  const nodes = local.flatMap(([network, [rpcUrl]]) =>
    rpcUrl === undefined ? [] : [{ network, rpcUrl, chainId: NETWORKS[network].chainId }],
  );
  if (nodes.length === 0) return undefined;
  const { startBundlerServer } = await import('./bundler/bundler-server.ts');
  const server = await startBundlerServer({ nodes, log });
  shutdown.add('bundler', () => server.stop());
  return { url: server.url, networks: nodes.map(({ network }) => network) };
}

/** Both vendors that screen wallets. */
async function startScreening(
  { home }: Config,
  { owns, urls, shutdown }: PrepareParts,
): Promise<SandboxScreening | undefined> {
  if (!owns) return screeningOfSandbox(await readSandboxFile(home));
  const { startScreeningServer } = await import('./screening/screening-server.ts');
  const server = await startScreeningServer();
  server.sendAlertsTo(`${urls.api}/v2/callbacks/screening`);
  shutdown.add('vendors that screen wallets', () => server.stop());
  return { url: server.url, alertKeys: server.alertKeys };
}

/** As the EVM nodes have it: a block with each transaction, and one each second. */
const TRON_BLOCKS = { blockMs: 1_000, isInstant: true, solidifiesAtStart: true };

async function startTron(
  { home, sandboxTronSolidifiedBehind: solidifiedBehind }: Config,
  network: NetworkId,
  { owns, clock, log, shutdown }: PrepareParts,
): Promise<LocalTron> {
  if (!owns) {
    const running = (await readSandboxFile(home))?.networks[network];
    return { urls: running === undefined ? [] : [[network, [running.rpcUrl]]], listenTo: [] };
  }
  // Loaded where there is one to start: production never does.
  const { startTronNode } = await import('./tron/tron-node.ts');
  const folder = join(home, 'nodes', network);
  const heads = new EventEmitter<{ head: [hash: string] }>();
  const onBlock = (id: string) => heads.emit('head', `0x${id}`);
  const node = await startTronNode({
    ...TRON_BLOCKS,
    solidifiedBehind,
    folder,
    clock: clock.now,
    log,
    onBlock,
  });
  shutdown.add(`node ${network}`, () => node.stop());
  const listen: ListenToHeads = (onHead) => {
    heads.on('head', onHead);
    return () => heads.off('head', onHead);
  };
  return { urls: [[network, [node.url]]], listenTo: [[network, listen]] };
}

/** Where the Tron node is, if there is one, and what calls back at its blocks, if it runs here. */
interface LocalTron {
  readonly urls: readonly LocalUrls[];
  readonly listenTo: readonly (readonly [NetworkId, ListenToHeads])[];
}
