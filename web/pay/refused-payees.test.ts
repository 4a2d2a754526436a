import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { checkCalldata } from './check-calldata.ts';
import { initialState } from './opening.ts';
import type { PageState } from './page-state.ts';
import { BATCH_VIEW, THIEF } from './sample-forms.ts';
import {
  calldata,
  connected,
  HASH,
  PAY,
  PAYEE,
  PAYER,
  prepared,
  VIEW,
  walk,
} from './sample-states.ts';

const OTHER = '0x2222222222222222222222222222222222222222';
const open = (view: object) => initialState({ status: 200, body: view });
const error = (field: string, address: string) => ({
  field,
  message: `USDC-sepolia refuses transfers to ${address}`,
});
const refusedFor = (...errors: readonly unknown[]): Answer => ({
  status: 409,
  body: { code: 'payee_cannot_be_paid', message: 'whatever', errors },
});
const stateAfter = (view: object, answer: Answer): PageState =>
  walk(open(view), [...connected, prepared(answer)]);

describe('a payment that the network would refuse', () => {
  it('is no payment that was made, and can be prepared again', () => {
    const state = stateAfter(VIEW, refusedFor(error('payee', PAYEE)));
    expect(state).toMatchObject({
      at: 'unpayable',
      obstacle: [{ address: PAYEE, isFee: false }],
      payer: { address: PAYER },
    });
    const refresh = { type: 'refresh' } as const;
    expect(walk(state, [refresh]).at).toBe('preparing');
    expect(walk(state, [refresh, prepared(calldata([PAY]))]).at).toBe('review');
    expect(walk(state, [{ type: 'other_wallet' }]).at).toBe('connect');
    expect(walk(state, [{ type: 'account_changed', address: OTHER }])).toMatchObject({
      at: 'preparing',
      payer: { address: OTHER },
    });
    expect(walk(state, [{ type: 'chain_changed', chainId: 1 }])).toMatchObject({
      at: 'unpayable',
      payer: { chainId: 1 },
    });
  });

  it('because of the wallet blames no payee', () => {
    const body = { code: 'payer_cannot_pay', errors: [error('payee', PAYEE)] };
    expect(stateAfter(VIEW, { status: 409, body })).toMatchObject({ obstacle: 'payer' });
  });

  it('because the wallet is a payee itself names no other payee, and leads to another wallet', () => {
    const body = { code: 'payer_is_payee', errors: [error('payee', PAYER)] };
    for (const view of [VIEW, BATCH_VIEW]) {
      const state = stateAfter(view, { status: 409, body });
      expect(state).toMatchObject({ at: 'unpayable', obstacle: 'own', payer: { address: PAYER } });
      expect(walk(state, [{ type: 'other_wallet' }]).at).toBe('connect');
      expect(walk(state, [{ type: 'account_changed', address: OTHER }]).at).toBe('preparing');
    }
  });

  it('stops also after the review, before the wallet is called', () => {
    const review = stateAfter(VIEW, calldata([PAY]));
    const answer = refusedFor(error('payee', PAYEE));
    const changed = { type: 'changed', answer, check: checkCalldata } as const;
    expect(walk(review, [{ type: 'go' }, changed]).at).toBe('unpayable');
  });

  it('names payees that the page shows, each once, and nobody else', () => {
    const [first, second] = BATCH_VIEW.payees;
    const answer = refusedFor(
      error('requests[0]', (first ?? '').toLowerCase()),
      error('requests[1]', second ?? ''),
      error('requests[2]', second ?? ''),
      // Another payee, one that does not exist, and what is no index.
      error('requests[3]', OTHER),
      error('requests[77]', PAYEE),
      error('constructor', PAYEE),
      'nonsense',
      null,
    );
    expect(stateAfter(BATCH_VIEW, answer)).toMatchObject({
      obstacle: [first, second].map((address) => ({ address, isFee: false })),
    });
    const unread = { status: 409, body: { code: 'payee_cannot_be_paid', errors: 'no list' } };
    expect(stateAfter(BATCH_VIEW, unread)).toMatchObject({ at: 'unpayable', obstacle: [] });
  });

  it('names who receives a fee as that, wherever it stands', () => {
    const fee = { address: THIEF, isFee: true };
    const alone = stateAfter(VIEW, refusedFor(error('feeReceiver', THIEF)));
    expect(alone).toMatchObject({ at: 'unpayable', obstacle: [fee] });
    const [first] = BATCH_VIEW.payees;
    const answer = refusedFor(
      error('requests[0]', first ?? ''),
      error('requests[2].feeReceiver', THIEF),
      error('requests[3].feeReceiver', THIEF.toLowerCase()),
      error('requests[3].feeReceiver', '0x12 and no address'),
      error('metadata.feeReceiver', PAYER),
    );
    expect(stateAfter(BATCH_VIEW, answer)).toMatchObject({
      obstacle: [{ address: first, isFee: false }, fee],
    });
  });

  it('is distinguished from a link that was paid', () => {
    const body = { status: 'completed', requestStatuses: [{ txHash: HASH }] };
    expect(stateAfter(VIEW, { status: 409, body }).at).toBe('done');
  });
});
