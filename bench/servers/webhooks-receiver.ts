import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import { systemClock } from '#kit/clock.ts';

// A receiver as an integrator's should be: it checks each signature over the raw body and counts each
// delivery once. Below `/hang` it never answers.
const Order = z.object({ secret: z.string(), expect: z.number() });
const Body = z.looseObject({ timestamp: z.string() });

let secret = '';
let expected = 0;
let bad = 0;
let firstMs = 0;
const ids = new Set<string>();
const latencies: number[] = [];

const server = createServer((request, response) => {
  if (request.url?.startsWith('/hang') === true) return void request.resume();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.writeHead(204).end();
    note(
      body,
      String(request.headers['x-service-signature']),
      request.headers['x-service-delivery'],
    );
  });
});

function note(body: Buffer, signature: string, id: unknown): void {
  const now = systemClock().getTime();
  if (signature !== createHmac('sha256', secret).update(body).digest('hex')) bad += 1;
  if (typeof id !== 'string' || ids.has(id)) return;
  if (ids.size === 0) firstMs = now;
  ids.add(id);
  const { timestamp } = Body.parse(JSON.parse(body.toString('utf8')));
  latencies.push(now - Date.parse(timestamp));
  if (ids.size === expected) {
    latencies.sort((a, b) => a - b);
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
    process.send?.({
      done: { seconds: (now - firstMs) / 1000, bad, p50Ms: at(0.5), p99Ms: at(0.99) },
    });
  }
}

process.on('message', (message) => {
  const order = Order.parse(message);
  secret = order.secret;
  expected = order.expect;
  bad = 0;
  ids.clear();
  latencies.length = 0;
  process.send?.({ counting: true });
});
process.once('disconnect', () => process.exit(0));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
