import process from 'node:process';
import type { Chain } from '#chains/chain.ts';
import { connectChains } from '#chains/registry.ts';
import type { Config } from '#platform/config/config.ts';
import { publicUrls } from '#platform/config/public-urls.ts';
import { checkSchema } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { openLog } from '#platform/log.ts';
import { connectionsOf } from '../connections-of.ts';
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
  const chains = connectChains(connectionsOf(config, config.rpcUrls), { log });
  const database = config.databaseUrl;
  const findings = await Promise.all([
    finding('settings', async () => `${config.mode} mode, every setting is well formed`),
    ...(['api', 'auth', 'pay'] as const).map((host) =>
      finding(`port ${config.ports[host]}`, () => tryPort(config, host)),
    ),
    ...(config.metrics === undefined ? [] : [tryMetricsPort(config.metrics)]),
    finding('database', async () => {
      if (database === undefined) return 'the embedded PostgreSQL will be started';
      const { db, close } = openDatabase(database, { log });
      await checkSchema(db).finally(close);
      return 'answers, and its schema is of this release';
    }),
  ]);
  const nodes = await Promise.all(chains.all.map(tryNodes));
  await chains.close();
  const all = [...findings, ...nodes.flat()];
  for (const { about, ok, words } of all) {
    process.stdout.write(`${ok ? '✓' : '✗'} ${about}: ${words}\n`);
  }
  process.exitCode = all.every(({ ok }) => ok) ? 0 : 1;
}

function tryPort(config: Config, host: 'api' | 'auth' | 'pay'): Promise<string> {
  const setting = `${host.toUpperCase()}_PORT`;
  return tryToListen(() => choosePort(config.host, config.ports[host], setting), {
    what: `the ${host} host`,
    url: publicUrls(config, config.ports)[host],
  });
}

function tryMetricsPort({ host, port }: NonNullable<Config['metrics']>): Promise<Finding> {
  // An IPv6 address stands in brackets in a URL.
  const shown = host.includes(':') ? `[${host}]` : host;
  const place = { what: 'metrics', url: `http://${shown}:${port}` };
  return finding(`port ${port}`, () =>
    tryToListen(() => choosePort(host, port, 'METRICS_PORT'), place),
  );
}

/** What would be served, and where it is asked whether it already is. */
interface Place {
  readonly what: string;
  readonly url: string;
}

/** A port is well when it is free, or when a Florin that runs already is what has it. */
async function tryToListen(choose: () => Promise<number>, place: Place): Promise<string> {
  try {
    await choose();
    return `free for ${place.what}`;
  } catch (error) {
    const answer = await fetch(new URL('/healthz', place.url), {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    }).catch(() => undefined);
    const text = await answer?.text();
    if (text?.includes('"status":"ok"')) return 'taken by a Florin that runs already';
    throw error;
  }
}

/**
 * Asks every node of a network. One that is away stops no start while another answers; one of another
 * chain is a mistake in any case.
 */
async function tryNodes(chain: Chain): Promise<Finding[]> {
  const { network } = chain;
  // Why it failed is what the nodes are asked for one by one.
  await chain.checkChainId().catch(() => undefined);
  const nodes = chain.nodes();
  const someAnswers = nodes.some(({ state }) => state === 'healthy');
  return nodes.map(({ name, state, headNumber, lastError }) => {
    const about = `node ${network.id} ${name}`;
    if (state === 'wrong_chain') {
      return { about, ok: false, words: `${lastError}, but ${network.name} is ${network.chainId}` };
    }
    if (state === 'healthy' && headNumber !== undefined) {
      return { about, ok: true, words: `serves chain ${network.chainId}, head ${headNumber}` };
    }
    const words = `does not answer${someAnswers ? ', as others do' : ''}: ${lastError ?? 'not in time'}`;
    return { about, ok: someAnswers, words };
  });
}

async function finding(about: string, tryIt: () => Promise<string>): Promise<Finding> {
  try {
    return { about, ok: true, words: await tryIt() };
  } catch (error) {
    return { about, ok: false, words: error instanceof Error ? error.message : String(error) };
  }
}
