import { describe, expect, it } from 'vitest';
import type { PageEvent, PageState } from './page-state.ts';
import {
  SAMPLE,
  SAMPLE_TOTAL_UNITS,
  sampleAllowance,
  sampleApproval,
  sampleBody,
  sampleContractOf,
  samplePermit,
  sampleValues,
} from './sample-schedule.ts';
import { readSchedule } from './schedule.ts';
import { initialState, nextState } from './transitions.ts';

const TOKEN = '01K8Z3N5T7V9X1B3D5F7H9J1M3';
const WALLET = { id: 'w', name: 'Rabbit Wallet', icon: undefined };
const nowS = SAMPLE.firstAt - 1_000;
const viewed = (more: Readonly<Record<string, unknown>> = {}, status = 200): PageEvent => {
  const body = sampleBody(more);
  const schedule = status === 200 ? readSchedule(body, sampleContractOf) : undefined;
  return { type: 'viewed', answer: { status, body }, schedule, nowS };
};
const allowance = (more: Readonly<Record<string, unknown>>) => ({
  allowance: sampleAllowance(more),
});
const picked: PageEvent = { type: 'wallet_picked', wallet: WALLET };
const connected = (address: string = SAMPLE.payer): PageEvent => ({
  type: 'connected',
  address,
  nowS,
});
const go: PageEvent = { type: 'go' };
const mined: PageEvent = { type: 'mined' };
const sent: PageEvent = { type: 'sent', hash: '0x12' };
const saved = (status: number): PageEvent => ({ type: 'saved', answer: { status, body: {} } });
const failed = (notice: 'declined' | 'reverted'): PageEvent => ({ type: 'failed', notice });
const reach = (...events: readonly PageEvent[]): PageState =>
  events.reduce(nextState, initialState(TOKEN));

describe('opening', () => {
  it('leads to the schedule, or says why not', () => {
    expect(initialState('')).toMatchObject({ at: 'empty' });
    expect(initialState('nonsense')).toMatchObject({ at: 'unknown' });
    expect(reach(viewed())).toMatchObject({ at: 'connect', purpose: 'begin' });
    expect(reach(viewed({ status: 'active' }))).toMatchObject({ at: 'going' });
    expect(reach(viewed({}, 404))).toMatchObject({ at: 'unknown' });
    expect(reach(viewed({ network: 'tron' }))).toMatchObject({ at: 'unsupported' });
    expect(reach(viewed({}, 503))).toMatchObject({ at: 'unreachable', waitS: 2, tries: 1 });
    expect(reach(viewed({}, 429))).toMatchObject({ at: 'limited' });
    expect(reach(viewed({}, 0), { type: 'retry' }, viewed())).toMatchObject({ at: 'connect' });
  });
});

describe('signing', () => {
  const review = [viewed(), picked, connected()];

  it('takes the account that pays and no other', () => {
    const other = '0x1111111111111111111111111111111111111111';
    expect(reach(viewed(), picked, connected(other))).toMatchObject({
      at: 'connect',
      notice: 'other_account',
    });
    expect(reach(...review)).toMatchObject({
      at: 'review',
      approvals: [{ units: SAMPLE_TOTAL_UNITS }],
    });
  });

  it('allows first, reads again, then signs and goes on', () => {
    const nothing = viewed(allowance({ transactions: [] }));
    const approved = [...review, go, sent];
    expect(reach(...approved)).toMatchObject({ at: 'approved', hash: '0x12' });
    expect(reach(...approved, mined)).toMatchObject({ at: 'reading' });
    expect(reach(...approved, mined, nothing)).toMatchObject({
      at: 'review',
      approvals: [],
      signed: 1,
    });
    // The API may not have read the block yet.
    expect(reach(...approved, mined, viewed())).toMatchObject({ at: 'review', approvals: [] });
    const signing = [...approved, mined, nothing, go];
    expect(reach(...signing)).toMatchObject({ at: 'signing' });
    expect(reach(...signing, saved(201))).toMatchObject({
      at: 'going',
      schedule: { status: 'active' },
    });
  });

  it('clears the allowance of a token that demands it first', () => {
    const both = [sampleApproval(0n), sampleApproval(SAMPLE_TOTAL_UNITS)];
    const state = reach(viewed(allowance({ transactions: both })), picked, connected());
    expect(state).toMatchObject({ at: 'review', approvals: [{ units: 0n }, {}] });
    const cleared = [go, sent, mined, viewed()].reduce(nextState, state);
    expect(cleared).toMatchObject({ at: 'review', approvals: [{ units: SAMPLE_TOTAL_UNITS }] });
  });

  it('has no way on where something differs from what is shown', () => {
    const values = sampleValues({ recipient: SAMPLE.payer });
    const state = reach(
      viewed({ recurringPaymentPermit: samplePermit(values) }),
      picked,
      connected(),
    );
    expect(state).toMatchObject({ at: 'untrusted', problem: 'payee' });
    const approval = viewed(allowance({ transactions: [sampleApproval(2n ** 256n - 1n)] }));
    expect(reach(approval, picked, connected())).toMatchObject({ problem: 'approval' });
    for (const event of [go, sent, mined, saved(201)]) expect(nextState(state, event)).toBe(state);
    // Also where it differs only once the allowance is set.
    const late = viewed({ recurringPaymentPermit: samplePermit(values) });
    expect(reach(...review, go, sent, mined, late)).toMatchObject({ at: 'untrusted' });
  });

  it('comes back with what the wallet, the network or the API said', () => {
    expect(reach(...review, go, failed('declined'))).toMatchObject({
      at: 'review',
      notice: 'declined',
    });
    expect(reach(...review, go, sent, failed('reverted'))).toMatchObject({
      at: 'review',
      notice: 'reverted',
    });
    const signing = [viewed(allowance({ transactions: [] })), picked, connected(), go];
    expect(reach(...signing, saved(400))).toMatchObject({ at: 'review', notice: 'not_accepted' });
    expect(reach(...signing, saved(0))).toMatchObject({ at: 'review', notice: 'unreachable' });
    expect(reach(...signing, { type: 'back' })).toMatchObject({ at: 'review' });
  });

  it('shows a schedule that began elsewhere meanwhile as it goes', () => {
    const state = reach(...review, go, sent, mined, viewed({ status: 'active' }));
    expect(state).toMatchObject({ at: 'going', schedule: { status: 'active' } });
  });
});

