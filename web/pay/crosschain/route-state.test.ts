import { describe, expect, it } from 'vitest';
import type { ShownIntent } from './payment-intents.ts';
import {
  followOf,
  nextRoute,
  nextStep,
  type RouteEvent,
  type RouteQuote,
  type RouteState,
  shownIntent,
} from './route-state.ts';
import type { SentRoute } from './sent-route.ts';
import { findSource } from './source-options.ts';

const source = findSource('ARBITRUM', 'USDC');
if (source === undefined) throw new Error('the page has no USDC on Arbitrum');

const call = { to: '0x', data: '0x', value: '0x0' };
const approval = { kind: 'approve', call, asset: source.asset, units: 9n, spender: '0x' } as const;
const pay = { kind: 'pay', call, payments: 1, positions: [0], totals: [], fees: [] } as const;

const quote: RouteQuote = {
  source,
  plan: {
    kind: 'ok',
    source,
    steps: [approval, pay],
    sourceUnits: 9n,
    routeUnits: 9n,
    paidUnits: 8n,
    costUnits: 1n,
    routeFees: [],
    swap: undefined,
    deadline: 0,
    fillDeadline: 0,
    mainUnits: 8n,
    fees: [],
    totals: [],
    contractFees: [],
    paymentReference: '0x00',
    lookAlikes: [],
    hasEnoughBalance: true,
    hasEnoughGas: true,
    shortages: [],
    networkFee: undefined,
  },
  expiresAt: 1,
  durationS: undefined,
  step: {},
};

const sent: SentRoute = {
  hash: `0x${'ab'.repeat(32)}`,
  at: 1,
  walletId: 'wallet',
  chain: 'ARBITRUM',
  token: 'USDC',
  networkId: 'arbitrum-one',
  payer: '0x',
  isRecorded: false,
  view: {},
};

const applyTo = (state: RouteState, ...events: RouteEvent[]) => events.reduce(nextRoute, state);
const review: RouteState = { at: 'review', quote };
const intentOf = (changes: Partial<ShownIntent>): ShownIntent => ({
  id: '1',
  status: 'recorded',
  networkId: 'base',
  hash: undefined,
  recordedAt: 0,
  deadlineAt: undefined,
  fillHash: undefined,
  refundHash: undefined,
  ...changes,
});

describe('paying from another network', () => {
  it('goes from the choice to the review, and after the approval to the payment itself', () => {
    const choose = applyTo({ at: 'loading' }, { type: 'options_read', options: [] });
    expect(choose.at).toBe('choose');
    const reviewed = applyTo(choose, { type: 'picked', source }, { type: 'quoted', quote });
    expect(reviewed).toMatchObject({ at: 'review', quote });
    const work = { doing: 'approving', hash: sent.hash } as const;
    const approved = applyTo(reviewed, { type: 'began', work }, { type: 'approved', opens: true });
    if (approved.at !== 'review') throw new Error(approved.at);
    expect(nextStep(approved.quote)).toEqual(pay);
    expect(approved.opens).toBe(true);
    const declined = applyTo(approved, { type: 'stopped', notice: 'declined' });
    expect(declined).not.toHaveProperty('opens');
  });

  it('comes back to the choice with the reason where no route can be prepared', () => {
    const refused = applyTo(
      { at: 'quoting', source },
      { type: 'refused', notice: 'provider_away' },
    );
    expect(applyTo(refused, { type: 'options_read', options: [] })).toEqual({
      at: 'choose',
      options: [],
      sources: [],
      notice: 'provider_away',
    });
  });

  it('keeps the review, and nothing to sign in it, where a price cannot be refreshed', () => {
    expect(applyTo(review, { type: 'refused', notice: 'provider_away' })).toEqual({
      ...review,
      notice: 'provider_away',
      isExpired: true,
    });
  });

  it('never leaves an open request of the wallet for the choice', () => {
    const signing = applyTo(review, { type: 'began', work: { doing: 'signing' } });
    expect(applyTo(signing, { type: 'choose' })).toBe(signing);
    expect(applyTo(signing, { type: 'stopped', notice: 'declined' })).toEqual({
      ...review,
      notice: 'declined',
    });
  });

  it('shows nothing to sign after calldata that differs, whatever comes then', () => {
    const stopped = applyTo(review, { type: 'mismatched', problem: 'receiver' });
    expect(applyTo(stopped, { type: 'quoted', quote }, { type: 'approved' })).toBe(stopped);
  });

  it('is followed once it was sent, and not reviewed again', () => {
    const followed = applyTo(review, { type: 'sent', sent });
    expect(followed).toEqual(followOf(sent, []));
    const later = applyTo(
      followed,
      { type: 'quoted', quote },
      { type: 'recorded' },
      { type: 'source_read', word: 'mined' },
      { type: 'unanswered' },
    );
    expect(later).toMatchObject({ word: 'mined', isOffline: true, sent: { isRecorded: true } });
    const answered = applyTo(later, { type: 'intents_read', intents: [] });
    expect(answered).toMatchObject({ isOffline: false });
  });

  it('has the fees of the payment signed after it, and is followed then', () => {
    const fee = {
      asset: source.asset,
      units: 1n,
      label: 'Fee',
      percentage: undefined,
      address: '0x',
      bearer: 'payer',
    } as const;
    const feeStep = { kind: 'fee', call, fee, totals: [] } as const;
    const paying = { ...quote, plan: { ...quote.plan, steps: [pay, feeStep] } };
    const left = applyTo({ at: 'review', quote: paying }, { type: 'sent', sent, quote: paying });
    if (left.at !== 'review') throw new Error(left.at);
    expect(nextStep(left.quote)).toEqual(feeStep);
    const declined = applyTo(
      left,
      { type: 'began', work: { doing: 'signing' } },
      { type: 'stopped', notice: 'declined' },
    );
    expect(declined).toEqual({ ...left, notice: 'declined' });
    expect(applyTo(declined, { type: 'fee_sent' })).toEqual(followOf(sent, []));
  });

  it('shows the intent of what this browser sent, however its hash is written', () => {
    const other = intentOf({ id: 'other', hash: `0x${'cd'.repeat(32)}` });
    const own = intentOf({ id: 'own', hash: sent.hash.toUpperCase().replace('0X', '0x') });
    expect(shownIntent(followOf(sent, [other, own]))).toBe(own);
    expect(shownIntent(followOf(sent, [other]))).toBeUndefined();
  });

  it('shows on another device the newest payment that may still arrive, else the newest', () => {
    const failed = intentOf({ id: 'failed', status: 'refunded' });
    const open = intentOf({ id: 'open', status: 'source_seen' });
    expect(shownIntent(followOf(undefined, [failed, open]))).toBe(open);
    expect(shownIntent(followOf(undefined, [failed]))).toBe(failed);
  });
});
