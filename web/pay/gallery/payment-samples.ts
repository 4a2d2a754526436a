import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import { tronMessages } from '../messages/en/tron.ts';
import { initialState } from '../opening.ts';
import type { PageEvent, Payer } from '../page-state.ts';
import {
  approval,
  BATCH_VIEW,
  batchCall,
  COLLECTOR,
  conversionCall,
  DETAILS,
  THIEF,
  tokenCall,
  USDC,
} from '../sample-forms.ts';
import {
  APPROVE,
  calldata,
  completed,
  connected,
  HASH,
  PAY,
  PAYEE,
  prepared,
  toReview,
} from '../sample-states.ts';
import { FRESH_RATE, firstAnswer, linkOf, NOW_MS, type Samples, stateAt } from './sample.ts';

const { batch } = TRUSTED_CONTRACTS['sepolia'] ?? {};
const opened = (body: object) => initialState(firstAnswer(body));
const toPrepared = (answer: ReturnType<typeof calldata>): readonly PageEvent[] => [
  ...connected,
  prepared(answer),
];
const wholeBatch = (metadata: object = {}) => {
  const call = batchCall();
  return {
    status: 200,
    body: {
      ERC20ApprovalTransactions: [],
      batchPaymentTransaction: { ...call, value: { type: 'BigNumber', hex: call.value } },
      metadata: { hasEnoughBalance: true, hasEnoughGas: true, ...metadata },
    },
  };
};
const FEE = { percentage: '0.5', address: COLLECTOR };
const withFee = calldata([tokenCall({ fee: 62_500n, feeAddress: COLLECTOR })], {
  platformFee: FEE,
  estimatedNetworkFee: '0.0002',
  estimatedNetworkFeeUsd: '0.61',
});
const reset = approval(TRUSTED_CONTRACTS['sepolia']?.feeProxy, 0n);
const child = (amount: string, more: object = {}) => ({
  payee: DETAILS.token.recipient,
  amount,
  context: { network: 'sepolia', currency: 'USDC-sepolia' },
  ...more,
});
const BUNDLE = {
  paymentType: 'multicall',
  children: [child('3'), child('5', { blockReason: 'secure_payment_expired' })],
};
const bundled = {
  status: 200,
  body: {
    transactions: [
      approval(batch, 3_000_000n),
      batchCall({ conversion: [], native: [], value: 0n }),
    ],
    children: [{ position: 0, paymentReference: DETAILS.token.paymentReference }],
    metadata: { batchPayments: [{ transactionIndex: 1, childPositions: [0] }] },
  },
};
const allowedBundle = {
  status: 200,
  body: {
    transactions: [batchCall({ conversion: [], native: [], value: 0n })],
    children: [{ position: 0, paymentReference: DETAILS.token.paymentReference }],
    metadata: { batchPayments: [{ transactionIndex: 0, childPositions: [0] }] },
  },
};
const SETTLED_PART = {
  status: 403,
  body: {
    status: 'partially_settled',
    requestStatuses: [
      { requestId: '01a', hasBeenPaid: true, txHash: HASH },
      { requestId: '01b', hasBeenPaid: false, txHash: null },
    ],
  },
};
const OLD_RATE = {
  ...FRESH_RATE,
  conversion: {
    ...FRESH_RATE.conversion,
    rateTimestamp: '2026-11-27T12:00:00.000Z',
    isStale: true,
  },
};
const OTHER_NETWORK: PageEvent = { type: 'chain_changed', chainId: 1 };

const sentNow: readonly PageEvent[] = [
  ...toReview,
  { type: 'go' },
  { type: 'sent', hash: HASH, now: NOW_MS },
];
const review = stateAt('review', toReview);
const allowing = stateAt('review', toPrepared(calldata([APPROVE, PAY])));
const confirming = stateAt('confirming', sentNow);
const payer: Payer = review.payer;
const { link, wallets } = review;
const open = { link, wallets, payer, signed: 0 };
const short = { hasEnoughBalance: false, balance: '11070000' };
const lookAlike = `${PAYEE.slice(0, 6)}${'0'.repeat(32)}${PAYEE.slice(-4)}`;

