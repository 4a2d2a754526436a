import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import type { SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { spawnSandbox } from '../src/sandbox/spawn-sandbox.ts';
import { startBrowser } from '../tests/browser/support/chromium.ts';
import { ensurePeers } from './ensure-peers.ts';
import { compare, medianOf, PASSES, type Question, type Sample } from './harness.ts';
import { createLink, payLink } from './sandbox-links.ts';

/** An audit below it is printed: what counts takes off of its category. */
const LOW_SCORE = 0.9;

/** How long a payment of the sandbox may take to be settled. */
const SETTLED_MS_MAX = 60_000;

/** Question 13: what Lighthouse says of the pay page, as a phone on slow 4G has it. */
export const lighthouse: Question = {
  name: 'lighthouse',
  purpose: 'What does Lighthouse say of an open link, a paid one and its receipt?',
  run: async (report) => {
    report('Lighthouse is installed where it is missing: a minute or two.');
    const folder = await ensurePeers('page-peers');
    const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
    const port = await freePort();
    const process = await spawnSandbox({ home });
    const browser = await startBrowser([`--remote-debugging-port=${port}`]);
    try {
      const pages = await openPages(process.sandbox);
      const samples = await compare(
        pages.map(({ name, url }) => ({
          name,
          measure: () =>
            judge(`${folder}node_modules/lighthouse/cli/index.js`, { url, port, report }),
        })),
        report,
      );
      return {
        sizes: { passes: PASSES },
        samples,
        ratios: pages.flatMap(({ name: of }) => [
          medianOf(samples, { ...least(of, 'performance'), bar: 95 }),
          medianOf(samples, { ...least(of, 'accessibility'), bar: 100 }),
          medianOf(samples, { ...least(of, 'bestPractices'), bar: 100 }),
          medianOf(samples, {
            name: `${of}, console errors`,
            of,
            number: 'consoleErrors',
            wanted: 'at most',
            bar: 0,
          }),
        ]),
      };
    } finally {
      await browser.close();
      await process.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
};

/** A port of this machine that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function least(of: string, number: string) {
  return { name: `${of}, ${number}`, of, number, wanted: 'at least' } as const;
}

/** An open link, one that is paid, and the receipt of that. */
async function openPages(sandbox: SandboxFile) {
  const { payUrl } = sandbox;
  const open = await createLink(sandbox, '12.5');
  const paid = await createLink(sandbox, '0.5');
  await payLink(sandbox, paid);
  await untilPaid(sandbox, paid);
  return [
    { name: 'open link', url: `${payUrl}/?token=${open}` },
    { name: 'paid link', url: `${payUrl}/?token=${paid}` },
    { name: 'receipt', url: `${payUrl}/receipt/?token=${paid}` },
  ];
}

async function untilPaid({ apiUrl, clientId, origin }: SandboxFile, token: string): Promise<void> {
  const headers = { 'x-client-id': clientId, origin };
  for (const end = elapsedMs() + SETTLED_MS_MAX; elapsedMs() < end; await wait(500)) {
    const { status } = await fetch(`${apiUrl}/v2/secure-payments/${token}`, { headers });
    if (status === 409) return;
  }
  throw new Error('the payment was not settled');
}

const Score = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const Report = z.object({
  categories: z.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
  }),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      numericValue: z.number().optional(),
      details: z.looseObject({ items: z.unknown().optional() }).optional(),
    }),
  ),
});

interface Judged {
  readonly url: string;
  readonly port: number;
  readonly report: (line: string) => void;
}

/** One run, with what it simulates for a phone; what falls short of these categories is printed. */
async function judge(program: string, { url, port, report }: Judged): Promise<Sample> {
  const child = spawn(
    process.execPath,
    [
      program,
      url,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      '--only-categories=performance,accessibility,best-practices',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  const { categories, audits } = Report.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  for (const [name, { auditRefs }] of Object.entries(categories)) {
    for (const { id, weight } of auditRefs) {
      const audit = audits[id];
      if (weight > 0 && typeof audit?.score === 'number' && audit.score < LOW_SCORE) {
        report(`  ${name}: ${audit.title} (${id}, ${audit.score})`);
      }
    }
  }
  const errors = audits['errors-in-console']?.details?.items;
  return {
    performance: 100 * categories.performance.score,
    accessibility: 100 * categories.accessibility.score,
    bestPractices: 100 * categories['best-practices'].score,
    consoleErrors: Array.isArray(errors) ? errors.length : 0,
    paintMs: audits['first-contentful-paint']?.numericValue ?? Number.NaN,
    largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blockedMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
}
