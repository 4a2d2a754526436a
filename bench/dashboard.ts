import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import type { SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { spawnSandbox } from '../src/sandbox/spawn-sandbox.ts';
import { startBrowser } from '../tests/browser/support/chromium.ts';
import { signInAt } from '../tests/support/sign-in-at.ts';
import { compare, medianOf, PASSES, type Question, ratioOf, type Sample } from './harness.ts';
import { processorIndex } from './processor-index.ts';
import { noteLoaded, noteUsable, slowDown } from './slow-line.ts';

const [FEW_ROWS, MANY_ROWS] = [100, 100_000];
/** So many rows come at once, that the list is long within seconds. */
const PAGE_ROWS = 10_000;
/** The frames that are counted, after those in which the list comes to rest. */
const [FRAMES, FRAMES_BEFORE] = [120, 30];
/** What one frame scrolls: a fast wheel. */
const STEP_PX = 240;
/** A frame that takes longer is seen as a jerk: three of sixty a second. */
const LATE_MS = 50;

/** Question 10: how soon the dashboard is there on a slow phone, and whether its longest lists scroll smoothly. */
export const dashboard: Question = {
  name: 'dashboard',
  purpose:
    'How soon can the dashboard be used on slow 4G with a slow processor, and how smoothly does a list of 100,000 rows scroll?',
  run: async (report) => {
    const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
    const process = await spawnSandbox({ home });
    const browser = await startBrowser();
    try {
      const scene = { browser, sandbox: process.sandbox, session: await signIn(process.sandbox) };
      const loads = await compare(
        [
          { name: 'florin', measure: () => load(scene, true) },
          { name: 'its document', measure: () => load(scene, false) },
        ],
        report,
      );
      const scrolls = await compare(
        [
          { name: 'many rows', measure: () => scroll(scene, MANY_ROWS) },
          { name: 'few rows', measure: () => scroll(scene, FEW_ROWS) },
        ],
        report,
      );
      const most = { wanted: 'at most' } as const;
      const florin = { ...most, of: 'florin' };
      const many = { ...most, of: 'many rows' };
      return {
        sizes: {
          passes: PASSES,
          rows: MANY_ROWS,
          frames: FRAMES,
          processorIndex: await processorIndex(browser),
        },
        samples: new Map([...loads, ...scrolls]),
        ratios: [
          medianOf(loads, { ...florin, name: 'usable in ms', number: 'usableMs', bar: 1_500 }),
          medianOf(loads, {
            ...florin,
            name: 'heaviest script in kB',
            number: 'scriptKb',
            bar: 120,
          }),
          ratioOf(loads, {
            ...florin,
            name: 'usable, of its document alone',
            number: 'usableMs',
            to: 'its document',
            bar: 3,
          }),
          medianOf(scrolls, { ...many, name: 'late frames in %', number: 'latePercent', bar: 1 }),
          ratioOf(scrolls, {
            ...many,
            name: 'work of a frame, of 100 rows',
            number: 'workMs',
            to: 'few rows',
            bar: 1.5,
          }),
        ],
      };
    } finally {
      await browser.close();
      await process.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
};

interface Scene {
  readonly browser: Browser;
  readonly sandbox: SandboxFile;
  readonly session: string;
}

async function signIn({ authUrl, payee }: SandboxFile): Promise<string> {
  const { headers } = await signInAt(authUrl, payee.privateKey);
  return headers.authorization.replace('Bearer ', '');
}

/** A profile that keeps nothing of earlier passes, signed in. */
async function openContext({ browser, sandbox, session }: Scene): Promise<BrowserContext> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC' });
  await context.addCookies([{ name: 'session_token', value: session, url: sandbox.authUrl }]);
  return context;
}

/** The heading of a page stands there, whose buttons work from then on. */
const HAS_HEADING = `document.querySelector('#page h1') !== null`;

/** Opens the first page with an empty cache, or its document and style alone, without scripts. */
async function load(scene: Scene, withScripts: boolean): Promise<Sample> {
  const context = await openContext(scene);
  try {
    const page = await context.newPage();
    const cdp = await slowDown(page);
    if (!withScripts) {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto(scene.sandbox.dashboardUrl, { waitUntil: 'load' });
      const loadedMs = await page.evaluate(
        'performance.getEntriesByType("navigation")[0].loadEventStart',
      );
      return { usableMs: Number(loadedMs) };
    }
    const loaded = noteLoaded(cdp);
    const usable = await noteUsable(page, cdp, HAS_HEADING);
    await page.goto(scene.sandbox.dashboardUrl, { waitUntil: 'commit' });
    const usableMs = await usable();
    const bytes = loaded().flatMap(({ url, bytes }) => (url.endsWith('.js') ? [bytes] : []));
    return {
      usableMs,
      scriptKb: Math.max(...bytes) / 1_000,
      allScriptsKb: bytes.reduce((sum, one) => sum + one, 0) / 1_000,
    };
  } finally {
    await context.close();
  }
}

const Frames = z.object({ intervals: z.array(z.number()), work: z.array(z.number()) });

/** Scrolls the list of payments until all of its rows came, then counts frames while it scrolls back. */
async function scroll(scene: Scene, rows: number): Promise<Sample> {
  const context = await openContext(scene);
  try {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1_280, height: 800 });
    await listRows(page, rows);
    await page.goto(`${scene.sandbox.dashboardUrl}/payments`);
    await page.getByRole('row').nth(1).waitFor();
    await page.evaluate(`(async () => {
      const rows = () => Number([...document.querySelectorAll('tr[aria-rowindex]')].at(-1).getAttribute('aria-rowindex')) - 1;
      while (rows() < ${rows}) {
        scrollTo(0, document.documentElement.scrollHeight);
        await new Promise((done) => requestAnimationFrame(done));
      }
    })()`);
    const { intervals, work } = Frames.parse(await page.evaluate(COUNT_FRAMES));
    const late = intervals.filter((ms) => ms > LATE_MS).length;
    return {
      latePercent: (100 * late) / intervals.length,
      frameMs: middle(intervals),
      workMs: work.reduce((sum, ms) => sum + ms, 0) / work.length,
    };
  } finally {
    await context.close();
  }
}