/** From a connected wallet up to a signature. */
export const BEFORE_SIGNATURE = {
  preparing: [
    {
      name: 'preparing',
      when: 'The transaction is prepared and checked.',
      state: stateAt('preparing', connected),
    },
  ],
  mismatch: [
    {
      name: 'mismatch',
      when: 'The prepared transaction is not what the page shows.',
      state: stateAt('mismatch', toPrepared(calldata([tokenCall({ payee: THIEF })]))),
    },
  ],
  stale: [
    {
      name: 'stale',
      when: 'No exchange rate is fresh enough to pay with.',
      state: {
        ...open,
        at: 'stale',
        link: linkOf(OLD_RATE),
      },
      first: firstAnswer(OLD_RATE),
    },
  ],
  unpayable: [
    {
      name: 'unpayable-payer',
      when: 'The token refuses this wallet.',
      state: { ...open, at: 'unpayable', obstacle: 'payer' },
    },
    {
      name: 'unpayable-payee',
      when: 'The token or the network refuses the payee.',
      state: { ...open, at: 'unpayable', obstacle: [{ address: PAYEE, isFee: false }] },
    },
    {
      name: 'unpayable-own',
      when: 'The wallet is the payee itself.',
      state: { ...open, at: 'unpayable', obstacle: 'own' },
    },
  ],
  short: [
    {
      name: 'short',
      when: 'The wallet has too little of the token.',
      state: stateAt('short', toPrepared(calldata([PAY], short))),
    },
    {
      name: 'short-batch',
      when: 'The same of several payments.',
      state: stateAt(
        'short',
        toPrepared(
          wholeBatch({
            hasEnoughBalance: false,
            insufficientTokens: [
              { tokenAddress: USDC, required: '14110000', available: '9000000' },
            ],
          }),
        ),
        opened(BATCH_VIEW),
      ),
      first: firstAnswer(BATCH_VIEW),
    },
  ],
  no_gas: [
    {
      name: 'no-gas',
      when: 'The wallet has too little of the coin for the network fee.',
      state: stateAt('no_gas', toPrepared(calldata([PAY], { hasEnoughGas: false }))),
    },
  ],
  review: [
    { name: 'review', when: 'The payment can be signed.', state: review, isMain: true },
    {
      name: 'review-fee',
      when: 'A fee comes on top, and the network’s has a value in dollars.',
      state: stateAt('review', toPrepared(withFee)),
    },
    {
      name: 'review-wrong-network',
      when: 'The wallet is on another network.',
      state: stateAt('review', [...toReview, OTHER_NETWORK]),
    },
    {
      name: 'review-allow',
      when: 'The contract must first be allowed to take the token.',
      state: allowing,
    },
    {
      name: 'review-reset',
      when: 'An old allowance must first be cleared.',
      state: stateAt('review', toPrepared(calldata([reset, APPROVE, PAY]))),
    },
    {
      name: 'review-declined',
      when: 'The payer declined in the wallet.',
      state: stateAt('review', [
        ...toReview,
        { type: 'go' },
        { type: 'wallet_refused', refusal: 'declined' },
      ]),
    },
    {
      name: 'review-changed',
      when: 'The price was refreshed and has changed.',
      state: { ...review, notice: 'changed' },
    },
    {
      name: 'review-conversion',
      when: 'An invoice in another currency, with its rate and the most that leaves the wallet.',
      state: stateAt('review', toPrepared(calldata([conversionCall()])), opened(FRESH_RATE)),
      first: firstAnswer(FRESH_RATE),
    },
    {
      name: 'review-batch',
      when: 'Several recipients, paid by one transaction.',
      state: stateAt('review', toPrepared(wholeBatch()), opened(BATCH_VIEW)),
      first: firstAnswer(BATCH_VIEW),
      isMain: true,
    },
    {
      name: 'review-left-out',
      when: 'Payments of a bundle that cannot be made are left out once that is ticked.',
      state: stateAt('review', toPrepared(bundled), opened(BUNDLE)),
      first: firstAnswer(BUNDLE),
    },
    {
      name: 'review-look-alike',
      when: 'The address of the payee looks like another one that was paid before.',
      state: {
        ...review,
        plan: { ...review.plan, lookAlikes: [{ address: PAYEE, other: lookAlike, kind: 'paid' }] },
      },
    },
    {
      name: 'review-charged',
      when: 'The network charged fees for an attempt that did not pay.',
      state: { ...review, spent: 'fees', notice: 'declined' },
    },
  ],
} as const satisfies {
  readonly [P in
    | 'preparing'
    | 'mismatch'
    | 'stale'
    | 'unpayable'
    | 'short'
    | 'no_gas'
    | 'review']: Samples<P>;
};

