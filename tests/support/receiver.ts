import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { elapsedMs, systemClock } from '#kit/clock.ts';

/** One webhook as it came over the wire. */
interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly payload: z.infer<typeof Payload>;
  readonly at: Date;
}

/** Some events are of no request. */
const Payload = z.looseObject({ event: z.string(), requestId: z.string().optional() });

/** A real HTTP server on loopback that keeps what it receives and answers as configured. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /**
   * Each of them once, in the order of their events: one that was answered too late on a busy machine comes again under its id,
   * and several that are sent at once arrive in any order.
   */
  readonly distinct: readonly Delivery[];
  /** The statuses of the next answers to this event, in order; after them it answers 200 again. */
  answerNext(event: string, ...statuses: readonly number[]): void;
  /** The first delivery that fits, waiting for it if need be. */
  awaitDelivery(fits: (delivery: Delivery) => boolean): Promise<Delivery>;
}

/** How long a webhook is waited for: all four attempts take 21 s, and a busy machine several times that. */
const WAIT_MS = 100_000;

/** Opens a receiver; `port` brings one back where an earlier one was. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const statuses = new Map<string, number[]>();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const payload = Payload.parse(JSON.parse(body));
      deliveries.push({ headers: request.headers, body, payload, at: systemClock() });
      response.writeHead(statuses.get(payload.event)?.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${chosen}/hook`,
    deliveries,
    get distinct() {
      return distinctOf(deliveries);
    },
    answerNext: (event, ...next) => void statuses.set(event, [...next]),
    awaitDelivery: async (fits) => {
      for (const end = elapsedMs() + WAIT_MS; elapsedMs() < end; await wait(25)) {
        const found = deliveries.find(fits);
        if (found !== undefined) return found;
      }
      const seen = deliveries.map(({ payload }) => payload.event).join(', ');
      throw new Error(`no such webhook within ${WAIT_MS / 1000} s; seen: ${seen || 'none'}`);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ids are ordered as the events were recorded. */
function distinctOf(deliveries: readonly Delivery[]): readonly Delivery[] {
  const byId = Map.groupBy(deliveries, ({ headers }) => String(headers['x-service-delivery']));
  return [...byId]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, sent]) => sent.slice(0, 1));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
