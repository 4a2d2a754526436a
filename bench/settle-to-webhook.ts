import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPublicClient, http, isHash, type PublicClient } from 'viem';
import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { elapsedMs } from '#kit/clock.ts';
import type { SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { spawnSandbox } from '../src/sandbox/spawn-sandbox.ts';
import { compare, medianOf, PASSES, type Question, type Sample } from './harness.ts';
import { call, createLink, payLink, sepoliaOf } from './sandbox-links.ts';

/** In each pass of each contestant. */
const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 40);
/** How often the sandbox polls its node; the bare poller does the same. */
const POLL_MS = 200;
/** Pauses between payments, of uneven length, so that they do not fall into step with the polling. */
const PAUSE_MS = 137;
/** How often a receipt is polled; the measured times may be shorter than the true ones by it. */
const CHECK_MS = 2;
const TIMEOUT_MS = 20_000;

/** Question 9: what an integrator waits for between the block and the webhook. */
export const settleToWebhook: Question = {
  name: 'settle-to-webhook',
  purpose:
    'How long after its block is a payment reported, against a bare poller that posts what it sees?',
  run: async (report) => {
    const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
    await using receiver = await openReceiver();
    const process = await spawnSandbox({ home });
    try {
      const { sandbox } = process;
      await registerWebhook(sandbox, receiver.url);
      const node = createPublicClient({ transport: http(sepoliaOf(sandbox).rpcUrl) });
      const pass = { sandbox, node, receiver };
      await measure(pass, 'payment.confirmed', 5);
      const samples = await compare(
        [
          { name: 'florin', measure: () => measure(pass, 'payment.confirmed', PAYMENTS) },
          { name: 'bare poller', measure: () => measureBare(pass) },
        ],
        report,
      );
      const held = { of: 'florin', wanted: 'at most' } as const;
      return {
        sizes: { passes: PASSES, paymentsPerPass: PAYMENTS, pollMs: POLL_MS },
        samples,
        ratios: [medianOf(samples, { ...held, name: 'p95 in ms', number: 'p95Ms', bar: 250 })],
      };
    } finally {
      await process.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
};

interface Pass {
  readonly sandbox: SandboxFile;
  readonly node: PublicClient;
  readonly receiver: Receiver;
}

/** Pays link after link, and takes the time from each block to the post that reports it. */
async function measure(pass: Pass, event: string, payments: number): Promise<Sample> {
  const times: number[] = [];
  for (let i = 0; i < payments; i += 1) {
    const hash = await payLink(pass.sandbox, await createLink(pass.sandbox, '0.01'));
    while (!(await isMined(pass.node, hash))) await wait(CHECK_MS);
    const minedAt = elapsedMs();
    times.push((await pass.receiver.delivered(event, hash)) - minedAt);
    await wait(PAUSE_MS + (i % 7) * 31);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95), highestMs: times.at(-1) ?? Number.NaN };
}

/** The minimum: what polling at the same pace and posting costs when nothing is stored. */
async function measureBare(pass: Pass): Promise<Sample> {
  const stopping = new AbortController();
  const polling = pollBare(pass, stopping.signal);
  const sample = await Promise.race([
    measure(pass, 'bare', PAYMENTS),
    polling.then(() => Promise.reject(new Error('the bare poller ended too soon'))),
  ]);
  stopping.abort();
  await polling;
  return sample;
}

async function pollBare({ node, receiver }: Pass, signal: AbortSignal): Promise<void> {
  let next = await node.getBlockNumber({ cacheTime: 0 });
  while (!signal.aborted) {
    const head = await node.getBlockNumber({ cacheTime: 0 });
    if (head >= next) {
      const address = addressOf(CONTRACTS.sepolia.erc20FeeProxy);
      const logs = await node.getLogs({ address, fromBlock: next, toBlock: head });
      for (const { transactionHash } of logs) {
        const body = JSON.stringify({ event: 'bare', txHash: transactionHash });
        await fetch(receiver.url, { method: 'POST', body });
      }
      next = head + 1n;
    }
    await wait(POLL_MS);
  }
}

function addressOf(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}

async function isMined(node: PublicClient, hash: string): Promise<boolean> {
  if (!isHash(hash)) throw new TypeError(`${hash} is not a hash`);
  return (await node.getTransactionReceipt({ hash }).catch(() => undefined)) !== undefined;
}

async function registerWebhook({ authUrl, clientId, origin }: SandboxFile, url: string) {
  await call(z.looseObject({}), `${authUrl}/v1/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-id': clientId, origin },
    body: JSON.stringify({ url }),
  });
}

interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** When a post came that reports this of a transaction, waiting for it if need be. */
  delivered(event: string, hash: string): Promise<number>;
}

const DeliveredEvent = z.looseObject({ event: z.string(), txHash: z.string().optional() });

async function openReceiver(): Promise<Receiver> {
  const reportedAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const now = elapsedMs();
      const { event, txHash } = DeliveredEvent.parse(
        JSON.parse(Buffer.concat(chunks).toString('utf8')),
      );
      reportedAt.set(`${event} ${txHash}`, now);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    delivered: async (event, hash) => {
      for (const end = elapsedMs() + TIMEOUT_MS; elapsedMs() < end; await wait(1)) {
        const found = reportedAt.get(`${event} ${hash}`);
        if (found !== undefined) return found;
      }
      throw new Error(`nobody received ${event} of ${hash} within ${TIMEOUT_MS} ms`);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
