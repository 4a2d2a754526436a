import { describe, expect, it } from 'vitest';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import { initialState } from './opening.ts';
import type { PageEvent, PageState } from './page-state.ts';
import type { Plan } from './plan.ts';
import { BATCH_VIEW, CONVERSION_VIEW } from './sample-forms.ts';
import {
  APPROVE,
  calldata,
  HASH,
  MASKED,
  PAY,
  PAYEE,
  PAYER,
  prepared,
  SEPOLIA,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-states.ts';
import { nextState } from './transitions.ts';

const connect: Extract<PageEvent, { type: 'connected' }> = {
  type: 'connected',
  address: PAYER,
  chainId: SEPOLIA,
  mayOpen: true,
};
const both: Extract<PageEvent, { type: 'prepared' }> = {
  type: 'prepared',
  answer: calldata([APPROVE, PAY]),
  check: checkCalldata,
};
const shown: PageEvent = { type: 'announced_shown' };

/** What both transactions are found to be. */
const PLAN = planOf();

function planOf(): Plan {
  const link = readLink(VIEW);
  if (typeof link === 'string') throw new Error(link);
  const plan = checkCalldata(link, both.answer.body, { atomic: false });
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
}

/** The same with another plan. */
function withPlan(change: object): PageEvent {
  return { ...both, check: () => ({ ...PLAN, ...change }) };
}

/** From the choice of the wallet on; changed for each reason why the payer is to press. */
function reviewed({
  view = viewed,
  before = [],
  connected = connect,
  after = [],
  last = both,
}: {
  readonly view?: typeof viewed;
  readonly before?: readonly PageEvent[];
  readonly connected?: PageEvent;
  readonly after?: readonly PageEvent[];
  readonly last?: PageEvent;
} = {}): PageState {
  return walk(initialState(view), [
    { type: 'wallets_found', wallets: [WALLET] },
    ...before,
    { type: 'wallet_picked', wallet: WALLET },
    connected,
    ...after,
    last,
  ]);
}

function expectPress(state: PageState): void {
  expect(state.at).toBe('review');
  expect(nextState(state, shown)).toBe(state);
}

describe('a first approval after the wallet was chosen for the whole bill', () => {
  it('is shown first, and then the wallet opens for it and for what it is for', () => {
    const review = reviewed();
    expect(review).toMatchObject({ at: 'review', opens: true, signed: 0 });
    const signing = nextState(review, shown);
    expect(signing).toMatchObject({ at: 'signing', atOnce: false });
    const paying = walk(signing, [
      { type: 'sent', hash: HASH, now: 1, announces: true },
      { type: 'step_ended', hash: HASH, outcome: 'mined' },
      prepared(calldata([PAY])),
      shown,
    ]);
    expect(paying).toMatchObject({ at: 'signing', signed: 1 });
  });

  it('waits for a press where the operator wants one, or somebody has begun to pay', () => {
    expectPress(reviewed({ connected: { ...connect, mayOpen: false } }));
  });

  it('waits for a press where something was said before the wallet was chosen, or is said now', () => {
    expectPress(reviewed({ before: [{ type: 'warned', notice: 'Look here.' }] }));
    expectPress(reviewed({ after: [{ type: 'warned', notice: 'Look here.' }] }));
    expectPress(reviewed({ before: [{ type: 'spent', spent: 'fees' }] }));
    const warned = nextState(reviewed(), { type: 'warned', notice: 'Look here.' });
    expectPress(warned);
  });

  it('waits for a press where the page had not shown whom or how much the payer pays', () => {
    const answer = (body: object) => ({ status: 200, body });
    expectPress(
      reviewed({
        view: answer(MASKED),
        after: [{ type: 'shown', answer: viewed }],
      }),
    );
    expectPress(reviewed({ view: answer({ ...VIEW, paidAmount: '1' }) }));
  });

  it('waits for a press on another network, or where the wallet shows several accounts', () => {
    const away = reviewed({ connected: { ...connect, chainId: 1 } });
    expectPress(away);
    expectPress(nextState(away, { type: 'chain_changed', chainId: SEPOLIA }));
    const accounts = [PAYER, PAYEE];
    expectPress(reviewed({ connected: { ...connect, accounts } }));
    const other: PageEvent = {
      type: 'account_changed',
      address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    };
    expectPress(reviewed({ after: [other] }));
    expectPress(walk(reviewed(), [other, both]));
  });

  it('waits for a press for a payment alone, an old allowance to clear, and calls at once', () => {
    expectPress(reviewed({ last: prepared(calldata([PAY])) }));
    const reset = { ...APPROVE, data: APPROVE.data.slice(0, -64).padEnd(APPROVE.data.length, '0') };
    expectPress(reviewed({ last: prepared(calldata([reset, APPROVE, PAY])) }));
    for (const together of ['ready', 'supported', 'elsewhere', 'sponsored'] as const) {
      expectPress(reviewed({ last: { ...both, together } }));
    }
  });

  it('waits for a press where the page shows more than one payment of a fixed amount', () => {
    const amounts = ['12500000', ...BATCH_VIEW.amounts.slice(1)];
    const bodies = [
      { ...BATCH_VIEW, amounts },
      { ...CONVERSION_VIEW, amount: '12500000' },
    ];
    for (const body of bodies) {
      const last = { ...both, check: () => PLAN };
      expectPress(reviewed({ view: { status: 200, body }, last }));
    }
  });

  it('waits for a press where the steps are not an approval of an amount and a payment', () => {
    const [approve, pay] = PLAN.steps;
    if (approve?.kind !== 'approve' || pay === undefined) throw new Error('no approval');
    const fee = { ...approve, kind: 'fee' };
    const plans = [
      [{ ...approve, kind: 'reset' }, pay],
      [approve, fee],
      [approve, pay, fee],
      [{ ...approve, units: 2n ** 256n - 1n }, pay],
      [{ ...approve, networkFeeNote: 'It may take 20 TRX.' }, pay],
      [approve, { ...pay, networkFeeNote: 'It may take 20 TRX.' }],
    ];
    for (const steps of plans) expectPress(reviewed({ last: withPlan({ steps }) }));
  });

  it('waits for a press where the plan is more than what was shown', () => {
    const money = { asset: { symbol: 'USDC', decimals: 6, address: undefined }, units: 1n };
    const fee = { ...money, label: 'Fee', percentage: '1', address: PAYEE, bearer: 'payer' };
    expectPress(reviewed({ last: withPlan({ fees: [fee] }) }));
    expectPress(reviewed({ last: withPlan({ contractFees: [money] }) }));
    expectPress(reviewed({ last: withPlan({ totals: [money] }) }));
    expectPress(reviewed({ last: withPlan({ lookAlikes: [{ address: PAYEE, like: PAYER }] }) }));
    expect(reviewed({ last: withPlan({ hasEnoughBalance: false }) }).at).toBe('short');
    expect(reviewed({ last: withPlan({ hasEnoughGas: false }) }).at).toBe('no_gas');
    expect(reviewed({ last: withPlan({}) })).toMatchObject({ opens: true });
  });

  it('waits for a press after a refusal, and once the payment is prepared again', () => {
    const declined = walk(reviewed(), [shown, { type: 'wallet_refused', refusal: 'declined' }]);
    expectPress(declined);
    expectPress(walk(declined, [{ type: 'refresh' }, both]));
    expectPress(walk(reviewed(), [{ type: 'refresh' }, both]));
  });
});
