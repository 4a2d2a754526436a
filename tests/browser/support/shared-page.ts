import type { Browser, BrowserContext, CDPSession, Disposable, Page } from 'playwright-core';
import { within } from '#kit/within.ts';
import { injectWallet, type WalletHandler } from './injected-wallet.ts';

/** A page that a test has to itself until it gives it back. */
export interface LentPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** A session of developer tools, which a test must not change. */
  readonly cdp: CDPSession;
  giveBack(): Promise<void>;
}

/** How a page is opened. */
export interface PageSettings {
  readonly dark: boolean;
  readonly script: boolean;
  /** What answers as Rabbit Wallet; without it the page finds no wallet. */
  readonly wallet?: WalletHandler | undefined;
  /** The origins whose storage the test may have written to. */
  readonly origins: readonly string[];
}

/** A page in a browser profile that nobody else has at present. */
interface SharedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly cdp: CDPSession;
  /** Set for each test. */
  wallet: WalletHandler | undefined;
  /** What the test has added, each with what removes it. */
  readonly additions: Disposable[];
  /** Whether a test has changed what no cleaning brings back. */
  isChanged: boolean;
}

/** A usual phone. */
export const PHONE = { width: 390, height: 844 };
/** A limit is for what never comes; a busy machine takes several times of what a quiet one does. */
const WAIT_MS = 90_000;
/** For a page to go away, after which its profile is given up. */
const LEAVE_MS = 5_000;
/** For a profile to be cleaned or closed; a page that no longer answers would hold up the next test for ever. */
const GIVE_BACK_MS = 20_000;

/** What a test adds to a page with these is removed behind it. */
const ADDITIONS: ReadonlySet<string> = new Set([
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
]);
/** What a test adds to a page with these stays as long as the page. */
const CHANGES: ReadonlySet<string> = new Set([
  'addLocatorHandler',
  'emulateMedia',
  'grantPermissions',
  'newCDPSession',
  'route',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
  'install',
  'setFixedTime',
  'setSystemTime',
]);
/** The events to which tests subscribe. */
const SUBSCRIBED = ['request', 'response', 'console', 'pageerror', 'dialog', 'popup'] as const;

// Files of browser tests share a process; a fresh profile takes half of what a short test of a page does.
const unused = new Map<string, SharedPage[]>();

/** Opens a page of phone size in a profile that keeps nothing of earlier tests but the files of the pages. */
export async function lendPage(browser: Browser, settings: PageSettings): Promise<LentPage> {
  const { dark, script, wallet, origins } = settings;
  const key = JSON.stringify([dark, script, wallet !== undefined]);
  const shared = takeOne(browser, key) ?? (await openOne(browser, settings));
  shared.wallet = wallet;
  const { page, context, cdp } = shared;
  return {
    page,
    context,
    cdp,
    giveBack: async () => {
      const isClean = await within(GIVE_BACK_MS, clean(shared, origins), () => false).catch(
        () => false,
      );
      if (isClean) unused.set(key, [...(unused.get(key) ?? []), shared]);
      else await within(GIVE_BACK_MS, context.close(), () => undefined);
    },
  };
}

/** One of those that are as new, if its browser still runs. */
function takeOne(browser: Browser, key: string): SharedPage | undefined {
  for (;;) {
    const shared = unused.get(key)?.pop();
    if (shared === undefined) return undefined;
    if (shared.context.browser() === browser && !shared.page.isClosed()) return shared;
  }
}

/** Opens a fresh profile with a page. */
export async function newContext(
  browser: Browser,
  { dark, script }: Pick<PageSettings, 'dark' | 'script'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: PHONE,
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: script,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

async function openOne(browser: Browser, settings: PageSettings): Promise<SharedPage> {
  const context = await newContext(browser, settings);
  const handle: WalletHandler = async (call) => await shared.wallet?.(call);
  if (settings.wallet !== undefined) await injectWallet(context, handle);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const nothing = { additions: [], wallet: undefined, isChanged: false };
  const shared: SharedPage = { page, context, cdp, ...nothing };
  const note = () => {
    shared.isChanged = true;
  };
  // What a frame stores is its own as long as the tab is there.
  page.on('frameattached', note);
  for (const target of [page, context, context.clock]) {
    noteCalls(target, CHANGES, note);
    noteCalls(target, ADDITIONS, async (added) => {
      const addition = await added;
      if (isDisposable(addition)) shared.additions.push(addition);
      else note();
    });
  }
  return shared;
}

/** Has it noted what the functions of these names return, each time that one is called. */
function noteCalls(
  target: object,
  names: ReadonlySet<string>,
  note: (result: unknown) => unknown,
): void {
  for (const name of names) {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') continue;
    Reflect.set(target, name, async (...parameters: unknown[]) => {
      const result: unknown = Reflect.apply(original, target, parameters);
      await note(result);
      return await result;
    });
  }
}

function isDisposable(value: unknown): value is Disposable {
  return typeof value === 'object' && value !== null && 'dispose' in value;
}

/** Leaves nothing of a test; false where something may be left. */
async function clean(shared: SharedPage, origins: readonly string[]): Promise<boolean> {
  const { page, context, cdp } = shared;
  if (shared.isChanged || page.isClosed()) return false;
  for (const event of SUBSCRIBED) page.removeAllListeners(event);
  for (const addition of shared.additions.splice(0)) await addition.dispose();
  for (const other of context.pages()) if (other !== page) await other.close();
  // What a tab stores can be removed by a document of the same origin alone, which must not write again.
  if (!origins.includes(new URL(page.url()).origin)) return false;
  await page.evaluate(LEAVE);
  await page.waitForURL('about:blank', { timeout: LEAVE_MS });
  for (const origin of origins) {
    await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  await context.clearCookies();
  await cdp.send('Page.resetNavigationHistory');
  await page.setViewportSize(PHONE);
  await page.mouse.move(0, 0);
  return true;
}

/** By the document itself, so that the next one of this host is shown by the same process. */
const LEAVE = `sessionStorage.clear();
localStorage.clear();
Storage.prototype.setItem = () => undefined;
location.replace('about:blank')`;
