import process from 'node:process';
import type { Chain, SingleNode } from '#chains/chain.ts';
import { connectChains } from '#chains/registry.ts';
import { countAnswering } from '#hosts/monitoring/network-status.ts';
import { findUnsubscribedLinks, type UnsubscribedLinks } from '#modules/webhooks/index.ts';
import type { Config } from '#platform/config/config.ts';
import { publicUrls, servesDashboard } from '#platform/config/public-urls.ts';
import { checkSchema } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { type Log, openLog } from '#platform/log.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { openSafeServices } from '#providers/safe/safe-services.ts';
import { findEmbeddedPostgres } from '#sandbox/database/find-running.ts';
import { agreementFor, sayAgreement } from '../agreement.ts';
import { connectionsOf } from '../connections-of.ts';
import { choosePort } from '../ports.ts';
import { safeServicesOf } from '../safe-services-of.ts';
import { SEALED_TABLES } from '../sealed-tables.ts';
import { checkDatabaseFolder } from '../watched-folders.ts';
import { checkBundlers } from './check-bundlers.ts';
import { checkEscrows } from './check-escrows.ts';
import { checkIdentityProviders } from './check-identity-providers.ts';
import { checkOffRamp } from './check-off-ramp.ts';
import { checkPersonalData } from './check-personal-data.ts';
import { checkRecurringProxies } from './check-recurring-proxies.ts';
import { checkSanctionsOracles } from './check-sanctions-oracles.ts';
import { checkScreeners } from './check-screeners.ts';
import type { Finding } from './finding.ts';
import { type Environment, readConfig } from './read-config.ts';

/** The process with the port is on this machine, so a healthy one answers at once. */
const HEALTH_TIMEOUT_MS = 1_000;

/** More accounts than this in silence have one cause, and a terminal has an end. */
const UNSUBSCRIBED_SHOWN_MAX = 10;

/**
 * Tries what a start would need, changes nothing, and prints a line for each; exit code 1 when
 * something would stop it. Warnings, such as links that no webhook endpoint receives events of, are marked
 * with `!` and change no exit code.
 */
export async function describeEnvironment(environment: Environment): Promise<void> {
  const config = readConfig(environment);
  const log = openLog({ level: 'silent', mode: config.mode });
  const chains = connectChains(connectionsOf(config, config.rpcUrls), { log });
  const database = config.databaseUrl ?? (await findEmbeddedPostgres(config.home));
  const findings = await Promise.all([
    finding('settings', async () => `${config.mode} mode, every setting is well formed`),
    ...hostsOf(config).map((host) =>
      finding(`port ${config.ports[host]}`, () => checkPort(config, host)),
    ),
    ...(config.metrics === undefined ? [] : [checkMetricsPort(config.metrics)]),
    checkDatabase(database, config, log),
    ...(config.databaseFolder === undefined ? [] : [describeDatabaseFolder(config)]),
  ]);
  const nodes = await Promise.all(chains.all.map(checkNodesOf));
  const agreements = chains.all.map((chain) => describeAgreement(config, chain));
  const safes = await checkSafeServices(config, chains.all);
  const bundlers = await checkBundlers(config, chains.all);
  const identities = await checkIdentityProviders(config);
  const proxies = await checkRecurringProxies(config, chains.all);
  const escrows = await checkEscrows(chains.all);
  const oracles = await checkSanctionsOracles(config, chains.all);
  const screeners = await checkScreeners(config);
  const offRamp = await checkOffRamp(config);
  await chains.close();
  const all = [
    ...findings.flat(),
    ...nodes.flat(),
    ...agreements,
    ...safes,
    ...bundlers,
    ...identities,
    ...proxies,
    ...escrows,
    ...oracles,
    ...screeners,
    ...offRamp,
  ];
  for (const { about, ok, warns, text } of all) {
    const mark = warns === true ? '!' : '✓';
    process.stdout.write(`${ok ? mark : '✗'} ${about}: ${text}\n`);
  }
  process.exitCode = all.every(({ ok }) => ok) ? 0 : 1;
}

/** Whether the database can be used, and whether it holds links that no endpoint receives events of. */
async function checkDatabase(
  url: string | undefined,
  config: Config,
  log: Log,
): Promise<readonly Finding[]> {
  const about = 'database';
  if (url === undefined) {
    return [{ about, ok: true, text: 'the embedded PostgreSQL will be started' }];
  }
  const { db, close } = openDatabase(url, { log });
  try {
    await checkSchema(db);
    const text = 'answers, and its schema is of this release';
    return [
      { about, ok: true, text },
      ...unsubscribed(await findUnsubscribedLinks({ db })),
      ...(await checkPersonalData(config, SEALED_TABLES, db)),
    ];
  } catch (error) {
    return [{ about, ok: false, text: messageOf(error) }];
  } finally {
    await close();
  }
}

function unsubscribed(links: readonly UnsubscribedLinks[]): readonly Finding[] {
  const about = 'webhooks';
  if (links.length === 0) {
    return [{ about, ok: true, text: 'every pending link has an endpoint for its events' }];
  }
  const shown = links.slice(0, UNSUBSCRIBED_SHOWN_MAX).map(({ accountId, clientId, count }) => {
    const made = clientId === null ? 'an API key' : clientId;
    const text = `no active endpoint receives events of ${count} pending links that ${made} of account ${accountId} made; register one with x-api-key on POST /v1/webhook`;
    return { about, ok: true, warns: true, text };
  });
  const more = links.length - shown.length;
  const text = `and so it is for ${more} more accounts or client IDs`;
  return more === 0 ? shown : [...shown, { about, ok: true, warns: true, text }];
}

