import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { recordEvent } from '#modules/events/index.ts';
import { createWebhook } from '#modules/webhooks/index.ts';
import { type WebhookParts, webhookSweeps } from '#modules/webhooks/sweeps.ts';
import type { Database } from '#platform/db/database.ts';
import { transact } from '#platform/db/transact.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { runSweeps } from '#platform/sweep.ts';
import type { Context } from '../../src/context.ts';
import { clientIdActor } from './actors.ts';
import { testContext } from './context.ts';

/** One post that a receiver got. */
export interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

type Answer = (
  post: Post,
  count: number,
) => number | { readonly status: number; readonly body: string } | 'hang' | 'reset';

/** Real receivers, and the sweeps that deliver to them with short delays. */
export interface WebhookWorld extends AsyncDisposable {
  readonly ctx: Context;
  /** A receiver; `answer` decides what each post gets, 204 by default. */
  receiver(answer?: Answer): Promise<{ readonly url: string; readonly posts: Post[] }>;
  /** Runs the sweeps as the worker does, until the test or `stop` ends them; `as` has another clock. */
  startSweeps(parts?: Partial<WebhookParts>, as?: Context): { stop(): Promise<void> };
  /** Registers an endpoint, platform-wide unless a client ID is given. */
  endpointAt(
    url: string,
    scope: { readonly accountId: string; readonly clientIdId?: string },
  ): Promise<{ readonly id: string; readonly secret: string }>;
  /** Records an event of a payment, as settlement would. */
  recordTestEvent(accountId: string, about?: EventOptions): Promise<string>;
  deliveries(): Promise<Delivery[]>;
  outboxLength(): Promise<number>;
}

interface EventOptions {
  readonly token?: string;
  readonly clientIdId?: string;
  readonly clientId?: string;
  readonly orchestratorId?: string;
  readonly event?: 'payment.reverted';
  readonly customerInfo?: Readonly<Record<string, string>>;
}

interface Delivery {
  readonly id: string;
  readonly webhook_endpoint_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
  readonly finished_at: Date | null;
}

/** Empties the tables of earlier tests of the file and starts anew. */
export async function webhookWorld(db: Database): Promise<WebhookWorld> {
  const ctx = testContext({ db, now: systemClock, newId: idMaker(systemClock) });
  for (const table of [
    'webhook_attempt',
    'webhook_delivery',
    'outbox',
    'webhook_endpoint',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  const closing: (() => Promise<void>)[] = [];
  return {
    ctx,
    receiver: async (answer = () => 204) => {
      const { close, ...opened } = await openReceiver(answer);
      closing.push(close);
      return opened;
    },
    startSweeps: (parts = {}, as = ctx) => {
      const sweeps = startSweeps(as, parts);
      closing.push(sweeps.stop);
      return sweeps;
    },
    endpointAt: (url, scope) => createWebhook({ ...ctx, actor: actorOf(scope) }, { url }),
    recordTestEvent: (accountId, about = {}) => recordTestEvent(ctx, accountId, about),
    deliveries: () =>
      db
        .selectFrom('webhook_delivery')
        .select(['id', 'webhook_endpoint_id', 'event_type', 'status', 'attempts', 'finished_at'])
        .orderBy('id')
        .execute(),
    outboxLength: async () => (await db.selectFrom('outbox').selectAll().execute()).length,
    [Symbol.asyncDispose]: async () => {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

async function openReceiver(answer: Answer) {
  const posts: Post[] = [];
  const listen: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const post = { path: request.url ?? '', headers: request.headers, body, at: elapsedMs() };
      posts.push(post);
      const verdict = answer(post, posts.length);
      if (verdict === 'reset') request.socket.destroy();
      else if (typeof verdict === 'number') response.writeHead(verdict).end();
      else if (verdict !== 'hang') response.writeHead(verdict.status).end(verdict.body);
    });
  };
  const server = createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}/hook`, posts, close };
}

function startSweeps(ctx: Context, parts: Partial<WebhookParts>): { stop(): Promise<void> } {
  const outbound = openOutbound({ privateAddresses: 'allow' });
  // What a machine full of others answers late is not given up, and sent again.
  const timeoutMs = 60_000;
  const sweeps = webhookSweeps({ outbound, timeoutMs, delaysMs: [20, 60, 120], ...parts });
  const quick = sweeps.map((sweep) => ({ ...sweep, everyMs: 20 }));
  const abort = new AbortController();
  const running = runSweeps(quick, { ctx, log: ctx.log }, abort.signal);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    abort.abort();
    stopped ??= running.then(() => outbound.close());
    return stopped;
  };
  return { stop };
}

function actorOf(scope: {
  readonly accountId: string;
  readonly clientIdId?: string;
}): Context['actor'] {
  const { accountId, clientIdId } = scope;
  if (clientIdId === undefined) return { kind: 'api_key', accountId, apiKeyId: 'key' };
  return clientIdActor({ accountId, clientIdId });
}

function recordTestEvent(ctx: Context, accountId: string, about: EventOptions): Promise<string> {
  const requestId = `01${'ab'.repeat(32)}`;
  return transact(ctx, (ctx) =>
    recordEvent(ctx, {
      accountId,
      securePaymentToken: about.token ?? null,
      clientIdId: about.clientIdId ?? null,
      orchestratorId: about.orchestratorId ?? null,
      origin: about.clientIdId === undefined ? null : 'https://bücher.example',
      customerInfo: about.customerInfo === undefined ? null : JSON.stringify(about.customerInfo),
      payload: {
        event: about.event ?? 'payment.confirmed',
        requestId,
        requestID: requestId,
        paymentReference: '0x0011223344556677',
        amount: '12.5',
        totalAmountPaid: '12.5',
        expectedAmount: '12.5',
        timestamp: '2026-01-02T03:04:05.000Z',
        txHash: '0x33',
        payerAddress: null,
        payerEoaAddress: null,
        network: 'sepolia',
        currency: 'USDC',
        paymentCurrency: 'USDC',
        isCryptoToFiat: false,
        subStatus: '',
        paymentProcessor: 'service-network',
        fees: [],
        reference: 'Bestellung № 7 “ä”',
        ...(about.clientId === undefined ? {} : { clientId: about.clientId }),
      },
    }),
  );
}

/** Polls until a statement about the world is true; throws when it does not become so in time. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 180_000,
): Promise<void> {
  for (const end = elapsedMs() + deadlineMs; !(await holds()); await wait(5)) {
    if (elapsedMs() > end) throw new Error('it did not come true in time');
  }
}
