import { setTimeout as wait } from 'node:timers/promises';
import type { ReadyReport } from '#platform/http/host-routes.ts';
import type { Wiring } from './wiring.ts';

/** A probe must hear within a few seconds, also where a node or the database hangs. */
const CHECK_TIMEOUT_MS = 2_000;

/** Asks what a host needs to serve: the database, and the node of every network. */
export async function checkReady({ ctx, pool }: Wiring): Promise<ReadyReport> {
  const checks: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['database', () => pool.query('select 1')],
    ...ctx.chains.all.map((chain) => [`node ${chain.network.id}`, () => chain.readHead()] as const),
  ];
  return Promise.all(checks.map(([name, ask]) => check(name, ask)));
}

async function check(name: string, ask: () => Promise<unknown>): Promise<ReadyReport[number]> {
  const late = new AbortController();
  const timeout = wait(CHECK_TIMEOUT_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`);
  });
  try {
    await Promise.race([ask(), timeout]);
    return { name, ok: true };
  } catch {
    // What exactly went wrong is in the log of whoever uses it; a probe is told no more than this.
    return { name, ok: false };
  } finally {
    late.abort();
    timeout.catch(() => undefined);
  }
}
