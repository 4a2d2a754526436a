import { readBlocked, readBundleChildren } from '../crosschain/bundle-children.ts';
import { BundleFollowing } from '../crosschain/bundle-following.tsx';
import { BundleScreen } from '../crosschain/bundle-screens.tsx';
import type { BundleQuote, BundleState } from '../crosschain/bundle-state.ts';
import type { At } from '../page-state.ts';
import { HASH, PAYEE } from '../sample-states.ts';
import { quote as route } from './route-samples.ts';
import { firstAnswer, linkOf, NOW_MS, PAYING, type Sample, WALLETS } from './sample.ts';

const child = (amount: string) => ({
  securePaymentToken: '01KC9V3HR6B8D0F2H4K6M8P0R2',
  payee: PAYEE,
  amount,
  context: { network: 'base', currency: 'USDC-base' },
});
const VIEW = { paymentType: 'multicall', children: [child('60'), child('40')] };
const first = firstAnswer(VIEW);
const { plan, source } = route;
const approvals = plan.steps.slice(0, 1);
const routes = [
  { position: 0, plan: { ...plan, mainUnits: 60_000_000n, routeUnits: 60_300_000n } },
  { position: 1, plan: { ...plan, mainUnits: 40_000_000n, routeUnits: 40_200_000n } },
];
const { lookAlikes, hasEnoughBalance, hasEnoughGas, networkFee, sourceUnits, costUnits } = plan;
const quote: BundleQuote = {
  source,
  plan: {
    kind: 'ok',
    ...{ source, approvals, routes, feeSteps: [], fees: [], sourceUnits, costUnits },
    ...{ lookAlikes, hasEnoughBalance, hasEnoughGas, networkFee, deadline: plan.deadline },
  },
  left: [
    ...approvals.map((step) => ({ kind: 'approval', step }) as const),
    ...routes.map((one) => ({ kind: 'route', route: one }) as const),
  ],
  expiresAt: route.expiresAt,
};
const children = readBundleChildren(VIEW) ?? [];
const payer = { ...PAYING, chainId: source.network.chainId };
const state: At<'crosschain'> = {
  ...{ at: 'crosschain', link: linkOf(VIEW), wallets: WALLETS, payer, follows: false },
};
const sent = [{ position: 0, childToken: '', hash: HASH, isRecorded: true }];
const still = () => undefined;

function sample(name: string, when: string, bundle: BundleState): Sample<'crosschain'> {
  const screen: Sample<'crosschain'>['screen'] = (frame) =>
    bundle.at === 'following' ? (
      <BundleFollowing bundle={bundle} view={VIEW} onLeave={still} />
    ) : (
      <BundleScreen
        {...{ bundle, payer, frame, due: children, payments: readBlocked(VIEW) }}
        isApart={false}
        read={new Map()}
        onPick={still}
        onChoose={still}
        onGo={still}
        onFollow={still}
        onLeave={still}
      />
    );
  return { name, when, first, screen, state: { ...state, follows: bundle.at === 'following' } };
}

/** Paying a bundle from another network, by the states of that. */
export const BUNDLES = [
  sample('bundle-choose', 'A bundle: the payer chooses from which network.', { at: 'choose' }),
  sample('bundle-review', 'The first signature for a bundle allows all of it.', {
    ...{ at: 'review', quote, sent: [] },
  }),
  sample('bundle-review-route', 'Each payment of a bundle is signed by itself.', {
    ...{ at: 'review', quote: { ...quote, left: quote.left.slice(2) }, sent },
  }),
  sample('bundle-following', 'The payments of a bundle are on their way; one was not sent.', {
    ...{ at: 'following', sent, view: VIEW, isOffline: false },
    intents: [
      {
        ...{ id: '01KC9V7D2M3N4P5Q6R7S8T9V0W', status: 'source_seen', position: 0 },
        ...{ networkId: source.networkId, hash: HASH, recordedAt: NOW_MS - 20_000 },
        ...{ deadlineAt: NOW_MS + 7_200_000, fillHash: undefined, refundHash: undefined },
      },
    ],
  }),
] as const;
