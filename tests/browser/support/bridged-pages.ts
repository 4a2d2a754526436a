import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type BridgedSandbox, openBridgedSandbox } from '../../support/bridged-sandbox.ts';
import { sharedBrowser } from './chromium.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

/** How long two local nodes, a relayer and a settlement may take on a busy machine. */
export const SCREEN_MS = 180_000;

/** The product with a bridge between Base and Arbitrum, and its pay page in a browser. */
interface BridgedPages {
  readonly bridged: BridgedSandbox;
  watch(): Promise<WatchedPage>;
}

/** Opens it before the tests of a file, with these settings, and closes it behind them. */
export function useBridgedPages(settings: Readonly<Record<string, string>> = {}): BridgedPages {
  let opened: { readonly browser: Browser; readonly bridged: BridgedSandbox } | undefined;
  beforeAll(async () => {
    const [browser, bridged] = await Promise.all([sharedBrowser(), openBridgedSandbox(settings)]);
    opened = { browser, bridged };
  });
  afterAll(() => opened?.bridged[Symbol.asyncDispose]());
  const during = () => {
    if (opened === undefined) throw new Error('the product runs during tests only');
    return opened;
  };
  return {
    get bridged() {
      return during().bridged;
    },
    watch: () => {
      const { browser, bridged } = during();
      const { apiUrl, payUrl } = bridged.world;
      return watchPage(browser, { origins: [apiUrl, payUrl].map((one) => new URL(one).origin) });
    },
  };
}

/** How long a payer waits for the offer of other networks before opening the page again. */
const OFFERED_MS = 30_000;

const isThereBy = (locator: Locator, timeout: number) =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

/** Waits for the title of a screen. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor({ timeout: SCREEN_MS });

/** Presses a button, and in the test wallet the one that signs. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Opens a link with a test wallet connected, and goes to what it has on other networks. */
export async function toSources(
  { page }: WatchedPage,
  url: string,
  wallet = 'Test wallet',
): Promise<void> {
  await page.goto(url);
  await press(page, `Pay with ${wallet}`);
  await press(page, 'Connect');
  await heading(page, 'Review and pay');
  const offer = page.getByRole('button', { name: 'Pay from another network', exact: true });
  // A network that does not answer in a second and a half is left out. The page reads it again later and later, and at once when it is opened again.
  while (!(await isThereBy(offer, OFFERED_MS))) {
    await page.reload();
    await heading(page, 'Review and pay');
  }
  await offer.click();
  await heading(page, 'Pay from another network');
}

/** Chooses USDC or USDT on Arbitrum One and switches there, to what is signed first. */
export async function toArbitrum(
  { page }: WatchedPage,
  symbol: 'USDC' | 'USDT' = 'USDC',
): Promise<void> {
  const source = page.getByRole('button', { name: new RegExp(`^${symbol} on Arbitrum One`) });
  const again = page.getByRole('button', { name: 'Check again' });
  // A network that does not answer in a second and a half is left out, and this machine may be slow.
  await again.waitFor();
  while ((await source.count()) === 0) {
    await again.click();
    await source.waitFor({ timeout: 5_000 }).catch(() => undefined);
  }
  await source.click();
  await heading(page, 'Review and pay');
  await press(page, 'Switch to Arbitrum One');
}

/** Presses each of these buttons, and signs what it opens in the test wallet. */
export async function signEach(
  { page }: Pick<WatchedPage, 'page'>,
  buttons: readonly (string | RegExp)[],
): Promise<void> {
  for (const name of buttons) {
    await press(page, name);
    await press(page, 'Sign');
  }
}
