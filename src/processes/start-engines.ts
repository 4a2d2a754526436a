import type { FastifyInstance } from 'fastify';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import { buildHosts } from '#hosts/api/api.ts';
import { checkReady, shareReports } from '#hosts/api/ready.ts';
import type { DashboardBuild } from '#hosts/dashboard/build.ts';
import { createDashboardHost } from '#hosts/dashboard/dashboard-host.ts';
import { createMonitoringHost } from '#hosts/monitoring/monitoring-host.ts';
import { collectStatusAndProbe, type Status } from '#hosts/monitoring/status.ts';
import { watchAlarms } from '#hosts/monitoring/watch-alarms.ts';
import type { PageBuild } from '#hosts/pay/build.ts';
import { openInbox } from '#hosts/pay/inbox.ts';
import { createPayHost } from '#hosts/pay/pay-host.ts';
import type { OffsetClock } from '#kit/clock.ts';
import { openApiRequestRecorder } from '#modules/api-requests/index.ts';
import { ensurePageClientId } from '#modules/clients/index.ts';
import { continueFeed } from '#modules/events/index.ts';
import { releaseMemory } from '#platform/release-memory.ts';
import type { Shutdown } from '#platform/shutdown.ts';
import { moveNodes } from '#sandbox/move-nodes.ts';
import { safeServiceUrlsOf } from '#sandbox/safe-service-address.ts';
import { readEarlierSandbox, type SandboxFile, writeSandboxFile } from '#sandbox/sandbox-file.ts';
import { seedSandbox } from '#sandbox/seed-sandbox.ts';
import { checkNodes } from './check-nodes.ts';
import { followClock, setClock } from './follow-clock.ts';
import { portFailure } from './ports.ts';
import { safeServicesOf } from './safe-services-of.ts';
import { watchChain } from './watcher.ts';
import { type Wiring, type WiringInput, wire } from './wiring.ts';
import { runWorker } from './worker.ts';

/** The engines that a process can run; `all` runs the three. */
export type Engine = 'serve' | 'work' | 'watch';

/** The pages of the hosts; without a dashboard where none is served. */
export interface Builds {
  readonly pay: PageBuild;
  readonly dashboard: DashboardBuild | undefined;
}

/** Where the hosts listen. */
export type Ports = Readonly<Record<'api' | 'auth' | 'pay' | 'dashboard', number>>;

interface EngineParts {
  readonly engines: ReadonlySet<Engine>;
  readonly shutdown: Shutdown;
  /** That of the input, which moves with the database's. */
  readonly clock: OffsetClock;
  readonly ports: Ports;
  /** Undefined where nothing is served. */
  readonly builds: Builds | undefined;
}

/** What started engines say of themselves. */
interface Started {
  readonly sandbox: SandboxFile | undefined;
  readonly monitoringUrl: string | undefined;
}

/** Starts engines over a database that is of this release, and resolves once they serve. */
export async function startEngines(input: WiringInput, parts: EngineParts): Promise<Started> {
  const { engines, shutdown, clock, ports, builds } = parts;
  const wiring = wire(input, shutdown);
  await continueFeed(wiring.ctx);
  await startClock(wiring, { clock, ownsNodes: engines.has('serve') });
  await checkNodes(wiring);
  const sandbox = builds && (await startHosts(wiring, { shutdown, ports, builds }));
  const status = shareReports(() => collectStatusAndProbe(wiring.ctx));
  const monitoringUrl = await startMonitoring(wiring, { shutdown, status });
  startLoops(wiring, { ...parts, status });
  const endReleases = releaseMemory();
  shutdown.add('releases of memory', async () => endReleases());
  return { sandbox, monitoringUrl };
}

/** The clock of a sandbox is the database's from here on, and the nodes that run here follow it. */
async function startClock(
  { ctx, input, listening }: Wiring,
  { clock, ownsNodes }: { readonly clock: OffsetClock; readonly ownsNodes: boolean },
): Promise<void> {
  const { config, log, rpcUrls } = input;
  const followed = { db: ctx.db, mode: config.mode, clock };
  await setClock(followed);
  if (ownsNodes && clock.offsetMs > 0) {
    const own = [...rpcUrls].filter(([id]) => !config.rpcUrls.has(id));
    await moveNodes({ home: config.home, rpcUrls: new Map(own) }, clock.offsetMs);
  }
  followClock({ ...followed, listening, log });
}

interface HostParts {
  readonly shutdown: Shutdown;
  readonly ports: Ports;
  readonly builds: Builds;
}

