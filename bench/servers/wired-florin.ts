import { NETWORK_IDS } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { loadConfig } from '#platform/config/load.ts';
import { openLog } from '#platform/log.ts';
import { openShutdown } from '#platform/shutdown.ts';
import { watchChain } from '../../src/processes/watcher.ts';
import { type Wiring, wire } from '../../src/processes/wiring.ts';
import { runWorker } from '../../src/processes/worker.ts';

const SECRET_KEY = 'a key of the benchmark, which opens nothing else';
const URLS = {
  api: 'http://localhost:8080',
  auth: 'http://localhost:8081',
  pay: 'http://localhost:8082',
  dashboard: 'http://localhost:8083',
};

/** Florin of a benchmark, wired as production wires it. */
export interface WiredFlorin extends Wiring {
  /** Does what `florin watch` and `florin work` do in one process, until this one is ended. */
  run(ctx: Wiring['ctx'], chain: Chain): void;
}

/** Wires it on a migrated database and these nodes of Sepolia. */
export async function wireFlorin(
  databaseUrl: string,
  nodes: readonly string[],
): Promise<WiredFlorin> {
  // Comparing stored payments with the chain reads it again, which is no part of what is measured.
  const settings = {
    FLORIN_MODE: 'sandbox',
    DATABASE_URL: databaseUrl,
    RECONCILE_CALLS_PER_HOUR: '0',
  };
  const loaded = loadConfig(settings, NETWORK_IDS);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { config } = loaded;
  const log = openLog({ level: config.logLevel, mode: config.mode });
  const shutdown = openShutdown(log);
  const rpcUrls = new Map(nodes.length === 0 ? [] : [['sepolia', nodes]]);
  const parts = { config, databaseUrl, rpcUrls, secretKey: SECRET_KEY, urls: URLS, log };
  const wired = wire(parts, shutdown);
  await wired.listening.ready();
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const end = () => {
    stopping.abort();
    void running.then(() => shutdown.run()).then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  return {
    ...wired,
    run: (ctx, chain) => {
      running = Promise.all([
        watchChain(ctx, chain, stopping.signal),
        runWorker({ ...wired, ctx }, stopping.signal),
      ]);
    },
  };
}
