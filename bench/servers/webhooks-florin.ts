import { setTimeout as wait } from 'node:timers/promises';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { elapsedMs } from '#kit/clock.ts';
import { type PaymentPayload, recordEvents } from '#modules/events/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { createWebhook } from '#modules/webhooks/index.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { loadConfig } from '#platform/config/load.ts';
import { transact } from '#platform/db/transact.ts';
import { openLog } from '#platform/log.ts';
import { openShutdown } from '#platform/shutdown.ts';
import { runSweeps } from '#platform/sweep.ts';
import { wire } from '../../src/processes/wiring.ts';
import { obey, payloadOf } from './webhooks-orders.ts';

// What `florin work` does for webhooks, wired as production wires it, with a receiver.
const [databaseUrl = '', receiverUrl = ''] = process.argv.slice(2);
const secretKey = 'a key of the benchmark, which opens nothing else';
const urls = {
  api: 'http://localhost:8080',
  auth: 'http://localhost:8081',
  pay: 'http://localhost:8082',
  dashboard: 'http://localhost:8083',
};
const loaded = loadConfig({ FLORIN_MODE: 'sandbox', DATABASE_URL: databaseUrl }, NETWORK_IDS);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { config } = loaded;
const log = openLog({ level: config.logLevel, mode: config.mode });
const shutdown = openShutdown(log);
const rpcUrls = new Map<string, readonly string[]>();
const { ctx, outbound, listening } = wire(
  { config, databaseUrl, rpcUrls, secretKey, urls, log },
  shutdown,
);
await listening.ready();

const open = async (path: string) => {
  const { id: accountId } = await createAccount(ctx, { name: 'Bench' });
  const caller = { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'bench' } } as const;
  return { accountId, ...(await createWebhook(caller, { url: `${receiverUrl}${path}` })) };
};
const [healthy, dead] = [await open('/hook'), await open('/hang')];
const sweeps = () => webhookSweeps({ outbound, timeoutMs: config.webhookTimeoutMs });

const record = (accountId: string, from: number, count: number) =>
  transact(ctx, (ctx) =>
    recordEvents(
      ctx,
      Array.from({ length: count }, (_, i) => ({
        accountId,
        payload: payloadOf(from + i, ctx.now()) satisfies PaymentPayload,
        securePaymentToken: null,
        clientIdId: null,
        orchestratorId: null,
        origin: null,
      })),
    ),
  );

let next = 0;
let stopping = new AbortController();
let running: Promise<void> | undefined;

await obey(healthy.secret, {
  enqueue: async ({ count, toDead, fannedOut }) => {
    const { accountId } = toDead ? dead : healthy;
    for (const end = next + count; next < end; next += 1_000) {
      await record(accountId, next, Math.min(1_000, end - next));
    }
    const [fanOut] = sweeps();
    while (fannedOut && ((await fanOut?.run(ctx, stopping.signal)) ?? 0) > 0);
  },
  start: async () => {
    stopping = new AbortController();
    running = runSweeps(sweeps(), { ctx, log, wake: listening.wake }, stopping.signal);
  },
  trickle: async ({ count, perSecond }) => {
    const start = elapsedMs();
    const recording: Promise<unknown>[] = [];
    for (let i = 0; i < count; i += 1, next += 1) {
      await wait(Math.max(0, start + (i * 1000) / perSecond - elapsedMs()));
      recording.push(record(healthy.accountId, next, 1));
    }
    await Promise.all(recording);
  },
  stop: async () => {
    stopping.abort();
    await running;
    // What is still pending for the dead one must not take anything from the next pass.
    await ctx.db
      .updateTable('webhook_delivery')
      .set({ status: 'failed', finished_at: ctx.now() })
      .where('status', '=', 'pending')
      .execute();
  },
});
