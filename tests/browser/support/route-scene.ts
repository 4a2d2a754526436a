import type { Browser } from 'playwright-core';
import { CONTRACTS } from '#catalog/contracts.ts';
import { approvalOf, BRIDGE_VIEW, bridgeBody, bridgeCallOf } from '../../support/bridge-payment.ts';
import { dataOf, hex, NOBODY, OUTPUT_USDC, QUOTED_AT } from '../../support/route-sample.ts';
import { type Scene, startScene } from './scene.ts';
import { SENT_HASH } from './scripted-wallet.ts';
import { calldataBody, paymentCall, viewBody } from './stub-api.ts';

/** How long a price of these tests is good, in seconds. */
export const PRICE_SECONDS = 120;

const option = (balance: string, neededAmount: string, hasEnoughBalance = true) => ({
  balance,
  neededAmount,
  hasEnoughBalance,
});

/** What the wallet has on other networks. */
const PAYMENT_OPTIONS = {
  BASE: { USDC: option('3', '100.5', false) },
  ETHEREUM: { USDC: option('500', '104.2'), USDT: option('12.5', '100.5', false) },
  ARBITRUM: {
    USDT: { ...option('500', '101'), durationSeconds: 38 },
    USDC: option('0', '100.5', false),
  },
};

/** The display data of a link over 100 USDC on Base, with changes. */
export const routeView = (changes: object = {}) =>
  viewBody({ ...BRIDGE_VIEW, destination: null, ...changes });

/** A payment from Arbitrum as the API lists it, with changes. */
export const intentOf = (changes: object = {}) => ({
  intentId: '01KC9V7D2M3N4P5Q6R7S8T9V0W',
  status: 'source_seen',
  network: 'arbitrum-one',
  txHash: SENT_HASH,
  recordedAt: isoAt(0),
  statusSince: isoAt(0),
  deadlineAt: null,
  fillTxHash: null,
  refundTxHash: null,
  ...changes,
});

/** Seconds after the quote, as the API writes times. */
export const isoAt = (seconds: number) => new Date((QUOTED_AT + seconds) * 1_000).toISOString();

/** An answer that prepares the route, of which so many units leave the wallet. */
export const routeBody = (units = 101_000000n, metadata: object = {}) =>
  bridgeBody([approvalOf(units), bridgeCallOf(dataOf({ bridge: { minAmount: units } }))], {
    quoteFetchedAt: isoAt(0),
    quoteExpiresAt: QUOTED_AT + PRICE_SECONDS,
    estimatedNetworkFee: '0.00004',
    durationSeconds: 38,
    rawStep: { id: 'route' },
    ...metadata,
  });

/** A scene of a link on Base, at the time of the quote; the wallet has too little on Base and enough on Arbitrum. */
export async function startRouteScene(
  browser: Browser,
  { dark = false, safeAppOrigins }: { dark?: boolean; safeAppOrigins?: readonly string[] } = {},
): Promise<Scene> {
  const scene = await startScene({ browser, dark, ...(safeAppOrigins && { safeAppOrigins }) });
  await scene.context.clock.install({ time: QUOTED_AT * 1_000 });
  const { api, wallet } = scene;
  wallet.chainId = 8_453;
  wallet.confirmations = 1;
  api.view = { status: 200, body: routeView() };
  api.viewOfWallet = { status: 200, body: routeView({ paymentOptions: PAYMENT_OPTIONS }) };
  api.route = { status: 200, body: routeBody() };
  const call = paymentCall({
    token: OUTPUT_USDC,
    proxy: hex(CONTRACTS.base.erc20FeeProxy),
    amount: 100_000000n,
    reference: hex(BRIDGE_VIEW.paymentReference),
    fee: 500000n,
    feeAddress: NOBODY,
  });
  const platformFee = { percentage: '0.5', address: NOBODY };
  const metadata = { platformFee, hasEnoughBalance: false, balance: '3000000' };
  const { paymentReference } = BRIDGE_VIEW;
  api.calldata = { status: 200, body: { ...calldataBody([call], metadata), paymentReference } };
  return scene;
}

/** Connects the wallet and goes on to what it has on other networks. */
export async function toSources({ open, press, heading }: Scene): Promise<void> {
  await open();
  await press('Pay with Rabbit Wallet');
  await heading('Not enough balance');
  await press('Pay from another network');
  await heading('Pay from another network');
}

/** Chooses USDT on Arbitrum, and switches the wallet there. */
export async function toRouteReview(scene: Scene): Promise<void> {
  await toSources(scene);
  await scene.press(/^USDT on Arbitrum One/);
  await scene.heading('Review and pay');
  await scene.press('Switch to Arbitrum One');
  await scene.page.getByRole('button', { name: 'Allow 101.00 USDT' }).waitFor();
}

/** Signs the approval and the route. */
export async function sendRoute(scene: Scene): Promise<void> {
  await toRouteReview(scene);
  await scene.press('Allow 101.00 USDT');
  await scene.press('Pay 101.00 USDT');
  await scene.heading('Your payment is on its way');
}

/** Lists payments from other networks in every view of the link. */
export function listIntents({ api }: Scene, ...paymentIntents: readonly object[]): void {
  api.view = { status: 200, body: routeView({ paymentIntents }) };
  const options = { paymentOptions: PAYMENT_OPTIONS, paymentIntents };
  api.viewOfWallet = { status: 200, body: routeView(options) };
}
