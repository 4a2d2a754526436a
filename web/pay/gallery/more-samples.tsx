import { iconsOf } from '../asset-icons.ts';
import { checkCalldata } from '../check-calldata.ts';
import { Frame } from '../embed/frame.tsx';
import { firstFrame } from '../embed/frame-state.ts';
import { merchantOf } from '../merchant.ts';
import { MerchantHead } from '../merchant-head.tsx';
import { footMessages } from '../messages/en/foot.ts';
import { tronMessages } from '../messages/en/tron.ts';
import { initialState } from '../opening.ts';
import type { PageEvent, Together } from '../page-state.ts';
import { deadlineOf } from '../progress/deadline.ts';
import { Deadline } from '../progress/progress.tsx';
import { COLLECTOR } from '../sample-forms.ts';
import {
  APPROVE,
  calldata,
  completed,
  connected,
  HASH,
  PAY,
  PAYEE,
  toReview,
  VIEW,
} from '../sample-states.ts';
import { UnpaidScreen } from '../unpaid/screen.tsx';
import { listedFees, readUnpaidFees } from '../unpaid/unpaid-fees.ts';
import { FOUND, firstAnswer, linkOf, type Samples, stateAt, WALLETS } from './sample.ts';

const opened = (body: object) => initialState(firstAnswer(body));
const still = () => undefined;

/** The review of an allowance and a payment, by what the wallet makes at once. */
const reviewTogether = (together: Together) => {
  const prepared: PageEvent = {
    ...{ type: 'prepared', answer: calldata([APPROVE, PAY]), check: checkCalldata, together },
  };
  return stateAt('review', [...connected, prepared]);
};
const atOnce = reviewTogether('supported');
const review = stateAt('review', toReview);

const TRON_PAYEE = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const TRON_PAYER = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const TRON = { network: 'tron', paymentCurrency: 'USDT-tron', payee: TRON_PAYEE };

