import { describe, expect, it } from 'vitest';
import { checkCalldata } from '../check-calldata.ts';
import { initialState } from '../opening.ts';
import type { PageEvent, PageState, Together } from '../page-state.ts';
import {
  APPROVE,
  calldata,
  completed,
  connected,
  HASH,
  PAY,
  prepared,
  SEPOLIA,
  toConfirming,
  toReview,
  viewed,
  walk,
} from '../sample-states.ts';
import { signsAtOnce } from '../steps.ts';
import { type Stages, stagesOf } from './stages.ts';

const OPEN = initialState(viewed);
const go: PageEvent = { type: 'go' };
const sent: PageEvent = { type: 'sent', hash: HASH, now: 1 };
const mined: PageEvent = { type: 'step_ended', hash: HASH, outcome: 'mined' };
const toApproval = [...connected, prepared(calldata([APPROVE, PAY]))];
const paid: PageEvent = { type: 'viewed', answer: completed };
const held = { hasBeenPaid: false, txHash: null, safeTxHash: HASH, chainId: SEPOLIA };
const proposed: PageEvent = {
  type: 'viewed',
  answer: { status: 423, body: { requestStatuses: [held] } },
};

/** The stages after events, each after those before it; the current one in brackets. */
function along(events: readonly PageEvent[]): string {
  let state: PageState = OPEN;
  let stages: Stages | undefined = stagesOf(state);
  for (const event of events) {
    state = walk(state, [event]);
    stages = stagesOf(state, stages);
  }
  return textOf(stages);
}

function textOf(stages: Stages | undefined): string {
  if (stages === undefined) return '';
  const { way, current } = stages;
  return way.map((name, at) => (at === current ? `[${name}]` : name)).join(' ');
}

describe('the stages of a payment by one signature', () => {
  const rows: readonly (readonly [string, readonly PageEvent[], string])[] = [
    ['begin with the wallet', [], '[wallet] review pay done'],
    ['stay there while it opens', connected.slice(0, 2), '[wallet] review pay done'],
    ['lead to the review', connected, 'wallet [review] pay done'],
    ['stay there until the button', toReview, 'wallet [review] pay done'],
    ['lead to the payment by the button', [...toReview, go], 'wallet review [pay] done'],
    ['stay there until it counts', toConfirming, 'wallet review [pay] done'],
    [
      'stay there where the network refuses it',
      [...toConfirming, { type: 'payment_reverted', hash: HASH }],
      'wallet review [pay] done',
    ],
    ['end by the word of the API', [...toConfirming, paid], 'wallet review pay done'],
  ];

  it.each(rows)('%s', (_, events, text) => {
    expect(along(events)).toBe(text);
  });

  it('go back with a payer who declines', () => {
    const declined: PageEvent = { type: 'wallet_refused', refusal: 'declined' };
    expect(along([...toReview, go, declined])).toBe('wallet [review] pay done');
  });
});

describe('the stages of a payment after an allowance', () => {
  const rows: readonly (readonly [string, readonly PageEvent[], string])[] = [
    ['have it in place of the review', toApproval, 'wallet [allow] pay done'],
    ['stay there while it is on its way', [...toApproval, go, sent], 'wallet [allow] pay done'],
    [
      'stay there until the payment is prepared',
      [...toApproval, go, sent, mined],
      'wallet [allow] pay done',
    ],
    [
      'stay there for another one',
      [...toApproval, go, sent, mined, prepared(calldata([APPROVE, PAY]))],
      'wallet [allow] pay done',
    ],
    [
      'lead to the payment then',
      [...toApproval, go, sent, mined, prepared(calldata([PAY]))],
      'wallet allow [pay] done',
    ],
    [
      'keep it to the end',
      [...toApproval, go, sent, mined, prepared(calldata([PAY])), go, sent, paid],
      'wallet allow pay done',
    ],
    [
      'do not claim it where somebody else has paid before it',
      [...toApproval, paid],
      'wallet review pay done',
    ],
  ];

  it.each(rows)('%s', (_, events, text) => {
    expect(along(events)).toBe(text);
  });

  it.each([undefined, 'supported', 'sponsored', 'ready', 'elsewhere'] as const)(
    'have it only where it is signed by itself: %s',
    (together: Together) => {
      for (const calls of [[PAY], [APPROVE, PAY]]) {
        const event = { type: 'prepared' as const, answer: calldata(calls), check: checkCalldata };
        const state = walk(OPEN, [...connected, { ...event, together }]);
        if (state.at !== 'review') throw new Error(`the page is at ${state.at}`);
        const isAllowed = calls.length > 1 && !signsAtOnce(state);
        expect(stagesOf(state)?.way).toContain(isAllowed ? 'allow' : 'review');
      }
    },
  );
});

describe('the stages of other ways to pay', () => {
  it('have the owners of a Safe, who sign what was proposed', () => {
    const event = { type: 'prepared' as const, answer: calldata([PAY]), check: checkCalldata };
    const review: readonly PageEvent[] = [...connected, { ...event, together: 'safe' }];
    expect(along(review)).toBe('wallet [review] owners done');
    expect(along([...review, go])).toBe('wallet [review] owners done');
    expect(along([proposed])).toBe('wallet review [owners] done');
    expect(along([proposed, paid])).toBe('wallet review owners done');
  });

  it('have the arrival of what comes from another network', () => {
    const elsewhere: PageState = { at: 'crosschain', payer: undefined, body: null, follows: false };
    expect(textOf(stagesOf(elsewhere))).toBe('wallet [pay] arrival done');
    const follows = stagesOf({ ...elsewhere, follows: true });
    expect(textOf(follows)).toBe('wallet pay [arrival] done');
    expect(textOf(stagesOf(walk(OPEN, [paid]), follows))).toBe('wallet pay arrival done');
  });
});

describe('no stages are shown', () => {
  const rows: readonly (readonly [string, PageState])[] = [
    ['of an unknown link', initialState({ status: 404, body: null })],
    ['of an expired link', initialState({ status: 403, body: { status: 'expired' } })],
    ['while the service does not answer', initialState({ status: 503, body: null })],
    ['of a link that contradicts itself', { at: 'mismatch', link: undefined, problem: 'link' }],
  ];

  it.each(rows)('%s', (_, state) => {
    expect(stagesOf(state)).toBeUndefined();
  });

  it('where only a part was paid in the end', () => {
    const done = walk(OPEN, [paid]);
    if (done.at !== 'done' || done.link === undefined) throw new Error('it is not complete');
    const [payment] = done.link.payments;
    const link = {
      ...done.link,
      payments: [{ ...payment, outcome: { paid: false, hash: undefined } }] as const,
    };
    expect(stagesOf({ ...done, link })).toBeUndefined();
  });
});
