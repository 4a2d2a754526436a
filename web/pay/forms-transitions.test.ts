import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { checkCalldata } from './check-calldata.ts';
import { initialState } from './opening.ts';
import type { PageEvent, PageState, Together } from './page-state.ts';
import {
  approval,
  batchCall,
  CONVERSION_VIEW,
  conversionCall,
  DETAILS,
  FEE_REFERENCE,
  tokenCall,
} from './sample-forms.ts';
import { completed, connected, HASH, PAYEE, prepared, VIEW, walk } from './sample-states.ts';

const COLLECTOR = '0x2222222222222222222222222222222222222222';
const agreed = {
  type: 'protocol_fee',
  label: 'Protocol fee',
  feeBearer: 'payer',
  percentageBps: 100,
  calculatedAmountUsd: '0.125',
  destinationRef: { evmAddress: COLLECTOR },
};
const fixture = {
  feeType: 'protocol_fee',
  feeBearer: 'payer',
  amount: '0.125',
  recipient: COLLECTOR,
  paymentReference: FEE_REFERENCE,
};
const fee = tokenCall({ payee: COLLECTOR, amount: 125_000n, reference: FEE_REFERENCE });

const open = (view: object) => initialState({ status: 200, body: view });
const sent: PageEvent = { type: 'sent', hash: HASH, now: 5 };
const declined: PageEvent = { type: 'wallet_refused', refusal: 'declined' };
const go: PageEvent = { type: 'go' };

describe('a payment with a fee that is paid by itself', () => {
  const view = { ...VIEW, feePlan: { fees: [agreed] } };
  const answer: Answer = {
    status: 200,
    body: {
      transactions: [tokenCall(), fee],
      feeBundle: { fees: [fixture] },
      metadata: { paymentTransactionIndex: 0 },
    },
  };
  const toReview = (together?: Together): PageState =>
    walk(open(view), [...connected, { type: 'prepared', answer, check: checkCalldata, together }]);

  it('is sent first, and its fee can be declined and signed again', () => {
    const left = walk(toReview(), [go, sent]);
    expect(left).toMatchObject({
      at: 'review',
      signed: 1,
      sent: { hash: HASH },
      // The bill is of what is left, not of the whole.
      plan: {
        steps: [{ kind: 'fee' }],
        fees: [{ units: 125_000n }],
        totals: [{ units: 125_000n }],
        networkFee: undefined,
      },
      spent: 'part',
    });
    const again = walk(left, [go, declined]);
    expect(again).toMatchObject({ at: 'review', notice: 'declined', sent: { hash: HASH } });
    const done = walk(again, [go, { type: 'sent', hash: `${HASH}f`, now: 6 }]);
    expect(done).toMatchObject({ at: 'confirming', sent: { hash: HASH, at: 5 } });
  });

  it('stays where the fee is signed although the payment has settled', () => {
    const left = walk(toReview(), [go, sent]);
    const events: PageEvent[] = [
      { type: 'viewed', answer: completed },
      { type: 'account_changed', address: PAYEE },
      { type: 'other_wallet' },
    ];
    expect(walk(left, events)).toEqual(left);
  });

  it('is signed at once where the wallet offers it, and only then', () => {
    expect(walk(toReview('supported'), [go])).toMatchObject({ at: 'signing', atOnce: true });
    expect(walk(toReview('supported'), [go, sent])).toMatchObject({ at: 'confirming' });
    expect(walk(toReview('ready'), [go])).toMatchObject({ atOnce: false });
    expect(walk(toReview('ready'), [{ type: 'go', atOnce: true }])).toMatchObject({ atOnce: true });
    expect(walk(toReview(), [{ type: 'go', atOnce: true }])).toMatchObject({ atOnce: false });
  });

  it('needs no coins where the operator may pay the fee, whatever the wallet then asks', () => {
    const metadata = { hasEnoughGas: false };
    const answer = { status: 200, body: { transactions: [tokenCall()], metadata } };
    const ready = (together: Together) =>
      walk(open(VIEW), [
        ...connected,
        { type: 'prepared', answer, check: checkCalldata, together },
      ]);
    expect(ready('supported')).toMatchObject({ at: 'no_gas' });
    expect(ready('sponsored')).toMatchObject({ at: 'review', together: 'sponsored' });
    expect(walk(ready('sponsored'), [go])).toMatchObject({ at: 'signing', atOnce: true });
    expect(walk(ready('sponsored'), [go, declined, go])).toMatchObject({ atOnce: false });
  });

  it('is signed at once still where a part of the page did not load, so that no wallet refused', () => {
    const unloaded = { type: 'wallet_refused', refusal: 'unloaded' } as const;
    const back = walk(toReview('supported'), [go, unloaded]);
    expect(back).toMatchObject({ at: 'review', notice: 'unloaded', together: 'supported' });
    expect(walk(back, [go])).toMatchObject({ at: 'signing', atOnce: true });
  });

  it('is signed one by one after the wallet refused all at once', () => {
    const refused = walk(toReview('supported'), [go, declined]);
    expect(refused).toMatchObject({ at: 'review', notice: 'declined', together: undefined });
    expect(walk(refused, [go])).toMatchObject({ at: 'signing', atOnce: false });
  });
});

