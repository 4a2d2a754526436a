import type { Browser, Locator } from 'playwright-core';
import { lendPageHost, type PageHost } from './page-host.ts';
import { type ScriptedWallet, scriptedWallet } from './scripted-wallet.ts';
import { type StubApi, startStubApi } from './stub-api.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

/** The page in front of a stub API, with a scripted wallet beside it. */
export interface Scene extends WatchedPage {
  readonly api: StubApi;
  readonly host: PageHost;
  readonly wallet: ScriptedWallet;
  open(): Promise<void>;
  heading(text: string | RegExp): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  /** Connects the wallet and waits for the bill. */
  toReview(): Promise<void>;
}

interface SceneOptions {
  readonly browser: Browser;
  readonly mode?: 'sandbox' | 'production';
  readonly dark?: boolean;
  readonly script?: boolean;
  readonly wallet?: boolean;
  /** Where the logos and legal pages of a brand are. */
  readonly brandingFolder?: string;
  /** Interfaces of Safe that may frame the page, which the browser may then call too. */
  readonly safeAppOrigins?: readonly string[];
  readonly shouldOpenWallet?: boolean;
}

/** Opens a scene in a browser. */
export async function startScene(options: SceneOptions): Promise<Scene> {
  const api = await startStubApi();
  const {
    mode = 'production',
    brandingFolder,
    safeAppOrigins = [],
    shouldOpenWallet = false,
  } = options;
  const host = await lendPageHost({
    mode,
    apiUrl: api.url,
    brandingFolder,
    safeAppOrigins,
    shouldOpenWallet,
  });
  const wallet = scriptedWallet();
  const watched = await watchPage(options.browser, {
    origins: [host.url, api.url, ...safeAppOrigins],
    ...(options.dark === undefined ? {} : { dark: options.dark }),
    ...(options.script === undefined ? {} : { script: options.script }),
    ...(options.wallet === false ? {} : { wallet: (call) => wallet.handle(call) }),
  });
  const { page } = watched;
  const heading = (text: string | RegExp) =>
    page.getByRole('heading', { level: 2, name: text }).waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  return {
    ...watched,
    api,
    host,
    wallet,
    heading,
    press,
    open: async () => {
      await page.goto(host.linkUrl);
    },
    toReview: async () => {
      await page.goto(host.linkUrl);
      await press('Pay with Rabbit Wallet');
      await heading('Review and pay');
    },
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

/** Never answers, as a wallet whose window stays open. */
export const stayOpen = () => new Promise<void>(() => undefined);

const ANDROID = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36';

/** Has the browser call itself that of a phone, or the one within an app that adds a word to that. */
export async function asPhone({ page, context }: Scene, app = ''): Promise<void> {
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setUserAgentOverride', { userAgent: `${ANDROID} ${app}`.trim() });
}

/** How often the wallet was called. */
export function countCalls({ wallet }: Scene, method: string): number {
  return wallet.calls.filter((call) => call.method === method).length;
}

/** Moves the page's clock on until something is seen, because a timer may be set after what was waited for. */
export async function passTime(
  { page }: Pick<Scene, 'page'>,
  ms: number,
  seen: Locator,
): Promise<void> {
  for (let times = 0; times < 20 && !(await seen.isVisible()); times += 1) {
    await page.clock.fastForward(ms);
    // Long enough for what is asked of a server then; moving the clock on would end it.
    await seen.waitFor({ timeout: 2_000 }).catch(ifLate);
  }
  await seen.waitFor();
}

/**
 * Presses the button that tries again what the page tries again by itself too. The service fails until the
 * press has reached it, because the page could be gone on before; its clock, which the test has installed,
 * stands still meanwhile, so that only the press can cause a call.
 *
 * @param scene - its page, and the name of the button where that is another one
 * @param repair - brings the service back
 * @param seen - what the page shows then
 */
export async function tryAgain(
  { page, button = 'Try again' }: Pick<Scene, 'page'> & { readonly button?: string },
  repair: () => void,
  seen: Locator,
): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
  const called = page.waitForRequest((request) => request.resourceType() === 'fetch');
  await page.getByRole('button', { name: button }).click();
  await called;
  repair();
  await page.clock.resume();
  await passTime({ page }, 31_000, seen);
}

function ifLate(error: Error): void {
  if (error.name !== 'TimeoutError') throw error;
}

/** Presses Tab until a control of this name has the focus. */
export async function tabTo({ page }: Scene, name: string): Promise<void> {
  const focused = () => page.evaluate('document.activeElement?.textContent ?? ""');
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await focused()) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard never reaches "${name}".`);
}