/** Up and down by turns, so that a short list has as many frames; what a frame takes is timed until its task is over. */
const COUNT_FRAMES = `(async () => {
  const intervals = [], work = [];
  let direction = -1;
  let before = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < ${FRAMES + FRAMES_BEFORE}; frame += 1) {
    const atEnd = scrollY <= 0 ? 1 : innerHeight + scrollY >= document.documentElement.scrollHeight - 1 ? -1 : 0;
    if (atEnd !== 0) direction = atEnd;
    const start = performance.now();
    scrollBy(0, direction * ${STEP_PX});
    const now = await new Promise(requestAnimationFrame);
    const { port1, port2 } = new MessageChannel();
    const done = new Promise((resolve) => (port1.onmessage = resolve));
    port2.postMessage(null);
    await done;
    if (frame >= ${FRAMES_BEFORE}) {
      intervals.push(now - before);
      work.push(performance.now() - now);
    }
    before = now;
  }
  return { intervals, work };
})()`;

function middle(numbers: readonly number[]): number {
  return (
    numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
  );
}

/** Answers the list of payments with so many rows, page by page. */
async function listRows(page: Page, rows: number): Promise<void> {
  await page.route('**/v2/dashboard/requests?*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const until = Math.min(from + PAGE_ROWS, rows);
    const requests = Array.from({ length: until - from }, (_, i) => requestOf(from + i));
    const nextCursor = until < rows ? String(until) : null;
    const response = await route.fetch({ url: withoutCursor(route.request().url()) });
    await route.fulfill({ response, json: { requests, total: rows, nextCursor } });
  });
}

function withoutCursor(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('cursor');
  return url.href;
}

function requestOf(index: number) {
  return {
    requestId: `01${index.toString(16).padStart(64, '0')}`,
    paymentReference: `0x${index.toString(16).padStart(16, '0')}`,
    amount: `${index}.25`,
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
    hasBeenPaid: index % 2 === 0,
    status: index % 2 === 0 ? 'paid' : 'created',
    securePaymentStatus: index % 2 === 0 ? 'completed' : 'pending',
    reference: `Invoice ${index}`,
    createdAt: '2026-01-02T03:04:05.000Z',
    txHash: null,
    payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    payer: null,
    clientId: null,
  };
}
