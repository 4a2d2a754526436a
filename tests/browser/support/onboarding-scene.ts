import type { Browser } from 'playwright-core';
import type { WalletCall } from './injected-wallet.ts';
import { lendPageHost, type PageHost } from './page-host.ts';
import { INVITATION, OWNER, type StubAuth, startStubAuth } from './stub-auth.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

/** A wallet that signs texts, set by a test. */
interface SigningWallet {
  address: string;
  readonly calls: WalletCall[];
  /** What answers a request that opens the wallet; by default it says yes at once. */
  decide: (call: WalletCall) => Promise<void>;
}

/** The onboarding page in front of a stub, with a wallet beside it. */
export interface OnboardingScene extends WatchedPage {
  readonly auth: StubAuth;
  readonly host: PageHost;
  readonly wallet: SigningWallet;
  open(query?: string): Promise<void>;
  heading(text: string | RegExp): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  notice(text: string): Promise<void>;
  /** Chooses where to be paid and continues to consent. */
  choose(network: string, currency: string): Promise<void>;
}

interface SceneOptions {
  readonly browser: Browser;
  readonly mode?: 'sandbox' | 'production';
  readonly dark?: boolean;
  readonly script?: boolean;
  readonly wallet?: boolean;
  /** The networks of the sandbox. */
  readonly networks?: readonly string[];
}

/** A signature in form; the stub trusts every one. */
const SIGNATURE = `0x${'11'.repeat(65)}`;

/** Opens a scene in a browser. */
export async function startOnboarding(options: SceneOptions): Promise<OnboardingScene> {
  const auth = await startStubAuth();
  const mode = options.mode ?? 'production';
  const { networks = ['sepolia'] } = options;
  const rpcUrls = new Map(networks.map((id) => [id, ['http://127.0.0.1:9']]));
  const host = await lendPageHost({ mode, apiUrl: auth.url, authUrl: auth.url, rpcUrls });
  const wallet: SigningWallet = { address: OWNER, calls: [], decide: async () => undefined };
  const watched = await watchPage(options.browser, {
    origins: [host.url, auth.url],
    ...(options.dark === undefined ? {} : { dark: options.dark }),
    ...(options.script === undefined ? {} : { script: options.script }),
    ...(options.wallet === false ? {} : { wallet: (call) => answer(wallet, call) }),
  });
  const { page } = watched;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  return {
    ...watched,
    auth,
    host,
    wallet,
    press,
    open: async (query = `?token=${INVITATION}`) => {
      await page.goto(`${host.url}/onboarding/${query}`);
    },
    heading: (text) => page.getByRole('heading', { level: 2, name: text }).waitFor(),
    notice: (text) => page.locator('.notice', { hasText: text }).waitFor(),
    choose: async (network, currency) => {
      await page.getByRole('combobox', { name: 'Network' }).selectOption(network);
      await page.getByRole('combobox', { name: 'Currency' }).selectOption(currency);
      await press('Continue');
    },
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
      await auth[Symbol.asyncDispose]();
    },
  };
}

async function answer(wallet: SigningWallet, call: WalletCall): Promise<unknown> {
  wallet.calls.push(call);
  switch (call.method) {
    case 'eth_requestAccounts':
      await wallet.decide(call);
      return [wallet.address];
    case 'eth_accounts':
      return [wallet.address];
    case 'eth_chainId':
      return '0x2105';
    case 'personal_sign':
      await wallet.decide(call);
      return SIGNATURE;
    default:
      return null;
  }
}