/** From the signature to the end. */
export const AFTER_SIGNATURE = {
  switching: [
    {
      name: 'switching',
      when: 'The wallet is asked to change to the network of the payment.',
      state: stateAt('switching', [...toReview, OTHER_NETWORK, { type: 'go' }]),
    },
  ],
  signing: [
    {
      name: 'signing',
      when: 'A request is open in the wallet.',
      state: stateAt('signing', [...toReview, { type: 'go' }]),
      isMain: true,
    },
    {
      name: 'signing-allow',
      when: 'The same of an allowance.',
      state: { ...allowing, at: 'signing', atOnce: false },
    },
  ],
  approving: [
    {
      name: 'approving',
      when: 'An allowance was sent and waits for a block.',
      state: { ...allowing, at: 'approving', hash: HASH },
    },
  ],
  confirming: [
    { name: 'confirming', when: 'The payment was sent.', state: confirming, isMain: true },
    {
      name: 'confirming-counted',
      when: 'A block holds it, and more blocks are waited for.',
      state: {
        ...confirming,
        confirmations: 2,
        block: 7_000_001,
        seen: { blockNumber: 7_000_001, blocks: 3, blocksLeft: 1 },
      },
    },
    {
      name: 'confirming-replaced',
      when: 'The wallet put another transaction in its place.',
      state: { ...confirming, replaced: true },
    },
    {
      name: 'confirming-vanished',
      when: 'The network took the block back.',
      state: { ...confirming, vanished: true },
    },
    {
      name: 'confirming-lost',
      when: 'No node has had the transaction for long.',
      state: { ...confirming, lost: true },
    },
    {
      name: 'confirming-offline',
      when: 'The payment service does not answer meanwhile.',
      state: { ...confirming, offline: true },
    },
    {
      name: 'confirming-refused',
      when: 'The network refused what the page relayed, as on Tron.',
      state: {
        ...confirming,
        relay: {
          isTaken: false,
          title: tronMessages.refusedTitle,
          text: tronMessages.refused('CONTRACT_EXE_ERROR', '12:10'),
        },
      },
    },
  ],
  reverted: [
    {
      name: 'reverted',
      when: 'The network refused the payment and took its fee.',
      state: stateAt('reverted', [...sentNow, { type: 'payment_reverted', hash: HASH }]),
    },
  ],
  done: [
    {
      name: 'done',
      when: 'The payment is complete, and this browser made it.',
      state: stateAt('done', [...sentNow, { type: 'viewed', answer: completed }]),
      isMain: true,
    },
    {
      name: 'done-elsewhere',
      when: 'The payment is complete, and this browser knows nothing of it.',
      state: stateAt('done', [], initialState(completed)),
      first: firstAnswer({ status: 'completed' }, 409),
    },
    {
      name: 'done-partly',
      when: 'Only some payments of a bundle were made.',
      state: stateAt(
        'done',
        [
          ...toPrepared(allowedBundle),
          { type: 'go' },
          { type: 'sent', hash: HASH, now: NOW_MS },
          { type: 'viewed', answer: SETTLED_PART },
        ],
        opened(BUNDLE),
      ),
      first: firstAnswer(BUNDLE),
    },
  ],
} as const satisfies {
  readonly [P in
    | 'switching'
    | 'signing'
    | 'approving'
    | 'confirming'
    | 'reverted'
    | 'done']: Samples<P>;
};
