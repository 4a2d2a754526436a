import process from 'node:process';
import { inspect } from 'node:util';
import type { Context } from '#context.ts';
import { offsetClock, systemClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { systemRandom } from '#kit/secret.ts';
import type { Config } from '#platform/config/config.ts';
import { loadOrCreateDataKeys } from '#platform/config/personal-data-settings.ts';
import { publicUrls } from '#platform/config/public-urls.ts';
import { loadOrCreateSecretKey } from '#platform/config/secret-key.ts';
import { claimDatabase, refuseOtherMode } from '#platform/db/claim-database.ts';
import { checkSchema } from '#platform/db/migrate.ts';
import { reachDatabase } from '#platform/db/reach-database.ts';
import { openLog } from '#platform/log.ts';
import { openShutdown, type Shutdown } from '#platform/shutdown.ts';
import { bankOfSandbox } from '#sandbox/bank-address.ts';
import { bundlerOfSandbox } from '#sandbox/bundler-address.ts';
import { findEmbeddedPostgres } from '#sandbox/database/find-running.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';
import { identityProviderOfSandbox } from '#sandbox/identity/identity-settings.ts';
import { routesOfSandbox } from '#sandbox/route-settings.ts';
import { safeServiceOfSandbox } from '#sandbox/safe-service-address.ts';
import { readSandboxFile, type SandboxFile } from '#sandbox/sandbox-file.ts';
import { screeningOfSandbox } from '#sandbox/screening-address.ts';
import { setClock } from '../follow-clock.ts';
import { type WiringInput, wire } from '../wiring.ts';
import { type Environment, readConfig } from './read-config.ts';

/** The exit code of what was refused or could not be reached. */
const EXIT_FAILURE = 1;

/**
 * Does something as an operator on the database of this configuration: the one of `DATABASE_URL`,
 * or the sandbox's own, which is started for as long as it takes where no sandbox runs. What is
 * refused, or cannot be reached, is one sentence on standard error and exit code 1.
 */
export function withContext(environment: Environment, work: Work): Promise<void> {
  // Most commands need no chain, and must not wait for one.
  const failureCode = EXIT_FAILURE;
  return act(environment, { work, rpcUrlsOf: async () => new Map(), failureCode });
}

/**
 * Does the same with the nodes of this configuration: those of `RPC_URL_*` or of the running sandbox.
 * A command with a result as exit code 1 uses another one for refusals and outages.
 */
export function withNodes(
  environment: Environment,
  work: Work,
  failureCode: number = EXIT_FAILURE,
): Promise<void> {
  return act(environment, { work, rpcUrlsOf, failureCode });
}

type Work = (ctx: Context) => Promise<void>;

interface Act {
  readonly work: Work;
  readonly rpcUrlsOf: (config: Config) => Promise<Config['rpcUrls']>;
  readonly failureCode: number;
}

async function act(environment: Environment, { work, rpcUrlsOf, failureCode }: Act): Promise<void> {
  const config = readConfig(environment);
  // Standard output is for the answer alone.
  const log = openLog({ level: 'silent', mode: config.mode });
  const shutdown = openShutdown(log);
  try {
    const secretKey = config.secretKey ?? (await loadOrCreateSecretKey(config.home, systemRandom));
    const databaseUrl = config.databaseUrl ?? (await sandboxDatabase(config, shutdown));
    const urls = publicUrls(config, config.ports);
    const rpcUrls = await rpcUrlsOf(config);
    const file = await sandboxFile(config);
    const clock = offsetClock();
    const input: WiringInput = {
      config,
      databaseUrl,
      rpcUrls,
      secretKey,
      personalDataKeys: await dataKeysOf(config),
      urls,
      log,
      clock,
      routeProvider: routesOfSandbox(file),
      safeService: safeServiceOfSandbox(file, config.rpcUrls),
      identityProvider: identityProviderOfSandbox(file),
      bundler: bundlerOfSandbox(file, config.rpcUrls),
      screening: screeningOfSandbox(file),
      offRamp: bankOfSandbox(file),
    };
    const { ctx } = wire(input, shutdown);
    await reachDatabase(ctx.db);
    await refuseOtherMode(ctx.db, config.mode);
    await checkSchema(ctx.db);
    await claimDatabase(ctx.db, config.mode, systemClock());
    await setClock({ db: ctx.db, mode: config.mode, clock });
    await work({ ...ctx, actor: { kind: 'operator' } });
  } catch (error) {
    const isExpected = error instanceof Refusal || error instanceof Outage;
    // Rethrown, it would be printed the same, but always with exit code 1.
    process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`);
    process.exitCode = failureCode;
  } finally {
    await shutdown.run();
  }
}

/** Those of production are set, or there are none. */
async function dataKeysOf({ mode, home, personalDataKeys }: Config) {
  if (personalDataKeys !== undefined || mode === 'production') return personalDataKeys;
  return await loadOrCreateDataKeys(home, systemRandom);
}

async function sandboxFile({ mode, home }: Config): Promise<SandboxFile | undefined> {
  return mode === 'sandbox' ? await readSandboxFile(home) : undefined;
}

async function rpcUrlsOf(config: Config): Promise<Config['rpcUrls']> {
  const { rpcUrls } = config;
  const sandbox = await sandboxFile(config);
  const local = Object.entries(sandbox?.networks ?? {}).map(
    ([network, { rpcUrl }]) => [network, [rpcUrl]] as const,
  );
  return new Map([...local, ...rpcUrls]);
}

async function sandboxDatabase({ home, mode }: Config, shutdown: Shutdown): Promise<string> {
  const running = await findEmbeddedPostgres(home);
  if (running !== undefined) return running;
  if ((await readSandboxFile(home)) === undefined) {
    const message = `There is no sandbox in ${home} yet: run npm start first.`;
    throw new Refusal('no_sandbox', 409, message);
  }
  const server = await startEmbeddedPostgres({ home, log: openLog({ level: 'silent', mode }) });
  shutdown.add('embedded PostgreSQL', () => server.stop());
  return server.url;
}
