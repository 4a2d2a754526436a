import type pg from 'pg';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { elapsedMs } from '#kit/clock.ts';
import { within } from '#kit/within.ts';
import type { ReadyCheck, ReadyReport } from '#platform/http/ready-report.ts';

/** A probe must be answered within a few seconds, also where a node or the database hangs. */
const CHECK_TIMEOUT_MS = 2_000;

/** Probes call every few seconds; more frequent calls get the same report. */
const SHARED_MS = 1_000;

/**
 * The same report for all calls within a second. Calls are public and not rate limited, and each
 * call of a node may cost.
 */
export function shareReports<Report>(check: () => Promise<Report>): () => Promise<Report> {
  let report: Promise<Report> | undefined;
  let untilMs = 0;
  return () => {
    if (report !== undefined && elapsedMs() < untilMs) return report;
    untilMs = elapsedMs() + SHARED_MS;
    report = check();
    return report;
  };
}

/** What a host uses. */
export interface ReadyParts {
  readonly ctx: Pick<Context, 'chains'>;
  readonly pool: pg.Pool;
}

/** Checks what a host uses: the database, and the nodes of every network. */
export async function checkReady({ ctx, pool }: ReadyParts): Promise<ReadyReport> {
  const [database, ...networks] = await Promise.all([
    check('database', () => pool.query('select 1')),
    ...ctx.chains.all.map(checkNetwork),
  ]);
  return reportOf(database, networks);
}

/**
 * Nothing is served without the database. Of networks one that answers is enough: were one that is
 * away to count, balancers would take the others away from payers too.
 */
export function reportOf(database: ReadyCheck, networks: readonly ReadyCheck[]): ReadyReport {
  const reached = networks.length === 0 || networks.some(({ ok }) => ok);
  return { ready: database.ok && reached, checks: [database, ...networks] };
}

/** One node that answers is enough; the number of others that do not is returned too, without names. */
async function checkNetwork(chain: Chain): Promise<ReadyCheck> {
  const report = await check(`node ${chain.network.id}`, () => chain.readHead());
  const nodes = chain.nodes();
  const nodesDown = nodes.flatMap(({ state }, i) => (state === 'healthy' ? [] : [i + 1]));
  if (nodes.length === 1 || nodesDown.length === 0) return report;
  return { ...report, detail: `not well of ${nodes.length} nodes: ${nodesDown.join(', ')}` };
}

async function check(name: string, check: () => Promise<unknown>): Promise<ReadyCheck> {
  try {
    return await within(
      CHECK_TIMEOUT_MS,
      check().then(() => ({ name, ok: true })),
      () => ({ name, ok: false }),
    );
  } catch {
    // The details are in the log; a probe gets no more than this.
    return { name, ok: false };
  }
}
