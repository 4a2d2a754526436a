import { describe, expect, it } from 'vitest';
import { initialState } from './opening.ts';
import type { PageEvent, PageState, StepOutcome } from './page-state.ts';
import type { Plan, Step } from './plan.ts';
import { APPROVE, connected, HASH, PAYER, SEPOLIA, viewed, WALLET, walk } from './sample-states.ts';

const OTHER_HASH = `0x${'a1'.repeat(32)}`;
const approve: Step = {
  kind: 'approve',
  call: APPROVE,
  asset: { address: APPROVE.to, symbol: 'USDC', decimals: 6 },
  units: 3n,
  spender: PAYER,
};
const pay = (...positions: readonly number[]): Step => ({
  kind: 'pay',
  call: APPROVE,
  payments: positions.length,
  positions,
  totals: [],
  fees: [],
});
/** Calldata with these steps. */
const due = (...steps: readonly Step[]): PageEvent => {
  const plan: Plan = {
    steps,
    mainUnits: undefined,
    fees: [],
    totals: [],
    contractFees: [],
    paymentReference: undefined,
    lookAlikes: [],
    hasEnoughBalance: true,
    hasEnoughGas: true,
    shortages: [],
    networkFee: undefined,
  };
  return { type: 'prepared', answer: { status: 200, body: {} }, check: () => plan };
};
const ended = (outcome: StepOutcome, hash = HASH): PageEvent => ({
  type: 'step_ended',
  hash,
  outcome,
});
const stateAfter = (...events: readonly PageEvent[]): PageState =>
  walk(initialState(viewed), events);

/** The first two of three payments were sent by one transaction, as many as one may hold. */
const sent: readonly PageEvent[] = [
  ...connected,
  due(pay(0, 1), pay(2)),
  { type: 'go' },
  { type: 'sent', hash: HASH, now: 1 },
];

describe('a part of a payment that the network has and the API does not know yet', () => {
  it('is not offered a second time, however often the API still returns it', () => {
    const behind = due(pay(0, 1), pay(2));
    const waiting = stateAfter(...sent, ended('mined'), behind);
    expect(waiting).toMatchObject({ at: 'approving', hash: HASH, spent: 'part' });
    const longer = walk(waiting, [ended('mined'), behind, ended('mined'), behind]);
    expect(longer).toMatchObject({ at: 'approving', hash: HASH });
    expect(walk(longer, [ended('mined'), due(pay(2))])).toMatchObject({
      at: 'review',
      signed: 1,
      spent: 'part',
      part: undefined,
    });
  });

  it('is not offered either while the API knows some of it, or returns another approval first', () => {
    for (const behind of [due(pay(1, 2)), due(approve, pay(1), pay(2))]) {
      expect(stateAfter(...sent, ended('mined'), behind).at).toBe('approving');
    }
    const rest = stateAfter(...sent, ended('mined'), due(approve, pay(2)));
    expect(rest).toMatchObject({ at: 'review', signed: 1 });
  });

  it('is not offered to another account or wallet of this browser', () => {
    const mined = stateAfter(...sent, ended('mined'));
    const account = { type: 'account_changed', address: `0x${'9'.repeat(40)}` } as const;
    const behind = due(pay(0, 1), pay(2));
    expect(walk(mined, [account, behind]).at).toBe('approving');
    const other = walk(mined, [{ type: 'other_wallet' }, ...connected.slice(1), behind]);
    expect(other.at).toBe('approving');
    const underWay = stateAfter(...sent);
    expect(walk(underWay, [{ type: 'other_wallet' }])).toBe(underWay);
  });

  it('is waited for after a reload', () => {
    const progress = { walletId: WALLET.id, address: PAYER, signed: 0 };
    const resumed = stateAfter(connected[0] ?? ended('mined'), {
      type: 'resumed',
      wallet: WALLET,
      address: PAYER,
      chainId: SEPOLIA,
      progress: { ...progress, part: { hash: HASH, pays: [0, 1] } },
    });
    expect(walk(resumed, [due(pay(0, 1), pay(2))])).toMatchObject({ at: 'approving', hash: HASH });
    expect(walk(resumed, [due(pay(2))])).toMatchObject({ at: 'review', signed: 1, spent: 'part' });
  });

  it('is waited for after an outage of the API', () => {
    const back: readonly PageEvent[] = [
      { type: 'prepared', answer: { status: 0, body: undefined }, check: () => 'unreadable' },
      { type: 'viewed', answer: viewed },
      due(pay(0, 1), pay(2)),
    ];
    const mined = stateAfter(...sent, ended('mined'));
    expect(walk(mined, back)).toMatchObject({ at: 'approving', hash: HASH });
  });

  it('is waited for after a reload, whichever wallet or account is chosen then', () => {
    const remembered: PageEvent = { type: 'part_remembered', part: { hash: HASH, pays: [0, 1] } };
    const behind = due(pay(0, 1), pay(2));
    expect(stateAfter(remembered, ...connected, behind)).toMatchObject({
      at: 'approving',
      hash: HASH,
    });
    const away = walk(initialState({ status: 503, body: undefined }), [remembered]);
    const back = walk(away, [{ type: 'viewed', answer: viewed }, ...connected, behind]);
    expect(back).toMatchObject({ at: 'approving', hash: HASH });
    // What this page sent has priority.
    const later = stateAfter(...sent, {
      type: 'part_remembered',
      part: { hash: OTHER_HASH, pays: [2] },
    });
    expect(walk(later, [ended('mined')])).toMatchObject({ part: { hash: HASH, pays: [0, 1] } });
  });

  it('is followed by the transaction that replaced it', () => {
    const replaced = stateAfter(...sent, ended('mined', OTHER_HASH), due(pay(0, 1), pay(2)));
    expect(replaced).toMatchObject({ at: 'approving', hash: OTHER_HASH });
  });

  it.each([
    ['reverted', 'part_reverted'],
    ['dropped', 'unmined'],
  ] as const)('is offered again once it was %s', (outcome, notice) => {
    const again = stateAfter(...sent, ended(outcome), due(pay(0, 1), pay(2)));
    expect(again).toMatchObject({ at: 'review', notice, signed: 0, spent: 'fees' });
  });
});

describe('an approval that the network has', () => {
  const approving: readonly PageEvent[] = [
    ...connected,
    due(approve, pay(0)),
    { type: 'go' },
    { type: 'sent', hash: HASH, now: 1 },
  ];

  it('stays in the state until the calldata after it, so that a reload waits for the API too', () => {
    const mined = stateAfter(...approving, ended('mined'));
    const approval = { hash: HASH, steps: 2, isMined: true };
    expect(mined).toMatchObject({ at: 'preparing', signed: 1, approval });
    const next = walk(mined, [due(pay(0))]);
    expect(next).toMatchObject({ at: 'review', signed: 1, spent: 'fees' });
    expect(next).not.toHaveProperty('approval');
  });

  it('is offered again where the API still returns it in the end: it may have been too small', () => {
    const again = stateAfter(...approving, ended('mined'), due(approve, pay(0)));
    expect(again).toMatchObject({ at: 'review', signed: 1 });
  });
});
