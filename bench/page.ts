import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { spawnSandbox } from '../src/sandbox/spawn-sandbox.ts';
import { startBrowser } from '../tests/browser/support/chromium.ts';
import { injectWallet } from '../tests/browser/support/injected-wallet.ts';
import { BARE_BUTTON, openBarePage } from './bare-page.ts';
import { compare, medianOf, type Question, ratioOf, type Sample } from './harness.ts';
import { openKitPage } from './kit-page.ts';
import { processorIndex } from './processor-index.ts';
import { createLink } from './sandbox-links.ts';
import { noteLoaded, noteUsable, slowDown } from './slow-line.ts';

/** Odd, so that one of them is the middle; more than elsewhere, as each takes seconds only. */
const PASSES = 5;

/** Question 12: how soon a payer can press the first button, beside a page on the usual wallet kit. */
export const page: Question = {
  name: 'page',
  purpose:
    'How soon can the pay page be used on slow 4G with a slow processor, against a page on the usual wallet kit for React?',
  run: async (report) => {
    report('Peers are installed where they are missing: a minute or two.');
    await using kit = await openKitPage();
    await using bare = await openBarePage();
    const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
    const process = await spawnSandbox({ home });
    // Only what the page itself loads is measured. To refuse requests one by one would send each of them through this process first.
    const browser = await startBrowser([NO_OTHER_HOST]);
    try {
      const { sandbox } = process;
      const link = `${sandbox.payUrl}/?token=${await createLink(sandbox, '12.5')}`;
      const samples = await compare(
        [
          { name: 'florin', measure: () => load(browser, link, 'Pay with Rabbit Wallet') },
          { name: 'wallet kit', measure: () => load(browser, kit.url, 'Connect Wallet') },
          { name: 'bare document', measure: () => load(browser, bare.url, BARE_BUTTON) },
          { name: 'florin pressed', measure: () => press(browser, link, 'Pay with Rabbit Wallet') },
        ],
        report,
        PASSES,
      );
      const florin = { of: 'florin', wanted: 'at most' } as const;
      const ofKit = { ...florin, to: 'wallet kit', bar: 1 } as const;
      return {
        sizes: { passes: PASSES, processorIndex: await processorIndex(browser) },
        samples,
        ratios: [
          medianOf(samples, { ...florin, name: 'usable in ms', number: 'usableMs', bar: 700 }),
          medianOf(samples, {
            ...florin,
            name: 'requests until usable',
            number: 'requests',
            bar: 5,
          }),
          // What no page can be below on this machine, held to the bar of the page.
          medianOf(samples, {
            of: 'bare document',
            wanted: 'at most',
            name: 'usable in ms, bare document',
            number: 'usableMs',
            bar: 700,
          }),
          // A press at that very moment: nobody is quicker, so that this is the longest that a press can wait.
          medianOf(samples, {
            of: 'florin pressed',
            wanted: 'at most',
            name: 'wallet asked in ms, pressed at once',
            number: 'askedMs',
            bar: 2_000,
          }),
          ratioOf(samples, { ...ofKit, name: 'first paint, of the kit', number: 'paintMs' }),
          ratioOf(samples, { ...ofKit, name: 'usable, of the kit', number: 'usableMs' }),
          ratioOf(samples, { ...ofKit, name: 'kB until usable, of the kit', number: 'kb' }),
          ratioOf(samples, { ...ofKit, name: 'kB in all, of the kit', number: 'allKb' }),
        ],
      };
    } finally {
      await browser.close();
      await process.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
};

/** Whether a button of this name is there: pages with scripts make it themselves, so that a press works from then on. */
const hasButton = (name: string) =>
  `[...document.querySelectorAll('button:enabled')].some(({ textContent }) => textContent.trim() === ${JSON.stringify(name)})`;

/** The hosts of the servers that the benchmark starts. */
const OWN_HOSTS: readonly string[] = ['127.0.0.1', 'localhost'];
/** Has a browser find no other host. */
const NO_OTHER_HOST = `--host-resolver-rules=MAP * ~NOTFOUND${OWN_HOSTS.map((host) => `, EXCLUDE ${host}`).join('')}`;

/** Milliseconds without a request after which a page has loaded all that it loads by itself. */
const QUIET_MS = 1_500;

/** Opens a page with an empty cache and a wallet in the browser. */
async function load(browser: Browser, url: string, button: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await injectWallet(context, async ({ method }) => (method === 'eth_accounts' ? [] : null));
    const tab = await context.newPage();
    const { origin } = new URL(url);
    let foreign = 0;
    tab.on('requestfailed', (request) => {
      if (!OWN_HOSTS.includes(new URL(request.url()).hostname)) foreign += 1;
    });
    const cdp = await slowDown(tab);
    const loaded = noteLoaded(cdp);
    const usable = await noteUsable(tab, cdp, hasButton(button));
    await tab.goto(url, { waitUntil: 'commit' });
    const pressableMs = await usable();
    const early = loaded().length;
    const kb = sumKb(loaded());
    for (let before = -1; before !== loaded().length; ) {
      before = loaded().length;
      await tab.waitForTimeout(QUIET_MS);
    }
    const paintMs = z
      .number()
      .parse(
        await tab.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`),
      );
    const ours = loaded().filter((one) => new URL(one.url).origin === origin).length;
    return {
      paintMs,
      // A button that is in the document before anything is painted can be pressed by nobody yet.
      usableMs: Math.max(pressableMs, paintMs),
      pressableMs,
      kb,
      requests: early,
      allKb: sumKb(loaded()),
      allRequests: loaded().length,
      ofOtherHosts: foreign + loaded().length - ours,
    };
  } finally {
    await context.close();
  }
}

/** Presses the button as soon as it can be, and waits until the wallet is asked to connect. */
async function press(browser: Browser, url: string, button: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const asked = Promise.withResolvers<number>();
    await injectWallet(context, async ({ method }) => {
      if (method === 'eth_requestAccounts') asked.resolve(Date.now());
      return method === 'eth_accounts' ? [] : null;
    });
    const tab = await context.newPage();
    const cdp = await slowDown(tab);
    const usable = await noteUsable(tab, cdp, hasButton(button));
    await tab.goto(url, { waitUntil: 'commit' });
    await usable();
    const began = await tab.evaluate(
      `(document.querySelector('.wallets button').click(), performance.timeOrigin)`,
    );
    return { askedMs: (await asked.promise) - z.number().parse(began) };
  } finally {
    await context.close();
  }
}

function sumKb(loaded: readonly { readonly bytes: number }[]): number {
  return loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
}