describe('a conversion', () => {
  const calls = [approval('0xaD61121DAfAAe495095Cd466022b519Cb7503a4E', 11_110_000n)];
  const answer = (maxToSpend = 11_110_000n): Answer => ({
    status: 200,
    body: {
      transactions: [...calls, conversionCall({ maxToSpend })],
      metadata: { paymentTransactionIndex: 1 },
    },
  });
  const review = walk(open(CONVERSION_VIEW), [...connected, prepared(answer())]);
  const moved = {
    ...CONVERSION_VIEW,
    amount: '10800000',
    conversion: { ...CONVERSION_VIEW.conversion, maxAmount: '10908000' },
  };

  it('follows the rate while the payer reads', () => {
    expect(review.at).toBe('review');
    const requoted = walk(review, [
      {
        type: 'requoted',
        answer: answer(10_908_000n),
        check: checkCalldata,
        view: { status: 200, body: moved },
      },
    ]);
    expect(requoted).toMatchObject({
      at: 'review',
      link: { payments: [{ amountUnits: 10_800_000n }] },
      plan: { totals: [{ units: 10_908_000n }] },
    });
  });

  it('keeps what is shown while the API does not answer', () => {
    const answers: Answer[] = [0, 429, 503].map((status) => ({ status, body: undefined }));
    for (const down of answers) {
      const event: PageEvent = { type: 'requoted', answer: down, check: checkCalldata };
      expect(walk(review, [event])).toBe(review);
    }
  });

  it.each(['rate_too_old', 'rate_not_available'])('waits for a fresh rate: %s', (code) => {
    const stale = walk(open(CONVERSION_VIEW), [
      ...connected,
      prepared({ status: 400, body: { code } }),
    ]);
    expect(stale.at).toBe('stale');
    expect(walk(stale, [{ type: 'refresh' }, prepared(answer())]).at).toBe('review');
  });

  it('shows the newest rate before a wallet is chosen', () => {
    const state = walk(open(CONVERSION_VIEW), [
      { type: 'viewed', answer: { status: 200, body: moved } },
    ]);
    expect(state).toMatchObject({ link: { payments: [{ amountUnits: 10_800_000n }] } });
  });
});

describe('a bundle', () => {
  const child = (position: number, blockReason: string | null) => ({
    position,
    payee: PAYEE,
    amount: '5',
    blockReason,
    context: { network: 'sepolia', currency: 'USDC-sepolia' },
    feePlan: null,
  });
  const bundle = (...reasons: (string | null)[]) => ({
    paymentType: 'multicall',
    children: reasons.map((reason, position) => child(position, reason)),
  });

  it('warns while all that is left waits for confirmations', () => {
    const state = open(bundle('already_paid', 'request_processing'));
    expect(state).toMatchObject({ at: 'connect', notice: 'seen' });
  });

  it('has ended where the links of all that is left have, also while the payer reads', () => {
    const dead = bundle('already_paid', 'secure_payment_not_pending');
    expect(open(dead).at).toBe('closed');
    const answered = (requestStatuses: readonly object[]) =>
      prepared({
        status: 403,
        body: { code: 'multicall_payout_not_executable', status: 'pending', requestStatuses },
      });
    const asked = (...statuses: readonly object[]) =>
      walk(open(bundle(null, null)), [...connected, answered(statuses)]);
    const [paid, left] = [
      { hasBeenPaid: true, txHash: HASH },
      { hasBeenPaid: false, txHash: null },
    ];
    expect(asked(paid, left).at).toBe('closed');
    expect(asked(paid, { ...left, txHash: HASH })).toMatchObject({ notice: 'seen' });
  });

  it('cannot be paid here where its children are on several networks', () => {
    const [one, other] = bundle(null, null).children;
    const context = { network: 'base', currency: 'USDC-base' };
    const view = { paymentType: 'multicall', children: [one, { ...other, context }] };
    expect(open(view).at).toBe('unsupported');
    // A child of another network may be due again while the payer is about to be shown what to sign.
    const now = { ...view, canExecute: false };
    const refusal = { status: 400, body: { code: 'source_chain_required' } };
    const came = walk(open(bundle(null, null)), [
      ...connected,
      {
        type: 'prepared',
        answer: refusal,
        check: checkCalldata,
        view: { status: 200, body: now },
      },
    ]);
    expect(came).toEqual({ at: 'unsupported', body: now });
  });

  it('of several transactions is never signed at once: together they would be too large', () => {
    const view = bundle(null, null);
    const reference = (position: number) => `0x000000000000000${position + 1}` as const;
    const calls = [0, 1].map((position) =>
      batchCall({
        conversion: [],
        native: [],
        value: 0n,
        token: [
          {
            ...DETAILS.token,
            recipient: PAYEE,
            amount: 5_000_000n,
            paymentReference: reference(position),
          },
        ],
      }),
    );
    const body = {
      transactions: calls,
      children: [0, 1].map((position) => ({ position, paymentReference: reference(position) })),
      metadata: {
        batchPayments: [0, 1].map((position) => ({
          transactionIndex: position,
          childPositions: [position],
        })),
      },
    };
    const review = walk(open(view), [
      ...connected,
      {
        type: 'prepared',
        answer: { status: 200, body },
        check: checkCalldata,
        together: 'supported',
      },
      go,
    ]);
    expect(review).toMatchObject({ at: 'signing', atOnce: false });
    // The first is awaited like an allowance; what is left is then prepared anew.
    expect(walk(review, [sent])).toMatchObject({ at: 'approving', hash: HASH });
  });

  it('ends also where a part of it can no longer be paid', () => {
    const confirming = walk(open(VIEW), [
      ...connected,
      prepared({ status: 200, body: { transactions: [tokenCall()] } }),
      go,
      sent,
    ]);
    expect(confirming.at).toBe('confirming');
    const answer: Answer = { status: 403, body: { status: 'partially_settled' } };
    expect(walk(confirming, [{ type: 'viewed', answer }]).at).toBe('done');
  });
});
