import { mkdir } from 'node:fs/promises';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { within } from '#kit/within.ts';
import { addDiagnosis } from '../../support/diagnosis.ts';
import { seriousFindings } from './accessibility.ts';
import { injectWallet, type WalletHandler } from './injected-wallet.ts';
import { type LentPage, lendPage, newContext, PHONE } from './shared-page.ts';

/** A page whose every misstep is noted. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * Fails if anything was requested of a foreign host, refused by the policy or logged as an error; only
   * the API may answer with an HTTP error.
   */
  expectQuiet(): void;
  /** Fails on serious accessibility findings, on sideways scrolling and where the button to go on is out of sight; takes pictures where `SCREENSHOTS` is set. */
  expectSound(name: string): Promise<void>;
  /** Serious accessibility findings in words; by all rules, or by those that are named. */
  findings(rules?: readonly string[]): Promise<string[]>;
}

interface WatchOptions {
  /** The only origins that may be called. */
  readonly origins: readonly string[];
  readonly dark?: boolean;
  readonly script?: boolean;
  /** What answers as the wallet that every page then finds. */
  readonly wallet?: WalletHandler | undefined;
  /** Makes a profile ready, which this page has to itself then. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

const SCREENSHOTS = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** The narrowest phone that has to do. */
const NARROW = { width: 320, height: 640 };
/** What pictures are taken of beside the phone. */
const DESKTOP = { width: 1280, height: 800 };

/** How many answers are repeated when a test fails, and to which requests. */
const ANSWERS_SHOWN = 20;
const ASKED_BY_SCRIPTS: ReadonlySet<string> = new Set(['fetch', 'xhr']);

/** At two points a pixel this is three quarters of the 16,384 that Chromium draws at most; above them it fails now and then. */
const PICTURE_HEIGHT_MAX = 6_000;

const PageSize = z.object({ width: z.number(), height: z.number() });

/** The button to go on that only scrolling would show. Warnings and lists of payees are read before theirs. */
const BUTTON_OUT_OF_SIGHT = `(() => {
  scrollTo(0, 0);
  const first = document.querySelector('#pay section > .primary');
  if (first === null || document.querySelector('#pay :is(.stop, .payees)') !== null) return undefined;
  const { top, bottom } = first.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight ? undefined : first.innerText + ' at ' + bottom + ' of ' + innerHeight;
})()`;

/** For axe and the pictures of one state; Playwright itself waits for ever for a page that does not answer a script. */
const SOUND_MS = 90_000;

/** Opens a page of phone size in a browser profile that keeps nothing of earlier tests. */
export async function watchPage(browser: Browser, options: WatchOptions): Promise<WatchedPage> {
  const { page, context, cdp, giveBack } = await open(browser, options);
  const missteps: string[] = [];
  note(page, options.origins, missteps);
  const answers = noteAnswers(page);
  const state = async () => {
    const shown = await page.evaluate('document.querySelector("main")?.innerText');
    return [page.url(), shown, ...answers.slice(-ANSWERS_SHOWN), ...missteps].join('\n');
  };
  const diagnosis = addDiagnosis('what the page showed, and was answered last', state);
  return {
    page,
    context,
    expectQuiet: () => {
      expect(missteps).toEqual([]);
    },
    findings: (rules) => seriousFindings(page, cdp, rules),
    expectSound: (name) =>
      within(SOUND_MS, expectSound(page, cdp, name), () => {
        throw new Error(`${name}: the page did not answer in time`);
      }),
    [Symbol.asyncDispose]: async () => {
      await diagnosis.readNow();
      await giveBack();
    },
  };
}

async function expectSound(page: Page, cdp: CDPSession, name: string): Promise<void> {
  // Pictures are for people to look at, and take a quarter of what a page costs.
  if (env['SCREENSHOTS'] !== undefined) await takePictures(page, name);
  expect(await seriousFindings(page, cdp)).toEqual([]);
  await page.setViewportSize(NARROW);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    expect(await page.evaluate(BUTTON_OUT_OF_SIGHT)).toBeUndefined();
  }
}

async function open(browser: Browser, options: WatchOptions): Promise<LentPage> {
  const { dark = false, script = true, wallet, origins, prepare } = options;
  // Without scripts nothing can be removed of what a tab stores.
  if (prepare === undefined && script)
    return await lendPage(browser, { dark, script, wallet, origins });
  const context = await newContext(browser, { dark, script });
  if (wallet !== undefined) await injectWallet(context, wallet);
  await prepare?.(context);
  const page = await context.newPage();
  return { context, page, cdp: await context.newCDPSession(page), giveBack: () => context.close() };
}

/** Pictures of the page on a phone and on a desktop. */
async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await takePicture(page, name);
  await page.setViewportSize(DESKTOP);
  await takePicture(page, `${name}.desktop`);
  await page.setViewportSize(PHONE);
}

/** A picture of the page from its top, as far down as browsers draw at once. */
async function takePicture(page: Page, name: string): Promise<void> {
  const { width, height } = PageSize.parse(
    await page.evaluate(
      '({ width: document.documentElement.clientWidth, height: document.documentElement.scrollHeight })',
    ),
  );
  await page.screenshot({
    path: `${SCREENSHOTS}${name}.png`,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, PICTURE_HEIGHT_MAX) },
  });
}

/** Every answer to a request of the page other than for its own files. */
function noteAnswers(page: Page): readonly string[] {
  const answers: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (!ASKED_BY_SCRIPTS.has(request.resourceType())) return;
    answers.push(`${request.method()} ${response.url()} ${response.status()}`);
  });
  return answers;
}

function note(page: Page, origins: readonly string[], missteps: string[]): void {
  page.on('request', (request) => {
    const url = new URL(request.url());
    const own = url.protocol === 'data:' || origins.includes(url.origin);
    if (!own) missteps.push(`foreign request: ${url.origin}`);
  });
  page.on('pageerror', (error) => missteps.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Browsers log every 4xx and 5xx of a fetch; of the API they are answers like others.
    const answer =
      message.text().startsWith('Failed to load resource') &&
      !message.location().url.includes('/rpc/');
    if (message.type() === 'error' && !answer) missteps.push(`console: ${message.text()}`);
  });
}
