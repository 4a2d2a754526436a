import type { CDPSession, Page } from 'playwright-core';
import { z } from 'zod';

/** Slow 4G as Lighthouse has it: 150 ms there and back, 1.6 and 0.75 megabits a second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
};
/** Four times as slow as this machine. */
const SLOW_CPU = 4;

/** Gives a page the line and the processor of a slow phone. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  return cdp;
}

/** What a page calls once it can be used. */
const NOTED = 'notedUsable';

/** How long a page may take before it is given up. */
const USABLE_MS_MAX = 60_000;

/**
 * Has a page note when something of it can be used, and say so; what it returns waits for that, and returns the milliseconds since the page was opened. To look by a
 * locator would run the finder in the page, for longer than some pages take to load.
 *
 * @param isUsable - an expression
 */
export async function noteUsable(
  page: Page,
  cdp: CDPSession,
  isUsable: string,
): Promise<() => Promise<number>> {
  await page.addInitScript({
    content: `new MutationObserver((_, observer) => {
      if (!(${isUsable})) return;
      globalThis.usableMs = performance.now();
      observer.disconnect();
      globalThis.${NOTED}('');
    }).observe(document, { childList: true, subtree: true, attributes: true })`,
  });
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: NOTED });
  const noted = untilNoted(cdp);
  return async () => {
    await noted;
    return Number(await page.evaluate('globalThis.usableMs'));
  };
}

function untilNoted(cdp: CDPSession): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the page cannot be used after a minute')),
      USABLE_MS_MAX,
    );
    cdp.once('Runtime.bindingCalled', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** What came over the line. */
interface Loaded {
  readonly url: string;
  /** With its headers, as compressed. */
  readonly bytes: number;
}

const Sent = z.object({ requestId: z.string(), request: z.object({ url: z.string() }) });
const Finished = z.object({ requestId: z.string(), encodedDataLength: z.number() });

/** What a page has loaded so far, also what is only loaded beforehand. */
export function noteLoaded(cdp: CDPSession): () => readonly Loaded[] {
  const urls = new Map<string, string>();
  const loaded: Loaded[] = [];
  cdp.on('Network.requestWillBeSent', (event) => {
    const { requestId, request } = Sent.parse(event);
    // The icon of a wallet, which stands in what announced it: nothing comes over the line.
    if (!request.url.startsWith('data:')) urls.set(requestId, request.url);
  });
  cdp.on('Network.loadingFinished', (event) => {
    const { requestId, encodedDataLength } = Finished.parse(event);
    const url = urls.get(requestId);
    if (url !== undefined) loaded.push({ url, bytes: encodedDataLength });
  });
  return () => loaded;
}
