import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { ensureDashboardBuild } from '../src/hosts/dashboard/build.ts';
import type { BuiltPage } from '../src/hosts/pages/build-page.ts';
import { ensurePageBuild, SHOP_SCRIPT } from '../src/hosts/pay/build.ts';
import {
  type EmbedInput,
  loadPage,
  type OnboardingInput,
  type RecurringInput,
} from '../src/hosts/pay/load-page.ts';
import { loadedFirst, weighAssets } from './weigh-files.ts';
import { weighHeaviest } from './weigh-translation.ts';

/** One thing that payers load, and how heavy it may be. */
export interface Weighed {
  readonly what: string;
  /** With gzip, as payers get it. */
  readonly bytes: number;
  readonly bytesMax: number;
}

/** The budgets: what fits a phone on a slow line, and a first page in one round of TCP. */
const KILOBYTE = 1_000;
const SCRIPT_MAX = 12 * KILOBYTE;
const STYLE_MAX = 8 * KILOBYTE;
const HTML_MAX = 14 * KILOBYTE;
/** With its style, and the script that offers wallets: all that comes before the first button of the pay page. */
const FIRST_VIEW_MAX = 12 * KILOBYTE;
const WALLET_MAX = 48.8 * KILOBYTE;
/**
 * The screens behind the choice of a wallet, and of links that wait for somebody else, and what stands above the payment about its progress,
 * loaded beside the first script. Apart, the two might weigh 18,000 and 2,000 bytes, and were a request more before the first button.
 * Titles of the document that say what is true of each state took 170 of them, and what is said of a part that did not load and of the
 * limit of calls 250; what may still be open or on its way, where else it would say that nothing was charged, 340; the earlier request
 * that is still open once what was sent after it has failed, 210; what else may be made beside what was sent, and saying both what has
 * ended and what is open, 190.
 */
const CONTROLLER_MAX = 20_900;

/** What links of Tron need instead of the wallet code of other networks, beside what both share. */
const TRON_MAX = 12 * KILOBYTE;

/** Paying from another network: its check of the calldata, and its screens. */
const CROSSCHAIN_MAX = 18_300;

/** What Safes need that pay from another network: who owns them, what is proposed, and its texts. */
const SAFE_ROUTE_MAX = 4 * KILOBYTE;

/** Paying bundles from another network, beside the code that single links need for it. */
const BRIDGED_BUNDLE_MAX = 9 * KILOBYTE;

/** Several calls that a wallet makes at once (EIP-5792), loaded only where one does or had done so. */
const WALLET_CALLS_MAX = 2.5 * KILOBYTE;

/** Talking to an interface of Safe around the page, loaded only where the page is shown within another one. */
const SAFE_APP_MAX = 3.5 * KILOBYTE;

/** Payments that owners of a Safe sign: preparing, proposing, following and showing them. */
const SAFE_MAX = 5 * KILOBYTE;

/** Allowances beyond a payment and the way to revoke them, loaded after the review or the receipt. */
const ALLOWANCES_MAX = 3 * KILOBYTE;

/** The ways to pay without a wallet in this browser, with what draws the QR code; loaded where they are shown. */
const WAYS_MAX = 6 * KILOBYTE;

/** What shows WalletConnect's code and speaks with its client; loaded only where the operator offers it. */
const WALLETCONNECT_MAX = 4 * KILOBYTE;

/** The vendor's client of WalletConnect with its cryptography, loaded only once a payer chooses it. */
const WALLETCONNECT_CLIENT_MAX = 135 * KILOBYTE;

/** Comparing a link with the one that the page was opened with, and hashing; loaded only where that names a payment. */
const EXPECTED_MAX = 4 * KILOBYTE;

/** Choosing a wallet for a bundle that no one network can pay, and what both parts of bundles need. */
const APART_BUNDLE_MAX = 2 * KILOBYTE;

/** What links of several payments, and those in another currency, show beside one amount and one payee. */
const MORE_MAX = 3 * KILOBYTE;

/** The onboarding page comes once in a platform's life, and all of it but what is about Tron in one script. */
const ONBOARDING_SCRIPT_MAX = 20 * KILOBYTE;

/** The page of a schedule is opened once or twice; all of it but the wallet is one script. */
const RECURRING_SCRIPT_MAX = 22 * KILOBYTE;

