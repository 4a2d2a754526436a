import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { readIntents } from './crosschain/payment-intents.ts';
import { initialState } from './opening.ts';
import { isProposal, proposalOf } from './proposal.ts';
import {
  completed,
  connected,
  HASH,
  prepared,
  toConfirming,
  toReview,
  VIEW,
  viewed,
  walk,
} from './sample-states.ts';

const SAFE_HASH = `0x${'5a'.repeat(32)}`;
const UNTIL = 1_790_000_000;

function held(txHash: string | null = null): Answer {
  const status = { requestId: '01', hasBeenPaid: false, txHash, awaits: null };
  const proposal = { safeTxHash: SAFE_HASH, chainId: 11_155_111, safePaymentDeadline: UNTIL };
  return {
    status: 423,
    body: { status: 'pending', requestStatuses: [{ ...status, ...proposal }] },
  };
}

const withIntent = (status: string): Answer => ({
  status: 200,
  body: {
    ...VIEW,
    paymentIntents: [{ intentId: '01', network: 'sepolia', safeTxHash: SAFE_HASH, status }],
  },
});

describe('a link that is held for the owners of a Safe', () => {
  it('opens where it waits for them, with the time until which it does', () => {
    const state = initialState(held());
    expect(state).toMatchObject({ at: 'proposed' });
    expect(proposalOf(held().body)).toEqual({ until: UNTIL * 1_000, isExecuted: false });
    expect(proposalOf(held(HASH).body).isExecuted).toBe(true);
  });

  it('becomes held for whoever has it open and signs nothing, who then sees its amount', () => {
    const events = [{ type: 'viewed', answer: held() }] as const;
    for (const before of [[], connected, toReview]) {
      const state = walk(initialState(viewed), [...before, ...events]);
      expect(state).toMatchObject({ at: 'proposed', link: { kind: 'single' } });
    }
    expect(walk(initialState(viewed), [...toConfirming, ...events]).at).toBe('confirming');
  });

  it('becomes held where calldata is refused for it, and not for a transaction that is forwarded', () => {
    const state = walk(initialState(viewed), [...connected, prepared(held())]);
    expect(state).toMatchObject({ at: 'proposed', link: { kind: 'single' } });
    const forwarded: Answer = {
      status: 423,
      body: { requestStatuses: [{ hasBeenPaid: false, txHash: HASH }] },
    };
    expect(isProposal(forwarded)).toBe(false);
    expect(walk(initialState(viewed), [...connected, prepared(forwarded)])).toMatchObject({
      at: 'connect',
      notice: 'seen',
    });
  });

  it('ends at the receipt once it is paid, and stays over polls that fail', () => {
    const state = initialState(held());
    const failing = { type: 'viewed', answer: { status: 0, body: undefined } } as const;
    expect(walk(state, [failing])).toBe(state);
    const done = walk(state, [failing, { type: 'viewed', answer: completed }]);
    expect(done).toMatchObject({ at: 'done', hash: HASH });
  });

  it('can be paid again once its time is over, with a warning that the owners can still execute it', () => {
    const state = walk(initialState(held()), [{ type: 'viewed', answer: viewed }]);
    expect(state).toMatchObject({ at: 'connect', notice: 'proposal_over' });
    const expired = { status: 403, body: { status: 'expired' } };
    expect(walk(initialState(held()), [{ type: 'viewed', answer: expired }]).at).toBe('expired');
  });
});

describe('a proposal that holds nobody', () => {
  it.each(['recorded', 'proposal_expired'])('is warned of: %s', (status) => {
    const answer = withIntent(status);
    expect(walk(initialState(answer), [{ type: 'viewed', answer }])).toMatchObject({
      at: 'connect',
      notice: 'proposed',
    });
  });

  it('is not warned of once it failed', () => {
    const answer = withIntent('source_failed');
    const state = walk(initialState(answer), [{ type: 'viewed', answer }]);
    expect(state).not.toHaveProperty('notice');
  });

  it('is not taken for a payment from another network', () => {
    expect(readIntents(withIntent('recorded').body)).toEqual([]);
  });
});