type Host = 'api' | 'auth' | 'pay' | 'dashboard';

function hostsOf(config: Config): readonly Host[] {
  return ['api', 'auth', 'pay', ...(servesDashboard(config) ? (['dashboard'] as const) : [])];
}

function checkPort(config: Config, host: Host): Promise<string> {
  const setting = `${host.toUpperCase()}_PORT`;
  return listenBriefly(() => choosePort(config.host, config.ports[host], setting), {
    what: `the ${host} host`,
    url: publicUrls(config, config.ports)[host],
  });
}

function checkMetricsPort({ host, port }: NonNullable<Config['metrics']>): Promise<Finding> {
  // An IPv6 address stands in brackets in a URL.
  const shown = host.includes(':') ? `[${host}]` : host;
  const target = { what: 'metrics', url: `http://${shown}:${port}` };
  return finding(`port ${port}`, () =>
    listenBriefly(() => choosePort(host, port, 'METRICS_PORT'), target),
  );
}

function describeDatabaseFolder(config: Config): Promise<Finding> {
  return finding('disk of the database', async () => {
    await checkDatabaseFolder(config);
    return 'is watched at DATABASE_FOLDER';
  });
}

/** What would be served, and the URL that shows whether it already is. */
interface ListenTarget {
  readonly what: string;
  readonly url: string;
}

/** A port is well when it is free, or when a Florin that runs already is what has it. */
async function listenBriefly(choose: () => Promise<number>, target: ListenTarget): Promise<string> {
  try {
    await choose();
    return `free for ${target.what}`;
  } catch (error) {
    const answer = await fetch(new URL('/healthz', target.url), {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    }).catch(() => undefined);
    const text = await answer?.text();
    if (text?.includes('"status":"ok"')) return 'taken by a Florin that runs already';
    throw error;
  }
}

/**
 * Queries every node of a network. One that is down stops no start while another answers; one of another
 * chain is a mistake in any case.
 */
async function checkNodesOf(chain: Chain): Promise<Finding[]> {
  const { network } = chain;
  // The nodes are queried one by one for the reason.
  await chain.checkChainId().catch(() => undefined);
  const nodes = chain.nodes();
  const someAnswers = nodes.some(({ state }) => state === 'healthy');
  const gaps = new Map(await Promise.all(chain.eachNode().map(gapsOf)));
  return nodes.flatMap(({ name, state, headNumber, lastError }): Finding[] => {
    const about = `node ${network.id} ${name}`;
    if (state === 'wrong_chain') {
      const text = `${lastError}, but ${network.name} is ${network.chainId}`;
      return [{ about, ok: false, text }];
    }
    if (state === 'healthy' && headNumber !== undefined) {
      const text = `serves chain ${network.chainId}, head ${headNumber}`;
      const missing = gaps.get(name) ?? [];
      return [
        { about, ok: true, text },
        ...missing.map((gap) => ({ about, ok: true, warns: true, text: gap })),
      ];
    }
    const text = `does not answer${someAnswers ? ', as others do' : ''}: ${lastError ?? 'not in time'}`;
    return [{ about, ok: someAnswers, warns: true, text }];
  });
}

/** What a node does not serve; nothing of one that does not answer, which is a finding of its own. */
async function gapsOf({ name, findGaps }: SingleNode): Promise<[string, readonly string[]]> {
  return [name, (await findGaps?.().catch(() => [])) ?? []];
}

/**
 * That one node is trusted alone, or that fewer answer than must agree, stops no start, but must be
 * reported. The nodes must have been queried before.
 */
function describeAgreement(config: Config, chain: Chain): Finding {
  const { id } = chain.network;
  const rule = agreementFor(config, config.rpcUrls, id);
  const answering = countAnswering(chain.nodes());
  const isTooFew = rule.needed !== undefined && answering < rule.needed;
  const warns = rule.needed === undefined || isTooFew;
  const text = sayAgreement(rule, id);
  const missing = isTooFew ? `, and ${answering} answer now: payments wait for the others` : '';
  return { about: `agreement ${id}`, ok: true, warns, text: `${text}${missing}` };
}

/** A service that does not answer stops no payment; one of another network finds nothing, and is a mistake. */
async function checkSafeServices(config: Config, chains: readonly Chain[]): Promise<Finding[]> {
  const services = safeServicesOf(
    config,
    chains.map(({ network }) => network.id),
  );
  if (services.size === 0) return [];
  const outbound = openOutbound({ privateAddresses: 'allow' });
  const { readRelease } = openSafeServices({ outbound, services });
  const findings = chains
    .filter(({ network }) => services.has(network.id))
    .map(async ({ network: { id, name, chainId } }): Promise<Finding> => {
      const about = `Safe service ${id}`;
      try {
        const release = await readRelease(id);
        if (release.chainId !== undefined && release.chainId !== chainId) {
          const text = `serves chain ${release.chainId}, but ${name} is ${chainId}`;
          return { about, ok: false, text };
        }
        return { about, ok: true, text: `answers, version ${release.version}` };
      } catch (error) {
        const text = `does not answer: ${messageOf(error)}. Payments by Safes are followed on the chain alone`;
        return { about, ok: true, warns: true, text };
      }
    });
  const found = await Promise.all(findings);
  await outbound.close();
  return found;
}

async function finding(about: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { about, ok: true, text: await check() };
  } catch (error) {
    return { about, ok: false, text: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