/** What a shop frames is one script: it shows a payment, follows it, and has nothing of wallets. */
const EMBED_SCRIPT_MAX = 13 * KILOBYTE;
/** The same in a language whose letters take more bytes: all of its texts are in this script. */
const TRANSLATED_EMBED_SCRIPT_MAX = 13.6 * KILOBYTE;

/** The script that pages of shops load beside their own. */
const SHOP_SCRIPT_MAX = 3 * KILOBYTE;

/** Reading the chain, asking wallets, and the signature of typed data with its check. */
const RECURRING_WALLET_MAX = 48 * KILOBYTE;

/** Finding Tron wallets, its addresses and its tokens, loaded beside the search for the other wallets. */
const ONBOARDING_TRON_MAX = 4 * KILOBYTE;

/** React, the router and the cache of what was read, and the frame around the pages of the dashboard. */
const DASHBOARD_SCRIPT_MAX = 120 * KILOBYTE;

/** A page of the dashboard, or what several of them share, loaded when it is first shown; the largest are the tables. */
const DASHBOARD_PART_MAX = 22 * KILOBYTE;

/** The figures of the home page with what draws them, loaded after the rest of it. */
const DASHBOARD_CHARTS_MAX = 30 * KILOBYTE;

/** What only the sandbox's own wallets need is never sent to a person with real money. */
const isTestOnly = (name: string) => name.startsWith('test-');
/** Files of Tron carry its name. */
const isTron = (name: string) => /^[a-z-]*tron-/.test(name) && !isTestOnly(name);

/** So do files of payments from other networks. */
const isCrosschain = (name: string) => /^[a-z-]*crosschain-/.test(name);

const isSafeRoute = (name: string) => name.startsWith('safe-route-');

const isBridgedBundle = (name: string) => name.startsWith('pay-bundle-');

const isWalletCalls = (name: string) => name.startsWith('wallet-calls-');

const isSafeApp = (name: string) => name.startsWith('safe-app-');
const isSafe = (name: string) => name.startsWith('pay-safe-');

const isAllowances = (name: string) => name.startsWith('excess-allowances-');

const isMore = (name: string) => name.startsWith('more-');

const isWays = (name: string) => /^(other-ways|qr-code)-/.test(name);

const isWalletConnectClient = (name: string) =>
  /^(walletconnect-client|recoverAddress|secp256k1|sha2)-/.test(name);
const isWalletConnect = (name: string) =>
  name.startsWith('walletconnect-') && !isWalletConnectClient(name);

const isExpected = (name: string) => /^(guard|sha256)-/.test(name);

const isApartBundle = (name: string) => name.startsWith('bundle-apart-');