function tronReview() {
  const link = linkOf({ ...VIEW, ...TRON });
  const [{ asset, amountUnits: units }] = link.payments;
  const total = [{ asset, units }];
  const [step] = review.plan.steps;
  if (step?.kind !== 'pay') throw new Error('The sample pays at once.');
  const held = [tronMessages.coin('41.2'), tronMessages.energy('0')];
  const networkFeeNote = `${tronMessages.networkFee('27.3')} ${tronMessages.held(held)}`;
  const call = { ...step.call, to: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd' };
  return {
    ...review,
    link,
    payer: { ...review.payer, address: TRON_PAYER, chainId: link.network.chainId },
    plan: {
      ...review.plan,
      networkFee: undefined,
      totals: total,
      steps: [{ ...step, call, totals: total, networkFeeMost: '27.3', networkFeeNote }],
    },
  };
}

/** A bundle of so many payments, of which the first ones are made. */
const bundleOf = (count: number, paid: number) => ({
  paymentType: 'multicall',
  children: Array.from({ length: count }, (_, at) => ({
    payee: PAYEE,
    amount: String(10 + at),
    context: { network: 'sepolia', currency: 'USDC-sepolia' },
    ...(at < paid && { blockReason: 'already_paid' }),
  })),
});
const SECOND_PART = bundleOf(40, 25);

function secondPart() {
  const link = linkOf(SECOND_PART);
  const due = link.payments.filter(({ amountUnits }) => amountUnits > 0n);
  const [first] = due;
  const [step] = review.plan.steps;
  if (first === undefined || step?.kind !== 'pay') throw new Error('Nothing is due.');
  const units = due.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  const totals = [{ asset: first.asset, units }];
  const positions = due.map((_, at) => 25 + at);
  const steps = [{ ...step, payments: due.length, positions, totals }];
  const plan = { ...review.plan, steps, totals, fees: [] };
  return { ...review, link, plan, signed: 2, spent: 'part' as const };
}

const BRANDING = {
  pageBackgroundColor: '#1f1147',
  cardBackgroundColor: '#fffaf2',
  primaryActionColor: '#c2410c',
  primaryTextColor: '#2b1a10',
  secondaryTextColor: '#6b5a4d',
  termsPath: '/branding/corner/terms.html',
  privacyPath: '/branding/corner/privacy.html',
  displayRequestBranding: true,
};

const UNPAID = [
  {
    ...{ requestId: '01', paymentReference: '0x8899aabbccddeeff', feeType: 'protocol_fee' },
    ...{ feeLabel: 'Protocol fee', feeBearer: 'payer', amount: '0.25' },
    ...{ currency: 'USDC-sepolia', recipient: COLLECTOR },
  },
];

function feesDue() {
  const unpaid = readUnpaidFees(UNPAID);
  const [step] = review.plan.steps;
  const [fee] = typeof unpaid === 'string' ? [] : unpaid.fees;
  if (typeof unpaid === 'string' || step?.kind !== 'pay' || fee === undefined)
    throw new Error('It can be paid.');
  const { asset, units } = fee;
  const steps = [{ ...step, totals: [{ asset, units }], fees: [] }];
  const plan = { steps, paid: unpaid.fees, hasEnoughBalance: true, hasEnoughGas: true };
  return { at: 'review' as const, payer: review.payer, unpaid, plan };
}

const done = stateAt('done', [
  ...toReview,
  { type: 'go' },
  { type: 'sent', hash: HASH, now: Date.parse('2026-11-29T11:58:00.000Z') },
  { type: 'viewed', answer: completed },
]);

/** The page of a shop frames this; it has a style sheet of its own. */
function framed(embedStyle: string) {
  const first = firstAnswer();
  const frame = firstFrame(first);
  const merchant = merchantOf(first);
  const deadlineMs = deadlineOf(first);
  const config = {
    ...({ mode: 'production', apiUrl: '', clientId: '', token: 'a link' } as const),
    shopOrigins: [],
  };
  return (
    <>
      <style>{embedStyle}</style>
      {merchant && <MerchantHead merchant={merchant} />}
      {deadlineMs !== undefined && <Deadline deadlineMs={deadlineMs} isLocal={false} />}
      <div id="embed" {...iconsOf(frame.link)}>
        <Frame state={frame} config={config} fragment="" onOpen={still} />
      </div>
      <footer>
        <p>{footMessages.promise}</p>
      </footer>
    </>
  );
}

/** Forms of the page that are seldom seen, by the state of the page. */
export const MORE = {
  connect: [
    {
      name: 'connect-partly-paid',
      when: 'A part was paid; the rest is due.',
      first: firstAnswer({ paidAmount: '5000000' }),
      state: stateAt('connect', [FOUND], opened({ paidAmount: '5000000' })),
    },
    {
      name: 'connect-many',
      when: 'A long bundle: the first recipients are shown, and the others by a press or a search.',
      first: firstAnswer(bundleOf(40, 0)),
      state: stateAt('connect', [FOUND], opened(bundleOf(40, 0))),
    },
    {
      name: 'connect-branded',
      when: 'The page has the colours and the terms of the partner who made the link.',
      first: firstAnswer({ branding: BRANDING }),
      state: stateAt('connect', [FOUND]),
      isMain: true,
    },
    {
      name: 'shop-frame',
      when: 'A shop shows the payment within its own page.',
      state: stateAt('connect', []),
      whole: { at: 'payable', show: framed },
      isMain: true,
    },
  ],
  mismatch: [
    {
      name: 'mismatch-expected',
      when: 'The link is not the payment that the page was opened for (`#expect=`).',
      state: { at: 'mismatch', link: review.link, problem: 'expected' },
    },
  ],
  review: [
    {
      name: 'review-safe',
      when: 'The payment is proposed to the owners of a Safe.',
      state: reviewTogether('safe'),
    },
    {
      name: 'review-at-once',
      when: 'The wallet makes an allowance and the payment by one signature.',
      state: atOnce,
    },
    {
      name: 'review-ready',
      when: 'The wallet would do that once the account is upgraded.',
      state: reviewTogether('ready'),
    },
    {
      name: 'review-tron',
      when: 'The payment is on Tron, with what its fee may be.',
      first: firstAnswer(TRON),
      state: tronReview(),
    },
    {
      name: 'review-second-part',
      when: 'A long bundle takes several transactions; one is made, and the next one is due.',
      first: firstAnswer(SECOND_PART),
      state: secondPart(),
    },
  ],
  signing: [
    {
      name: 'signing-at-once',
      when: 'A request for several calls is open in the wallet.',
      state: { ...atOnce, at: 'signing', atOnce: true },
    },
  ],
  done: [
    {
      name: 'done-unpaid',
      when: 'The payment is complete, and a fee of it is not paid.',
      state: { ...done, unpaidFees: UNPAID },
    },
    {
      name: 'done-unpaid-review',
      when: 'The unpaid fee can be signed.',
      state: done,
      screen: (frame) => (
        <UnpaidScreen
          {...{ listed: listedFees(UNPAID), problem: undefined, fees: feesDue(), frame }}
          wallets={WALLETS.map((wallet) => ({
            ...wallet,
            provider: { request: async () => null },
          }))}
          onPick={still}
          onGo={still}
          onDropped={still}
        />
      ),
    },
  ],
} as const satisfies {
  readonly [P in 'connect' | 'mismatch' | 'review' | 'signing' | 'done']: Samples<P>;
};
