import { ensureDashboardBuild } from '#hosts/dashboard/build.ts';
import type { HostUrls } from '#hosts/host-urls.ts';
import { ensurePageBuild } from '#hosts/pay/build.ts';
import { awaitAll } from '#kit/await-all.ts';
import { type OffsetClock, offsetClock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { Config } from '#platform/config/config.ts';
import { publicUrls, servesDashboard } from '#platform/config/public-urls.ts';
import type { Log } from '#platform/log.ts';
import { openShutdown, type Shutdown } from '#platform/shutdown.ts';
import { prepareSandbox } from '#sandbox/prepare-sandbox.ts';
import type { SandboxFile } from '#sandbox/sandbox-file.ts';
import { choosePort } from './ports.ts';
import type { Builds, Engine, Ports } from './start-engines.ts';
import { checkDatabaseFolder } from './watched-folders.ts';
import type { WiringInput } from './wiring.ts';

/** A running Florin. */
export interface Running {
  readonly urls: HostUrls;
  /** Where `/metrics` and `/status` are; undefined where they are not served. */
  readonly monitoringUrl: string | undefined;
  /** What the sandbox printed into its file; undefined in production and where nothing is served. */
  readonly sandbox: SandboxFile | undefined;
  /** Ends everything that was started; returns whether all of it ended well. */
  stop(): Promise<boolean>;
}

interface StartParts {
  readonly engines: ReadonlySet<Engine>;
  readonly log: Log;
  /** Loads most of the program; a test has it fail. */
  readonly load?: () => Promise<Pick<typeof import('./start-engines.ts'), 'startEngines'>>;
}

/**
 * Starts the given engines and everything they need, and resolves once they serve.
 * On a failure it stops what it had started and throws the reason.
 */
export async function startFlorin(config: Config, parts: StartParts): Promise<Running> {
  const shutdown = openShutdown(parts.log);
  try {
    const started = await startAll(config, { ...parts, shutdown });
    return { ...started, stop: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

interface AllParts extends StartParts {
  readonly shutdown: Shutdown;
}

/**
 * With few modules loaded: the rest of the program is loaded while the database and the nodes start, which run in
 * processes of their own.
 */
async function startAll(config: Config, parts: AllParts) {
  const { engines, log, shutdown, load = () => import('./start-engines.ts') } = parts;
  await checkDatabaseFolder(config);
  const serves = engines.has('serve');
  const ports = serves ? await choosePorts(config) : config.ports;
  const urls = publicUrls(config, { ...config.ports, ...ports });
  const clock = offsetClock();
  const program = awaitAll([load(), serves ? ensureBuilds(config, log) : undefined]);
  const onFailure = reportOnce(log);
  program.catch(onFailure);
  const began = worldsOf(config, { ...parts, clock, urls, program, onFailure });
  began.catch(onFailure);
  const [[{ startEngines }, builds], worlds] = await awaitAll([program, began]);
  const input: WiringInput = { config, urls, log, clock, ...worlds };
  const started = await startEngines(input, { engines, shutdown, clock, ports, builds });
  return { urls, ...started };
}

/** Says at once why a start fails: what else began is waited for before all of it is stopped. */
function reportOnce(log: Log): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (isReported) return;
    isReported = true;
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, 'cannot start; stopping once what began has started');
  };
}

interface WorldParts extends AllParts {
  readonly clock: OffsetClock;
  readonly urls: HostUrls;
  /** Fails where this release cannot start. */
  readonly program: Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

async function worldsOf(
  config: Config,
  parts: WorldParts,
): Promise<Omit<WiringInput, 'config' | 'urls' | 'log' | 'clock'>> {
  const { engines, log } = parts;
  const { mode } = config;
  // The release that ran before is refused where this one migrated.
  const canStart = mode === 'production' ? parts.program : undefined;
  const prepareDatabase = async (url: string) => {
    // Loaded where the database is starting meanwhile.
    const module = await import('./prepare-database.ts');
    const migrates = engines.size === 3;
    await module.prepareDatabase(url, { mode, migrates, canStart, log }).catch((error: unknown) => {
      // The nodes of a sandbox may still be starting.
      parts.onFailure(error);
      throw error;
    });
  };
  if (mode === 'sandbox') {
    return await prepareSandbox(config, { ...parts, prepareDatabase, owns: engines.has('serve') });
  }
  const { databaseUrl, secretKey, personalDataKeys, rpcUrls } = config;
  invariant(databaseUrl !== undefined, 'production was configured with a database');
  invariant(secretKey !== undefined, 'production was configured with a secret key');
  await prepareDatabase(databaseUrl);
  return { databaseUrl, secretKey, personalDataKeys, rpcUrls };
}

async function ensureBuilds(config: Config, log: Log): Promise<Builds> {
  const [pay, dashboard] = await Promise.all([
    ensurePageBuild({ log }),
    servesDashboard(config) ? ensureDashboardBuild({ log }) : undefined,
  ]);
  return { pay, dashboard };
}

async function choosePorts(config: Config): Promise<Ports> {
  const { host, ports } = config;
  const [api, auth, pay, dashboard] = await Promise.all([
    choosePort(host, ports.api, 'API_PORT'),
    choosePort(host, ports.auth, 'AUTH_PORT'),
    choosePort(host, ports.pay, 'PAY_PORT'),
    servesDashboard(config) ? choosePort(host, ports.dashboard, 'DASHBOARD_PORT') : ports.dashboard,
  ]);
  return { api, auth, pay, dashboard };
}