/** Weighs the pages: their first scripts, styles and documents, and what a wallet adds to paying. */
export async function weighPage(): Promise<readonly Weighed[]> {
  const build = await ensurePageBuild({ log: pino({ level: 'silent' }) });
  const sizes = await weighAssets(build);
  const translated = await weighHeaviest();
  const all = (test: (name: string) => boolean) =>
    [...sizes].filter(([name]) => test(name)).reduce((sum, [, bytes]) => sum + bytes, 0);
  const first = await loadedFirst(build);
  const isFirst = (name: string) => first.has(name);
  const isController = (name: string) => name.startsWith('controller-');
  const isWallet = (name: string) =>
    name.endsWith('.js') &&
    ![
      isFirst,
      isTestOnly,
      isController,
      isTron,
      isCrosschain,
      isBridgedBundle,
      isSafeRoute,
      isApartBundle,
      isWalletCalls,
      isSafeApp,
      isSafe,
      isAllowances,
      isMore,
      isWays,
      isWalletConnect,
      isWalletConnectClient,
      isExpected,
    ].some((isOther) => isOther(name));
  return [
    { what: 'first script', bytes: all(isFirst), bytesMax: SCRIPT_MAX },
    { what: 'style', bytes: all((name) => name.endsWith('.css')), bytesMax: STYLE_MAX },
    { what: 'document', bytes: await weighDocument(), bytesMax: FIRST_VIEW_MAX },
    { what: 'screens behind the wallet', bytes: all(isController), bytesMax: CONTROLLER_MAX },
    { what: 'wallet code', bytes: all(isWallet), bytesMax: WALLET_MAX },
    { what: 'Tron code', bytes: all(isTron), bytesMax: TRON_MAX },
    { what: 'code of other networks', bytes: all(isCrosschain), bytesMax: CROSSCHAIN_MAX },
    { what: 'Safes from other networks', bytes: all(isSafeRoute), bytesMax: SAFE_ROUTE_MAX },
    {
      what: 'bundles from other networks',
      bytes: all(isBridgedBundle),
      bytesMax: BRIDGED_BUNDLE_MAX,
    },
    { what: 'calls at once', bytes: all(isWalletCalls), bytesMax: WALLET_CALLS_MAX },
    { what: 'Safe App', bytes: all(isSafeApp), bytesMax: SAFE_APP_MAX },
    { what: 'payments of Safes', bytes: all(isSafe), bytesMax: SAFE_MAX },
    { what: 'excess allowances', bytes: all(isAllowances), bytesMax: ALLOWANCES_MAX },
    { what: 'several payments and rates', bytes: all(isMore), bytesMax: MORE_MAX },
    { what: 'ways without a wallet', bytes: all(isWays), bytesMax: WAYS_MAX },
    { what: 'WalletConnect', bytes: all(isWalletConnect), bytesMax: WALLETCONNECT_MAX },
    {
      what: 'client of WalletConnect',
      bytes: all(isWalletConnectClient),
      bytesMax: WALLETCONNECT_CLIENT_MAX,
    },
    { what: 'links that name their payment', bytes: all(isExpected), bytesMax: EXPECTED_MAX },
    { what: 'bundles of several networks', bytes: all(isApartBundle), bytesMax: APART_BUNDLE_MAX },
    ...(await weighOnboarding(build.onboarding)),
    ...(await weighRecurring(build.recurring)),
    ...(await weighEmbed(build.embed)),
    {
      what: `first script in ${translated.name}`,
      bytes: translated.pay,
      bytesMax: SCRIPT_MAX,
    },
    {
      what: `script of the frame in ${translated.name}`,
      bytes: translated.embed,
      bytesMax: TRANSLATED_EMBED_SCRIPT_MAX,
    },
    {
      what: 'script for shops',
      bytes: (await weighAssets(build.shopScript)).get(SHOP_SCRIPT) ?? 0,
      bytesMax: SHOP_SCRIPT_MAX,
    },
    ...(await weighDashboard(await ensureDashboardBuild({ log: pino({ level: 'silent' }) }))),
  ];
}

async function weighOnboarding(built: BuiltPage): Promise<readonly Weighed[]> {
  const sizes = await weighAssets(built);
  const of = (path: string) => sizes.get(basename(path)) ?? 0;
  const first = await loadedFirst(built);
  const all = (test: (name: string) => boolean) =>
    [...sizes].filter(([name]) => test(name)).reduce((sum, [, bytes]) => sum + bytes, 0);
  const page = await loadPage<OnboardingInput>(built);
  const config = {
    mode: 'production',
    authUrl: 'https://auth.example',
    token: `lit_${'0123456789abcdef'.repeat(2)}`,
    networks: { base: {} },
  } as const;
  const { html } = page.render({ config, assets: page.first });
  const document = gzipSync(html, { level: 9 }).length;
  return [
    {
      what: 'onboarding script',
      bytes: all((name) => first.has(name)),
      bytesMax: ONBOARDING_SCRIPT_MAX,
    },
    {
      what: 'onboarding Tron code',
      bytes: all((name) => isTron(name) && !first.has(name)),
      bytesMax: ONBOARDING_TRON_MAX,
    },
    { what: 'onboarding style', bytes: of(built.style), bytesMax: STYLE_MAX },
    { what: 'onboarding document', bytes: document, bytesMax: HTML_MAX },
  ];
}

/** What every page of a payer is handed. */
const SAMPLE_CONFIG = {
  mode: 'production',
  apiUrl: 'https://api.example',
  clientId: 'cli_0123456789abcdef0123',
  token: '01K0000000000000000000TEST',
} as const;

async function weighRecurring(built: BuiltPage): Promise<readonly Weighed[]> {
  const sizes = await weighAssets(built);
  const first = await loadedFirst(built);
  const all = (test: (name: string) => boolean) =>
    [...sizes].filter(([name]) => test(name)).reduce((sum, [, bytes]) => sum + bytes, 0);
  const isWallet = (name: string) => name.endsWith('.js') && !first.has(name) && !isTestOnly(name);
  const page = await loadPage<RecurringInput>(built);
  const config = {
    ...SAMPLE_CONFIG,
    networks: { base: {} },
  } as const;
  const { html } = page.render({ config, assets: page.first });
  return [
    {
      what: 'recurring script',
      bytes: all((name) => first.has(name)),
      bytesMax: RECURRING_SCRIPT_MAX,
    },
    { what: 'recurring wallet code', bytes: all(isWallet), bytesMax: RECURRING_WALLET_MAX },
    {
      what: 'recurring style',
      bytes: sizes.get(basename(built.style)) ?? 0,
      bytesMax: STYLE_MAX,
    },
    {
      what: 'recurring document',
      bytes: gzipSync(html, { level: 9 }).length,
      bytesMax: HTML_MAX,
    },
  ];
}

