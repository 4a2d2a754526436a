import { z } from 'zod';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from '#platform/config/load.ts';
import { openLog } from '#platform/log.ts';
import { openShutdown } from '#platform/shutdown.ts';
import { watchChain } from '../../src/processes/watcher.ts';
import { wire } from '../../src/processes/wiring.ts';
import { runWorker } from '../../src/processes/worker.ts';

// What `florin watch` and `florin work` do in one process, wired as production wires it, on a node of Sepolia: payments
// are found, settled and reported. It begins on a message.
const { databaseUrl, rpcUrls, from } = z
  .object({ databaseUrl: z.string(), rpcUrls: z.array(z.string()), from: z.number() })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const secretKey = 'a key of the benchmark, which opens nothing else';
const urls = {
  api: 'http://localhost:8080',
  auth: 'http://localhost:8081',
  pay: 'http://localhost:8082',
  dashboard: 'http://localhost:8083',
};
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
const nodes = new Map([['sepolia', rpcUrls]]);
const wired = wire({ config, databaseUrl, rpcUrls: nodes, secretKey, urls, log }, shutdown);
await wired.listening.ready();
const ctx = {
  ...wired.ctx,
  settings: {
    ...wired.ctx.settings,
    confirmationsFor: () => ({ by: 'depth', blocks: 1 }) as const,
    firstBlockOf: () => BigInt(from),
  },
};
const [chain] = ctx.chains.all;
if (chain === undefined) throw new Error('one network is connected');

const stopping = new AbortController();
let running: Promise<unknown> = Promise.resolve();
process.once('message', () => {
  running = Promise.all([
    watchChain(ctx, chain, stopping.signal),
    runWorker({ ...wired, ctx }, stopping.signal),
  ]);
});
const end = () => {
  stopping.abort();
  void running.then(() => shutdown.run()).then(() => process.exit(0));
};
process.once('SIGTERM', end);
process.once('disconnect', end);
process.send?.({ isReady: true });
