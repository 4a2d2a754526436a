import type { Browser, Page } from 'playwright-core';
import type { ReachedWorld } from '../../support/world.ts';
import { type SigningWallet, signingWallet } from './signing-wallet.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

/** A page of a real product, with a wallet that signs. */
export interface Paying extends WatchedPage {
  readonly wallet: SigningWallet;
  /** Waits for the heading of a screen. */
  heading(name: string | RegExp): Promise<void>;
  /** Presses the one button of this name. */
  press(name: string | RegExp): Promise<void>;
  /** Waits for the receipt, and until the API says that the link is paid. */
  done(token: string): Promise<void>;
}

interface Opening {
  readonly browser: Browser;
  readonly world: ReachedWorld;
  readonly url: string;
  /** What the wallet says of several calls at once. */
  readonly atomic?: SigningWallet['atomic'];
  readonly dark?: boolean;
  /** Whether the test moves the page's clock on. */
  readonly ownClock?: boolean;
}

/** How long a screen may take to come while a node mines. */
const SCREEN_MS = 180_000;

/** Opens a link with the wallet connected, up to the review. */
export async function openReview(opening: Opening): Promise<Paying> {
  const paying = await openConnected(opening);
  await paying.heading(/^Review and pay/);
  return paying;
}

/** Opens a link and chooses the wallet. */
export async function openConnected(opening: Opening): Promise<Paying> {
  const { browser, world, url, atomic, dark = false, ownClock = false } = opening;
  const wallet = signingWallet(world);
  wallet.atomic = atomic;
  const watched = await watchPage(browser, {
    origins: [world.apiUrl, world.payUrl].map((one) => new URL(one).origin),
    dark,
    wallet: (call) => wallet.handle(call),
    ...(ownClock && { prepare: (context) => context.clock.install() }),
  });
  const { page } = watched;
  await page.goto(url);
  await page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).click();
  return {
    ...watched,
    wallet,
    heading: (name) => heading(page, name),
    press: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
    done: async (token) => {
      await heading(page, 'This payment is complete');
      watched.expectQuiet();
      await world.awaitStatus(token, 409);
    },
  };
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 2, name }).waitFor({ timeout: SCREEN_MS });
}
