import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { isTakenBack } from './on-network.ts';
import { initialState } from './opening.ts';
import type { PageEvent } from './page-state.ts';
import { progressOfPayments } from './payment-progress.ts';
import { BATCH_VIEW } from './sample-forms.ts';
import {
  completed,
  HASH,
  PAYEE,
  toConfirming,
  toReview,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-states.ts';
import { nextState } from './transitions.ts';

const SENT = { hash: HASH, at: 1, walletId: WALLET.id };
const DEPTH = { blockNumber: 123, until: 'depth', blocks: 10, blocksLeft: 7 };
const answer = (answer: Answer): PageEvent => ({ type: 'viewed', answer });
const seenWith = (awaits: unknown) =>
  answer({
    status: 200,
    body: { ...VIEW, requestStatuses: [{ txHash: HASH, hasBeenPaid: false, awaits }] },
  });
const gone = answer(viewed);

describe('a payment that was seen from elsewhere', () => {
  const open = initialState(viewed);

  it('is shown with its block and its missing confirmations, block by block', () => {
    const at = (left: number) => seenWith({ ...DEPTH, blocksLeft: left });
    const seen = { blockNumber: 123, blocks: 10, blocksLeft: 7 };
    expect(walk(open, [at(7)])).toMatchObject({ at: 'connect', notice: seen });
    expect(walk(open, [...toReview, at(7), at(6)])).toMatchObject({
      at: 'review',
      notice: { ...seen, blocksLeft: 6 },
    });
  });

  it.each(['safe', 'finalized'])('may wait for the word of its network: %s', (until) => {
    const word = { blockNumber: 5, until, blocks: null, blocksLeft: null };
    expect(walk(open, [seenWith(word)])).toMatchObject({ notice: { blockNumber: 5 } });
    expect(walk(open, [seenWith(word)])).not.toHaveProperty('notice.blocks');
  });

  it.each([[null], ['soon'], [{ blockNumber: 'high' }]])(
    'is shown without more where the API returns %j for it',
    (awaits) => {
      expect(walk(open, [seenWith(awaits)])).toMatchObject({ notice: 'seen' });
    },
  );

  it('is notified of a batch as well, whose newest transaction decides', () => {
    const batch = (...waiting: readonly object[]) =>
      answer({
        status: 200,
        body: {
          ...BATCH_VIEW,
          requestStatuses: [
            { txHash: HASH, hasBeenPaid: true, awaits: null },
            ...waiting.map((awaits) => ({ txHash: HASH, hasBeenPaid: false, awaits })),
          ],
        },
      });
    const state = initialState({ status: 200, body: BATCH_VIEW });
    const newer = { ...DEPTH, blockNumber: 125, blocksLeft: 9 };
    expect(walk(state, [batch(DEPTH)])).toMatchObject({ notice: { blockNumber: 123 } });
    expect(walk(state, [batch(DEPTH, newer)])).toMatchObject({
      notice: { blockNumber: 125, blocksLeft: 9 },
    });
    expect(walk(state, [batch()])).not.toHaveProperty('notice');
  });

  it('is notified of a bundle only while nothing else of it is due', () => {
    const child = (blockReason: string | null) => ({
      amount: '3',
      payee: PAYEE,
      blockReason,
      executable: blockReason === null,
      context: { network: 'sepolia', currency: 'USDC-sepolia' },
    });
    const bundle = (second: string | null, isPaid = false): Answer => ({
      status: 200,
      body: {
        paymentType: 'multicall',
        canExecute: second === null,
        children: [child('request_processing'), child(second)],
        requestStatuses: [
          { txHash: HASH, hasBeenPaid: isPaid, awaits: isPaid ? null : DEPTH },
          { txHash: null, hasBeenPaid: false, awaits: null },
        ],
      },
    });
    const part = initialState(bundle(null));
    expect(part).not.toHaveProperty('notice');
    expect(walk(part, [answer(bundle(null))])).not.toHaveProperty('notice');
    expect(walk(part, [answer(bundle('request_processing'))])).toMatchObject({
      link: { payments: [{}, { amountUnits: 0n }] },
      notice: { blockNumber: 123, blocksLeft: 7 },
    });
    const confirming = walk(part, [
      { type: 'remembered', memory: { sent: SENT, view: bundle(null).body } },
      answer(bundle('request_processing')),
    ]);
    expect(confirming).toMatchObject({ at: 'confirming', seen: { blocks: 10, blocksLeft: 7 } });
  });

  it('is shown as gone once the network has it no more, and as seen once it has it again', () => {
    const unseen = walk(open, [seenWith(DEPTH), gone]);
    expect(unseen).toMatchObject({ at: 'connect', notice: 'unseen' });
    expect(walk(unseen, [gone])).toMatchObject({ notice: 'unseen' });
    expect(walk(unseen, [seenWith(DEPTH)])).toMatchObject({ notice: { blockNumber: 123 } });
  });

  it('does not push aside what the wallet has said', () => {
    const declined: PageEvent = { type: 'wallet_refused', refusal: 'declined' };
    expect(walk(open, [...toReview, { type: 'go' }, declined, seenWith(DEPTH)])).toMatchObject({
      notice: 'declined',
    });
  });
});

describe('a payment that was sent from here', () => {
  const confirming = walk(initialState(viewed), toConfirming);
  const mined: PageEvent = { type: 'payment_mined', confirmations: 2, block: 123 };

  it('is shown with what the API has seen of it, also while the API is away', () => {
    const away = answer({ status: 0, body: null });
    expect(walk(confirming, [seenWith(DEPTH), away])).toMatchObject({
      offline: true,
      seen: { blocksLeft: 7 },
    });
  });

  it('is shown as gone by the wallet or by the API, and waits until a block has it again', () => {
    const vanished = { at: 'confirming', vanished: true, confirmations: undefined };
    const byWallet = walk(confirming, [mined, { type: 'vanished' }]);
    expect(byWallet).toMatchObject({ ...vanished, block: undefined, seen: undefined });
    expect(walk(confirming, [mined, seenWith(DEPTH), gone])).toMatchObject(vanished);
    expect(walk(byWallet, [mined])).toMatchObject({ vanished: false, block: 123 });
  });

  it('may be made again once it is lost too', () => {
    expect(
      walk(confirming, [{ type: 'vanished' }, { type: 'lost' }, { type: 'start_over' }]),
    ).toMatchObject({ at: 'preparing', notice: 'unmined' });
  });
});

describe('the receipt', () => {
  const milestone = { blockNumber: 123, at: '2026-01-02T03:00:00.000Z' };
  const paid = (milestones: object): Answer => ({
    status: 409,
    body: {
      status: 'completed',
      requestStatuses: [{ txHash: HASH, hasBeenPaid: true, seen: milestone, ...milestones }],
    },
  });
  const done = walk(initialState(viewed), [...toConfirming, answer(paid({ finalized: null }))]);

  it('takes over how far the payment got, and keeps the bill', () => {
    const final = walk(done, [answer(paid({ confirmed: milestone, finalized: milestone }))]);
    expect(final).toMatchObject({
      at: 'done',
      statuses: [{ finalized: milestone }],
      link: { payments: [{ amountUnits: 12_500_000n }] },
    });
    expect(walk(final, [answer({ status: 503, body: null })])).toBe(final);
  });

  it('ends where the network takes the payment back: the link can be paid again', () => {
    const back = walk(done, [gone]);
    expect(back).toMatchObject({ at: 'connect', notice: 'taken_back', link: { kind: 'single' } });
    expect(isTakenBack(back)).toBe(true);
    expect(walk(done, [seenWith(DEPTH)])).toMatchObject({
      notice: { blockNumber: 123, again: true },
    });
    expect(walk(back, [seenWith(DEPTH)])).toMatchObject({ notice: { again: true } });
  });

  it('of a bundle that was paid in part is still shown too', () => {
    const { body } = paid({ confirmed: milestone, finalized: milestone });
    const partly = answer({ status: 403, body: { ...Object(body), status: 'partially_settled' } });
    expect(walk(done, [partly])).toMatchObject({
      at: 'done',
      statuses: [{ finalized: milestone }],
    });
  });

  it('that ends after the deadline shows why the link is not paid', () => {
    const expired: Answer = { status: 403, body: { status: 'expired' } };
    expect(walk(done, [answer(expired)])).toMatchObject({ at: 'expired', takenBack: true });
  });

  it('that ends in the browser that paid leads on to following the payment', () => {
    const memory = { sent: { hash: HASH, at: 5, walletId: WALLET.id }, view: VIEW };
    const back = walk(done, [gone, { type: 'remembered', memory }]);
    expect(back).toMatchObject({ at: 'confirming', vanished: true, sent: { hash: HASH } });
    const again = walk(done, [seenWith(DEPTH), { type: 'remembered', memory }]);
    expect(again).toMatchObject({ at: 'confirming', vanished: false, seen: { blockNumber: 123 } });
  });

  it('of an API without milestones stays unchanged', () => {
    const old = nextState(initialState(completed), answer(completed));
    expect(old).toMatchObject({ at: 'done', hash: HASH });
    expect(progressOfPayments(old.at === 'done' ? old.statuses : [])).toEqual([]);
  });
});

describe('how the transactions of a link stand', () => {
  const milestone = (blockNumber: number) => ({ blockNumber, at: '2026-01-02T03:00:00.000Z' });
  const status = (txHash: string | null, more: object = {}) => ({
    txHash,
    hasBeenPaid: true,
    seen: milestone(7),
    confirmed: null,
    finalized: null,
    ...more,
  });

  it('is reported once for each that paid something', () => {
    const at = Date.parse('2026-01-02T03:00:00.000Z');
    expect(
      progressOfPayments([
        status('0x1', { confirmed: milestone(9) }),
        status('0x1', { confirmed: milestone(9) }),
        status('0x2'),
        status('0x3', { hasBeenPaid: false }),
        status(null),
      ]),
    ).toEqual([
      { hash: '0x1', seen: { blockNumber: 7, at }, confirmed: { blockNumber: 9, at } },
      { hash: '0x2', seen: { blockNumber: 7, at } },
    ]);
  });

  it('is left out where it cannot be read', () => {
    expect(progressOfPayments('nonsense')).toEqual([]);
    expect(progressOfPayments([status('0x1', { seen: { blockNumber: 1.5, at: 'x' } }), 7])).toEqual(
      [],
    );
  });
});
