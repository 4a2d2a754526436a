import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { hashOf } from '../tests/support/settlement-world.ts';
import { startChild } from './webhooks-processes.ts';

const TIMEOUT_MS = 120_000;
/** Between measurements, so that none meets what the one before left to do. */
const REST_MS = 1_000;

/** A watcher and all sweeps on a chain in memory, in a process of their own. */
export interface SettlingFlorin extends AsyncDisposable {
  /** Pays in blocks, and returns how long after its block each payment was reported, in milliseconds. */
  pay(payments: number, perBlock: number, everyMs: number): Promise<readonly number[]>;
}

interface FlorinParts {
  readonly databaseUrl: string;
  /** How many will be made in all: their links are written first. */
  readonly payments: number;
  /** How many webhooks of the account receive each payment. */
  readonly endpoints?: number;
}

/** Starts it, with webhooks at the receiver. */
export async function openSettlingFlorin(
  { databaseUrl, payments, endpoints = 1 }: FlorinParts,
  receiver: SettlingReceiver,
): Promise<SettlingFlorin> {
  const argv = [databaseUrl, receiver.url, String(payments), String(endpoints)];
  const child = startChild('./servers/settling-florin.ts', argv);
  const { secrets } = z.object({ secrets: z.array(z.string()) }).parse(await child.answer());
  receiver.useSecrets(secrets);
  let next = 1;
  return {
    pay: async (payments, perBlock, everyMs) => {
      const begin = elapsedMs();
      const orderedAt = new Map<string, number>();
      for (let number = 0; number < payments; number += perBlock) {
        await wait(Math.max(0, begin + (number / perBlock) * everyMs - elapsedMs()));
        const count = Math.min(perBlock, payments - number);
        for (let i = 0; i < count; i += 1)
          orderedAt.set(hashOf(`payment ${next + i}`), elapsedMs());
        child.send({ from: next, count });
        next += count;
      }
      const reportedAt = await receiver.reported([...orderedAt.keys()]);
      await wait(REST_MS);
      return [...orderedAt.values()].map((from, i) => (reportedAt[i] ?? Number.NaN) - from);
    },
    [Symbol.asyncDispose]: child.end,
  };
}

/** A receiver that knows when it was sent what. */
export interface SettlingReceiver extends AsyncDisposable {
  readonly url: string;
  useSecrets(secrets: readonly string[]): void;
  /** As the first of them does. */
  sign(body: string): string;
  /** When the first webhook came that reports each of these payments; throws where one does not. */
  reported(payments: readonly string[]): Promise<readonly number[]>;
  /** Drops what came, as what is measured next pays the same. */
  clear(): void;
}

const DeliveredEvent = z.looseObject({
  event: z.string(),
  txHash: z.string(),
  requestId: z.string().optional(),
});

/** A receiver as an integrator's should be: it checks each signature over the raw body. Payments are known by their transaction or by their request. */
export async function openSettlingReceiver(
  by: 'txHash' | 'requestId' = 'txHash',
): Promise<SettlingReceiver> {
  const reportedAt = new Map<string, number>();
  let secrets: readonly string[] = [];
  let bad = 0;
  const signWith = (secret: string, body: string) =>
    createHmac('sha256', secret).update(body).digest('hex');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const now = elapsedMs();
      response.writeHead(204).end();
      const body = Buffer.concat(chunks).toString('utf8');
      const given = request.headers['x-service-signature'];
      if (!secrets.some((secret) => given === signWith(secret, body))) bad += 1;
      const delivered = DeliveredEvent.parse(JSON.parse(body));
      const payment = delivered[by] ?? '';
      if (delivered.event === 'payment.confirmed' && !reportedAt.has(payment)) {
        reportedAt.set(payment, now);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    useSecrets: (given) => {
      secrets = given;
    },
    sign: (body) => signWith(secrets[0] ?? '', body),
    clear: () => reportedAt.clear(),
    reported: async (payments) => {
      for (const end = elapsedMs() + TIMEOUT_MS; elapsedMs() < end; await wait(5)) {
        if (bad > 0) throw new Error(`${bad} webhooks had a wrong signature`);
        if (payments.every((payment) => reportedAt.has(payment))) {
          return payments.map((payment) => reportedAt.get(payment) ?? Number.NaN);
        }
      }
      const missing = payments.filter((payment) => !reportedAt.has(payment)).length;
      throw new Error(`${missing} payments were not reported within ${TIMEOUT_MS} ms`);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
