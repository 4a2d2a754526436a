import { pino } from 'pino';
import { z } from 'zod';
import { systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { listen } from '#platform/db/listen.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { runSweeps } from '#platform/sweep.ts';
import { testContext } from '../support/context.ts';

/** The only argument of a worker of the soak. */
const DeliveredEvent = z.object({
  databaseUrl: z.string(),
  name: z.string(),
  timeoutMs: z.number(),
  delaysMs: z.array(z.number()),
  leaseSlackMs: z.number(),
});

const MEMORY_EVERY_MS = 250;

// What `florin work` runs for webhooks, wired in the same way, with the given waits.
const delivery = DeliveredEvent.parse(JSON.parse(process.argv[2] ?? ''));
const log = pino({ level: 'warn' }, process.stderr);
const { db, close } = openDatabase(delivery.databaseUrl, { log });
const listening = listen(delivery.databaseUrl, { log });
const outbound = openOutbound({ privateAddresses: 'allow' });
const ctx = testContext({ db, log, now: systemClock, newId: idMaker(systemClock) });
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
// The parent process is gone.
process.once('disconnect', () => stopping.abort());
const memory = setInterval(() => process.send?.(process.memoryUsage.rss()), MEMORY_EVERY_MS);

const { timeoutMs, delaysMs, leaseSlackMs, name } = delivery;
// The second family of headers shows the receivers which worker a post came from.
const parts = { outbound, timeoutMs, delaysMs, leaseSlackMs, headerFamily: `x-soak-${name}` };
const running = runSweeps(
  webhookSweeps(parts),
  { ctx, log, wake: listening.wake },
  stopping.signal,
);
await listening.ready();
process.send?.('ready');
await running;
clearInterval(memory);
await outbound.close();
await listening.close();
await close();
process.disconnect?.();