async function startHosts(wiring: Wiring, { shutdown, ports, builds }: HostParts) {
  const { ctx, input } = wiring;
  const { config, urls } = input;
  const hosts = await buildHosts({ ...wiring, recordCall: recorderOf(wiring, shutdown) });
  const page = await ensurePageClientId(ctx, { origin: new URL(urls.pay).origin });
  const inbox = config.mode === 'sandbox' ? openInbox() : undefined;
  const pay = await createPayHost({
    mode: config.mode,
    build: builds.pay,
    payUrl: urls.pay,
    apiUrl: urls.api,
    authUrl: urls.auth,
    clientId: page.clientId,
    trustedProxies: config.trustedProxies,
    rpcUrls: config.mode === 'sandbox' ? input.rpcUrls : new Map(),
    confirmations: config.confirmations,
    recurringProxies: config.relayer.recurringProxies,
    brandingFolder: config.brandingFolder,
    safes: safesOf(input),
    safeAppOrigins: config.safeAppOrigins,
    safeAppUrl: config.safeServices.appUrl,
    walletConnect: config.walletConnect,
    shouldOpenWallet: config.shouldOpenWallet,
    sponsored: new Set(ctx.bundlers?.sponsored),
    inbox,
    identityProviderUrl: input.identityProvider?.url,
    ...(input.clock !== undefined && { clock: input.clock }),
    log: input.log,
  });
  const listening: readonly (readonly [FastifyInstance, number, string])[] = [
    [hosts.api, ports.api, 'API_PORT'],
    [hosts.auth, ports.auth, 'AUTH_PORT'],
    [pay, ports.pay, 'PAY_PORT'],
    ...(builds.dashboard === undefined
      ? []
      : ([
          [await dashboardOf(wiring, builds.dashboard), ports.dashboard, 'DASHBOARD_PORT'],
        ] as const)),
  ];
  for (const [app, port, setting] of listening) {
    shutdown.add(`host on port ${port}`, () => app.close());
    await app.listen({ host: config.host, port }).catch((error: NodeJS.ErrnoException) => {
      throw portFailure(error, { host: config.host, port, setting });
    });
  }
  if (inbox === undefined) return undefined;
  const before = await readEarlierSandbox(config.home);
  const { rpcUrls, routeProvider, safeService, bundler, screening, offRamp } = input;
  const services = { routeProviderUrl: routeProvider?.url, safeServiceUrl: safeService?.url };
  const bankUrl = offRamp && new URL(offRamp.url).origin;
  const bank = { bankUrl, bankCallbackKey: offRamp?.callbackKey };
  const vendors = { bundlerUrl: bundler?.url, screeningUrl: screening?.url };
  const own = {
    ...services,
    ...vendors,
    ...bank,
    identityProviderUrl: input.identityProvider?.url,
  };
  const file = await seedSandbox(ctx, { urls, rpcUrls, ...own, before });
  await writeSandboxFile(config.home, file);
  inbox.secret = file.inbox?.secret;
  return file;
}

/** Notes calls of programs, where any are kept; what is noted is written once the hosts are closed. */
function recorderOf({ ctx, input }: Wiring, shutdown: Shutdown) {
  if (input.config.apiRequestRetentionMs === 0) return undefined;
  const { record, close } = openApiRequestRecorder(ctx);
  shutdown.add('log of API requests', close);
  return record;
}

async function dashboardOf(
  { input: { config, urls, rpcUrls, log } }: Wiring,
  build: DashboardBuild,
): Promise<FastifyInstance> {
  return await createDashboardHost({
    mode: config.mode,
    build,
    dashboardUrl: urls.dashboard,
    apiUrl: urls.api,
    authUrl: urls.auth,
    payUrl: urls.pay,
    trustedProxies: config.trustedProxies,
    networks: [...rpcUrls.keys()],
    log,
  });
}

/** Where the Safe service of each network of the sandbox is: its own, or one that the settings name. */
function safesOf({
  config,
  rpcUrls,
  safeService,
}: Wiring['input']): ReadonlyMap<NetworkId, string> {
  const own = safeService && safeServiceUrlsOf(safeService);
  const services = safeServicesOf(config, [...rpcUrls.keys()].filter(isNetworkId), own);
  return new Map([...services].map(([id, { url }]) => [id, url]));
}

/** Returns the state of the installation; simultaneous calls share one read. */
type ShareStatus = () => Promise<Status>;

/** Serves metrics where the settings enable it; returns where. */
async function startMonitoring(
  wiring: Wiring,
  { shutdown, status }: { readonly shutdown: Shutdown; readonly status: ShareStatus },
): Promise<string | undefined> {
  const { config, log } = wiring.input;
  if (config.metrics === undefined) return undefined;
  const { host, port } = config.metrics;
  const ready = shareReports(() => checkReady(wiring));
  const app = createMonitoringHost({ meter: wiring.meter, status, ready, log });
  shutdown.add('metrics', () => app.close());
  return await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw portFailure(error, { host, port, setting: 'METRICS_PORT' });
  });
}

interface LoopParts extends Pick<EngineParts, 'engines' | 'shutdown'> {
  readonly status: ShareStatus;
}

/** Starts the engines that run until they are stopped. */
function startLoops(wiring: Wiring, { engines, shutdown, status }: LoopParts): void {
  const { ctx, input } = wiring;
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  if (engines.has('work')) loops.push(runWorker(wiring, stopping.signal));
  if (engines.has('watch')) {
    loops.push(...ctx.chains.all.map((chain) => watchChain(ctx, chain, stopping.signal)));
    loops.push(watchAlarms({ status, log: input.log }, stopping.signal));
  }
  shutdown.add('sweeps and watchers', () => {
    stopping.abort();
    return Promise.all(loops);
  });
}
