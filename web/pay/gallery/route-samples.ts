import type { ShownIntent } from '../crosschain/payment-intents.ts';
import type { RouteQuote, RouteState } from '../crosschain/route-state.ts';
import type { SentRoute } from '../crosschain/sent-route.ts';
import { findSource, type RouteSource, type SourceOption } from '../crosschain/source-options.ts';
import type { At } from '../page-state.ts';
import { HASH, PAYER, VIEW } from '../sample-states.ts';
import { firstAnswer, linkOf, NOW_MS, PAYING, type Sample, WALLETS } from './sample.ts';

/** A link over 100 USDC on Base. */
const GOAL = { ...VIEW, network: 'base', amount: '100000000', paymentCurrency: 'USDC-base' };
const link = linkOf(GOAL);
const fill = `0x${'7a'.repeat(32)}`;
const CALL = { to: PAYER, data: '0x', value: '0x0' };

const sourceOf = (chain: string, token: string): RouteSource => {
  const source = findSource(chain, token);
  if (source === undefined) throw new Error(`The page has no ${token} on ${chain}.`);
  return source;
};
const usdt = sourceOf('ARBITRUM', 'USDT');
const option = (source: RouteSource, heldUnits: bigint, neededUnits: bigint): SourceOption => ({
  ...source,
  heldUnits,
  neededUnits,
  canPay: heldUnits >= neededUnits,
  costUnits: neededUnits - 100_000_000n,
  durationS: 38,
});
const options = [
  option(usdt, 500_000_000n, 100_500_000n),
  option(sourceOf('ETHEREUM', 'USDC'), 500_000_000n, 104_200_000n),
  option(sourceOf('OPTIMISM', 'USDC'), 3_100_000n, 100_500_000n),
];
const total = { asset: usdt.asset, units: 100_500_000n };
/** A route that was prepared for it. */
export const quote: RouteQuote = {
  source: usdt,
  plan: {
    kind: 'ok',
    source: usdt,
    steps: [
      { kind: 'approve', call: CALL, asset: usdt.asset, units: total.units, spender: PAYER },
      { kind: 'pay', call: CALL, payments: 1, positions: [0], totals: [total], fees: [] },
    ],
    sourceUnits: total.units,
    routeUnits: total.units,
    paidUnits: 100_000_000n,
    costUnits: 500_000n,
    routeFees: [],
    swap: undefined,
    deadline: NOW_MS + 3_600_000,
    fillDeadline: NOW_MS + 7_200_000,
    mainUnits: 100_000_000n,
    fees: [],
    totals: [total],
    contractFees: [],
    paymentReference: VIEW.paymentReference,
    lookAlikes: [],
    hasEnoughBalance: true,
    hasEnoughGas: true,
    shortages: [],
    networkFee: '0.00004',
  },
  expiresAt: NOW_MS + 110_000,
  durationS: 38,
  step: {},
};
const sent: SentRoute = {
  hash: HASH,
  at: NOW_MS - 20_000,
  walletId: PAYING.wallet.id,
  chain: usdt.chain,
  token: usdt.token,
  networkId: usdt.networkId,
  payer: PAYER,
  isRecorded: true,
  view: GOAL,
};
const following = (
  intent: Partial<ShownIntent>,
  { at = sent.at }: { readonly at?: number } = {},
): Extract<RouteState, { at: 'following' }> => ({
  at: 'following',
  sent: { ...sent, at },
  word: 'mined',
  intents: [
    {
      id: '01KC9V7D2M3N4P5Q6R7S8T9V0W',
      status: 'source_seen',
      networkId: usdt.networkId,
      hash: HASH,
      recordedAt: at,
      deadlineAt: NOW_MS + 7_200_000,
      fillHash: undefined,
      refundHash: undefined,
      ...intent,
    },
  ],
  isOffline: false,
});

const first = firstAnswer(GOAL);
const owners = [`0x${'51'.repeat(20)}`, `0x${'52'.repeat(20)}`];
const safe = { until: NOW_MS + 3_600_000, isOfOne: false, isProposed: true, refundTo: PAYER };
const payer = { ...PAYING, chainId: usdt.network.chainId };
const state: At<'crosschain'> = { at: 'crosschain', link, wallets: WALLETS, payer, follows: false };
const followed: At<'crosschain'> = { ...state, follows: true };
type RouteSample = Sample<'crosschain'> & { readonly route: RouteState };
type RouteSamples = {
  readonly [A in Exclude<RouteState['at'], 'left'>]: readonly [RouteSample, ...RouteSample[]];
};
const before = (name: string, when: string, route: RouteState): RouteSample => ({
  ...{ name, when, route, state, first },
});
const after = (name: string, when: string, route: RouteState): RouteSample => ({
  ...{ name, when, route, state: followed, first },
});

/** Paying from another network, by the states of that. */
export const ROUTES = {
  loading: [
    before('route-loading', 'It is read what the wallet has on other networks.', { at: 'loading' }),
  ],
  choose: [
    {
      ...before('route-choose', 'The payer chooses a token of another network.', {
        at: 'choose',
        options,
        sources: [],
      }),
      isMain: true,
    },
    {
      ...before(
        'route-choose-safe',
        'A Safe pays that is not the same where the payment is made.',
        {
          at: 'choose',
          options: [],
          sources: [usdt],
        },
      ),
      safe: { chainId: usdt.network.chainId, owners },
    },
    before('route-choose-refused', 'The token that was chosen cannot be used now.', {
      at: 'choose',
      options,
      sources: [],
      notice: 'route_not_available',
    }),
  ],
  quoting: [
    before('route-quoting', 'The transfer is prepared and checked.', {
      at: 'quoting',
      source: usdt,
    }),
  ],
  review: [
    before('route-review', 'The transfer can be signed, for as long as its price is good.', {
      at: 'review',
      quote,
    }),
    before('route-review-safe', 'The transfer is proposed to a Safe.', {
      at: 'review',
      quote: { ...quote, safe },
    }),
    before('route-review-refreshed', 'The price was refreshed.', {
      at: 'review',
      quote,
      notice: { beforeUnits: 100_400_000n },
    }),
    before('route-review-expired', 'The price is too old, and is read again by a button.', {
      at: 'review',
      quote,
      isExpired: true,
    }),
  ],
  busy: [
    before('route-switching', 'The wallet is asked to change its network.', {
      at: 'busy',
      doing: 'switching',
      quote,
    }),
    before('route-signing', 'A request is open in the wallet.', {
      at: 'busy',
      doing: 'signing',
      quote,
    }),
    before('route-approving', 'An allowance was sent and waits for a block.', {
      ...{ at: 'busy', doing: 'approving', hash: HASH, quote },
    }),
  ],
  mismatch: [
    before('route-mismatch', 'The prepared transfer is not what the page shows.', {
      at: 'mismatch',
      problem: 'refund',
    }),
  ],
  following: [
    after(
      'route-following',
      'The payment left the one network and is not on the other yet.',
      following({}),
    ),
    after(
      'route-arrived',
      'It arrived, and does not count yet.',
      following({ status: 'filled', fillHash: fill }),
    ),
    after(
      'route-late',
      'It takes more than three times as long as usual.',
      following({}, { at: NOW_MS - 900_000 }),
    ),
    after(
      'route-refunded',
      'It did not arrive and came back.',
      following({ status: 'refunded', refundHash: fill }),
    ),
  ],
} as const satisfies RouteSamples;
