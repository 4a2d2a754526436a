import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { initialState } from './opening.ts';
import type { PageEvent } from './page-state.ts';
import {
  calldata,
  completed,
  connected,
  HIDDEN,
  MASKED,
  PAY,
  PAYEE,
  PAYER,
  prepared,
  VIEW,
  viewed,
  walk,
} from './sample-states.ts';

describe('a payment that hides something until a wallet may pay it', () => {
  const OTHER = '0x2222222222222222222222222222222222222222';
  const refused: Answer = { status: 403, body: { code: 'wallet_not_allowed' } };

  it.each([
    ['its payee', MASKED],
    ['itself', HIDDEN],
  ])('reads what it shows to the wallet, and continues with that: %s', (_, body) => {
    const asking = walk(initialState({ status: 200, body }), connected);
    expect(asking).toMatchObject({ at: 'asking', payer: { address: PAYER } });
    const preparing = walk(asking, [{ type: 'shown', answer: viewed }]);
    expect(preparing).toMatchObject({
      at: 'preparing',
      link: { payments: [{ payee: PAYEE }] },
    });
    const event = prepared(calldata([PAY]));
    expect(walk(preparing, [event]).at).toBe('review');
  });

  it.each([
    ['its payee', MASKED],
    ['itself', HIDDEN],
  ])('stops where it still hides %s, until another wallet connects', (_, body) => {
    const answer: Answer = { status: 200, body };
    const stopped = walk(initialState(answer), [...connected, { type: 'shown', answer }]);
    expect(stopped).toMatchObject({ at: 'not_allowed', payer: { address: PAYER } });
    expect(walk(stopped, [{ type: 'go' }])).toBe(stopped);
    expect(walk(stopped, [{ type: 'other_wallet' }]).at).toBe('connect');
    expect(walk(stopped, [{ type: 'account_changed', address: OTHER }])).toMatchObject({
      at: 'asking',
      payer: { address: OTHER },
    });
  });

  it.each(['wallet_not_allowed', 'screening_rejected'])(
    'stops a wallet that the API prepares nothing for, where nothing is hidden: %s',
    (code) => {
      const answer: Answer = { ...refused, body: { code } };
      const state = walk(initialState(viewed), [...connected, prepared(answer)]);
      expect(state.at).toBe('not_allowed');
      expect(walk(state, [{ type: 'account_changed', address: OTHER }]).at).toBe('preparing');
      expect(walk(state, [{ type: 'other_wallet' }]).at).toBe('connect');
    },
  );

  it.each(['provider_error', 'screening_running'])(
    'waits while a wallet is not decided about (%s), and asks again for the same one',
    (code) => {
      const unchecked: Answer = { status: 403, body: { code } };
      const state = walk(initialState(viewed), [...connected, prepared(unchecked)]);
      expect(state).toMatchObject({ at: 'unreachable', kept: { payer: { address: PAYER } } });
      const again = walk(state, [{ type: 'viewed', answer: viewed }]);
      expect(again.at).toBe('preparing');
    },
  );

  it.each([
    ['screening_running', { check: 'running' }],
    ['provider_error', { check: 'failed' }],
  ])('waits while what is hidden is not decided about (%s), and reads it again', (reason, more) => {
    const asking = walk(initialState({ status: 200, body: HIDDEN }), connected);
    const accessDecision = { status: 'error', reasonCode: reason };
    const answer: Answer = { status: 200, body: { ...HIDDEN, accessDecision } };
    const waiting = walk(asking, [{ type: 'shown', answer }]);
    expect(waiting).toMatchObject({
      at: 'unreachable',
      kept: { payer: { address: PAYER } },
      ...more,
    });
    const again: Answer = { status: 200, body: HIDDEN };
    const asked = walk(waiting, [{ type: 'viewed', answer: again }]);
    expect(asked).toMatchObject({ at: 'asking', payer: { address: PAYER } });
    const rejected = { status: 'rejected', reasonCode: 'screening_rejected' };
    const refusal: Answer = { status: 200, body: { ...HIDDEN, accessDecision: rejected } };
    expect(walk(asked, [{ type: 'shown', answer: refusal }]).at).toBe('not_allowed');
  });

  it.each([
    ['provider_error', 'after a pause that grows up to half a minute', [2, 4, 8, 16, 30, 30]],
    ['screening_running', 'every two seconds', [2, 2, 2, 2, 2, 2]],
  ])('checks a wallet again (%s) %s, in whatever step it is checked', (code, _what, pauses) => {
    const answer: Answer = { status: 200, body: HIDDEN };
    const again: PageEvent = { type: 'viewed', answer };
    const accessDecision = { status: 'error', reasonCode: code };
    const hidden: Answer = { status: 200, body: { ...HIDDEN, accessDecision } };
    const checks: Readonly<Record<string, readonly PageEvent[]>> = {
      asking: [{ type: 'shown', answer: hidden }],
      preparing: [{ type: 'shown', answer: viewed }, prepared({ status: 403, body: { code } })],
    };
    for (const events of Object.values(checks)) {
      let state = walk(initialState(answer), connected);
      const waited = pauses.map(() => {
        const waiting = walk(state, events);
        if (waiting.at !== 'unreachable') throw new Error(`it is ${waiting.at}`);
        state = walk(waiting, [again]);
        return waiting.waitS;
      });
      expect(waited).toEqual(pauses);
    }
  });

  it('asks soon whether a check is done that runs by now, however often it failed before', () => {
    const failed = prepared({ status: 403, body: { code: 'provider_error' } });
    const running = prepared({ status: 403, body: { code: 'screening_running' } });
    const again: PageEvent = { type: 'viewed', answer: viewed };
    const waits = (events: readonly PageEvent[]) =>
      walk(initialState(viewed), [...connected, ...events]);
    expect(waits([failed, again, failed, again, failed])).toMatchObject({ waitS: 8 });
    expect(waits([failed, again, failed, again, running])).toMatchObject({ waitS: 2 });
  });

  it('pauses for longer each time where the link is read and the payment cannot be prepared', () => {
    const down = prepared({ status: 503, body: {} });
    const again: PageEvent = { type: 'viewed', answer: viewed };
    const thrice = [...connected, down, again, down, again, down];
    expect(walk(initialState(viewed), thrice)).toMatchObject({ at: 'unreachable', waitS: 8 });
  });

  it('checks another account at once, and anew', () => {
    const unchecked = prepared({ status: 403, body: { code: 'provider_error' } });
    const again: PageEvent = { type: 'viewed', answer: viewed };
    const twice = [...connected, unchecked, again, unchecked, again];
    const other = walk(initialState(viewed), [
      ...twice,
      { type: 'account_changed', address: OTHER },
      unchecked,
    ]);
    expect(other).toMatchObject({ at: 'unreachable', waitS: 2 });
  });

  it('continues after an outage, and takes a final answer as such', () => {
    const asking = walk(initialState({ status: 200, body: HIDDEN }), connected);
    const down = walk(asking, [{ type: 'shown', answer: { status: 503, body: {} } }]);
    expect(down.at).toBe('unreachable');
    const again: Answer = { status: 200, body: HIDDEN };
    expect(walk(down, [{ type: 'viewed', answer: again }])).toMatchObject({
      at: 'asking',
      payer: { address: PAYER },
    });
    expect(walk(asking, [{ type: 'shown', answer: completed }]).at).toBe('done');
    const expired: Answer = { status: 403, body: { status: 'expired' } };
    expect(walk(asking, [{ type: 'shown', answer: expired }]).at).toBe('expired');
  });

  // The API could name one payee to the eye and another one in the calldata.
  it('is checked like any other once it is shown', () => {
    const shown: Answer = { status: 200, body: { ...VIEW, payee: OTHER } };
    const state = walk(initialState({ status: 200, body: MASKED }), [
      ...connected,
      { type: 'shown', answer: shown },
      prepared(calldata([PAY])),
    ]);
    expect(state).toMatchObject({ at: 'mismatch', problem: 'payee' });
  });
});