async function weighEmbed(built: BuiltPage): Promise<readonly Weighed[]> {
  const sizes = await weighAssets(built);
  const first = await loadedFirst(built);
  const script = [...sizes].filter(([name]) => first.has(name));
  const page = await loadPage<EmbedInput>(built);
  const config = {
    ...SAMPLE_CONFIG,
    shopOrigins: ['https://shop.example'],
  } as const;
  const { html } = page.render({ config, first: SAMPLE_VIEW, assets: page.first });
  return [
    {
      what: 'script of the frame',
      bytes: script.reduce((sum, [, bytes]) => sum + bytes, 0),
      bytesMax: EMBED_SCRIPT_MAX,
    },
    {
      what: 'style of the frame',
      bytes: sizes.get(basename(built.style)) ?? 0,
      bytesMax: STYLE_MAX,
    },
    {
      what: 'document of the frame',
      bytes: gzipSync(html, { level: 9 }).length,
      bytesMax: HTML_MAX,
    },
  ];
}

async function weighDashboard(built: BuiltPage): Promise<readonly Weighed[]> {
  const sizes = await weighAssets(built);
  const first = await loadedFirst(built);
  const parts = [...sizes].filter(
    ([name]) => name.endsWith('.js') && !first.has(name) && !isTestOnly(name),
  );
  const isChart = (name: string) => /^(figures|failure-chart)-/.test(name);
  const later = parts.filter(([name]) => !isChart(name)).map(([, bytes]) => bytes);
  const charts = parts.filter(([name]) => isChart(name)).map(([, bytes]) => bytes);
  const all = [...sizes].filter(([name]) => first.has(name)).map(([, bytes]) => bytes);
  return [
    {
      what: 'dashboard script',
      bytes: all.reduce((sum, bytes) => sum + bytes, 0),
      bytesMax: DASHBOARD_SCRIPT_MAX,
    },
    {
      what: 'largest later part of the dashboard',
      bytes: Math.max(...later),
      bytesMax: DASHBOARD_PART_MAX,
    },
    {
      what: 'charts of the dashboard',
      bytes: charts.reduce((sum, bytes) => sum + bytes, 0),
      bytesMax: DASHBOARD_CHARTS_MAX,
    },
    {
      what: 'dashboard style',
      bytes: sizes.get(basename(built.style)) ?? 0,
      bytesMax: STYLE_MAX,
    },
  ];
}

/** A link with a reference of full length; the stub has everything that the API returns. */
const SAMPLE_VIEW = {
  status: 200,
  body: {
    paymentType: 'single',
    expiresAt: '2026-12-06T15:42:00.000Z',
    payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    network: 'base',
    amount: '12500000',
    paymentCurrency: 'USDC-base',
    reference: 'abcdefghij'.repeat(25),
  },
};

async function weighDocument(): Promise<number> {
  const build = await ensurePageBuild({ log: pino({ level: 'silent' }) });
  const page = await loadPage(build);
  const { firstButton, moneyNotice } = build;
  const { html } = page.render({
    config: {
      ...SAMPLE_CONFIG,
      networks: { base: { confirmations: 10 } },
    },
    first: SAMPLE_VIEW,
    assets: { ...page.first, css: page.css, firstButton, moneyNotice },
    nowMs: Date.parse(SAMPLE_VIEW.body.expiresAt) - 86_400_000,
  });
  return gzipSync(html, { level: 9 }).length;
}

/** Nothing at all means that the files have other names by now, and is no success. */
function isWithin({ bytes, bytesMax }: Pick<Weighed, 'bytes' | 'bytesMax'>): boolean {
  return bytes > 0 && bytes <= bytesMax;
}

if (import.meta.main) {
  const weighed = await weighPage();
  for (const one of weighed) {
    const { what, bytes, bytesMax } = one;
    process.stdout.write(
      `${isWithin(one) ? 'ok ' : 'OVER'} ${what}: ${bytes} of ${bytesMax} bytes with gzip\n`,
    );
  }
  if (!weighed.every(isWithin)) process.exitCode = 1;
}
