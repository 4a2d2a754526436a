import process from 'node:process';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import type { Config } from '#platform/config/config.ts';
import { publicUrls } from '#platform/config/public-urls.ts';
import { checkSchema } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { openLog } from '#platform/log.ts';
import { networkIdOf } from '../network-id-of.ts';
import { choosePort } from '../ports.ts';
import { type Environment, readConfig } from './read-config.ts';

/** Whoever has the port is on this machine, so a healthy one answers at once. */
const HEALTH_TIMEOUT_MS = 1_000;

interface Finding {
  readonly about: string;
  readonly ok: boolean;
  readonly words: string;
}

/**
 * Tries what a start would need, changes nothing, and prints a line for each; exit code 1 when
 * something would stop it.
 */
export async function describeEnvironment(environment: Environment): Promise<void> {
  const config = readConfig(environment);
  const log = openLog({ level: 'silent', mode: config.mode });
  const chains = connectChains(
    [...config.rpcUrls].map(([id, rpcUrls]) => ({ network: NETWORKS[networkIdOf(id)], rpcUrls })),
    { log },
  );
  const database = config.databaseUrl;
  const findings = await Promise.all([
    finding('settings', async () => `${config.mode} mode, every setting is well formed`),
    ...(['api', 'auth', 'pay'] as const).map((host) =>
      finding(`port ${config.ports[host]}`, () => tryPort(config, host)),
    ),
    finding('database', async () => {
      if (database === undefined) return 'the embedded PostgreSQL will be started';
      const { db, close } = openDatabase(database, { log });
      await checkSchema(db).finally(close);
      return 'answers, and its schema is of this release';
    }),
    ...chains.all.map((chain) =>
      finding(`node ${chain.network.id}`, async () => {
        await chain.checkChainId();
        return `serves chain ${chain.network.chainId}, head ${await chain.readHead()}`;
      }),
    ),
  ]);
  await chains.close();
  for (const { about, ok, words } of findings) {
    process.stdout.write(`${ok ? '✓' : '✗'} ${about}: ${words}\n`);
  }
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
}

/** A port is well when it is free, or when a Florin that runs already is what has it. */
async function tryPort(config: Config, host: 'api' | 'auth' | 'pay'): Promise<string> {
  try {
    await choosePort(config.host, config.ports[host], `${host.toUpperCase()}_PORT`);
    return `free for the ${host} host`;
  } catch (error) {
    const url = new URL('/healthz', publicUrls(config, config.ports)[host]);
    const answer = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).catch(
      () => undefined,
    );
    const text = await answer?.text();
    if (text?.includes('"status":"ok"')) return 'taken by a Florin that runs already';
    throw error;
  }
}

async function finding(about: string, tryIt: () => Promise<string>): Promise<Finding> {
  try {
    return { about, ok: true, words: await tryIt() };
  } catch (error) {
    return { about, ok: false, words: error instanceof Error ? error.message : String(error) };
  }
}