describe('allowing what is missing', () => {
  const rest = SAMPLE_TOTAL_UNITS;
  const lacking = viewed({
    status: 'paused',
    ...allowance({ transactions: [sampleApproval(rest)] }),
  });

  it('leads through the same checks, and back to the schedule as it goes', () => {
    const review = reach(lacking, { type: 'allow' }, picked, connected());
    expect(review).toMatchObject({ at: 'review', approvals: [{ units: rest }], permit: undefined });
    const done = [go, sent, mined, lacking].reduce(nextState, review);
    expect(done).toMatchObject({ at: 'going' });
    const more = allowance({ transactions: [sampleApproval(rest + 1n)] });
    const wrong = reach(
      viewed({ status: 'paused', ...more }),
      { type: 'allow' },
      picked,
      connected(),
    );
    expect(wrong).toMatchObject({ at: 'untrusted', problem: 'approval' });
  });

  it('is not offered where enough is allowed, or nothing is to be paid', () => {
    for (const more of [
      { status: 'active', ...allowance({ transactions: [] }) },
      { status: 'cancelled' },
    ]) {
      const state = reach(viewed(more));
      expect(nextState(state, { type: 'allow' })).toBe(state);
    }
  });
});

describe('stopping', () => {
  const active = [viewed({ status: 'active' }), { type: 'stop' }, picked, connected()] as const;
  const lowering = allowance({ loweringTransactions: [sampleApproval(0n)] });
  const measured = (more: Readonly<Record<string, unknown>>, allowanceUnits = 500n): PageEvent => ({
    type: 'measured',
    allowanceUnits,
    schedule: readSchedule(sampleBody({ status: 'cancelled', ...more }), sampleContractOf),
  });

  it('is signed, then the allowance is lowered, as far as the page can see itself', () => {
    expect(reach(...active)).toMatchObject({ at: 'stop' });
    const stopped = [...active, go, saved(200)] as const;
    expect(reach(...stopped)).toMatchObject({ at: 'measuring', hasStopped: true });
    const lower = reach(...stopped, measured(lowering));
    expect(lower).toMatchObject({ at: 'lower', allowanceUnits: 500n, approvals: [{ units: 0n }] });
    const done = [go, sent, mined].reduce(nextState, lower);
    expect(done).toMatchObject({
      at: 'going',
      notice: 'lowered',
      schedule: { status: 'cancelled' },
    });
  });

  it('signs no other text than the one that the page knows', () => {
    const other = { status: 'active', stopMessage: 'I owe you everything.' };
    const events = [viewed(other), { type: 'stop' }, picked, connected()] as const;
    expect(reach(...events)).toMatchObject({ at: 'untrusted', problem: 'stop_message' });
  });

  it('raises no allowance', () => {
    const stopped = [...active, go, saved(200)] as const;
    const raised = allowance({
      loweringTransactions: [sampleApproval(900n)],
      otherPaymentsUnits: '900',
    });
    expect(reach(...stopped, measured(raised))).toMatchObject({
      at: 'untrusted',
      problem: 'lowering',
    });
  });

  it('ends where nothing is left to be lowered, and where nobody can be asked', () => {
    const stopped = [...active, go, saved(200)] as const;
    expect(reach(...stopped, measured({}))).toMatchObject({ at: 'going', notice: 'stopped' });
    const unread: PageEvent = { type: 'measured', allowanceUnits: undefined, schedule: undefined };
    expect(reach(...stopped, unread)).toMatchObject({ at: 'going', notice: 'stopped' });
  });

  it('is not offered of what has ended', () => {
    const state = reach(viewed({ status: 'completed' }));
    expect(nextState(state, { type: 'stop' })).toBe(state);
    const cancelled = reach(viewed({ status: 'cancelled' }));
    expect(nextState(cancelled, { type: 'stop' })).toBe(cancelled);
    const left = reach(viewed({ status: 'cancelled', ...lowering }), { type: 'stop' });
    expect(left).toMatchObject({ at: 'connect', purpose: 'lower' });
  });
});
