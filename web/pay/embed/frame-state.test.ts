import { describe, expect, it } from 'vitest';
import { eventsBetween, type FrameState, firstFrame, nextFrame } from './frame-state.ts';

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const VIEW = {
  paymentType: 'single',
  status: 'pending',
  payee: PAYEE,
  network: 'base',
  amount: '12500000',
  paymentCurrency: 'USDC-base',
  requestStatuses: [],
};
const SEEN = { ...VIEW, requestStatuses: [{ hasBeenPaid: false, txHash: `0x${'ab'.repeat(32)}` }] };
const DONE = { status: 'completed', requestStatuses: [{ hasBeenPaid: true, txHash: null }] };

const open = firstFrame({ status: 200, body: VIEW });
const read = (state: FrameState, status: number, body: unknown = {}) =>
  nextFrame(state, { type: 'read', answer: { status, body }, isWalletConnected: false });
const connect = (state: FrameState) =>
  nextFrame(state, {
    type: 'read',
    answer: { status: 200, body: VIEW },
    isWalletConnected: true,
  });

describe('the first state', () => {
  it.each([
    ['can be paid', 200, VIEW, 'payable'],
    ['has a transaction that does not count yet', 200, SEEN, 'submitted'],
    ['waits for owners of a Safe', 423, { status: 'pending' }, 'proposed'],
    ['was paid', 409, DONE, 'confirmed'],
    ['has expired', 403, { status: 'expired' }, 'expired'],
    ['was withdrawn', 403, { status: 'invalidated' }, 'unavailable'],
    ['does not exist', 404, {}, 'unknown'],
    ['cannot be read', 500, {}, 'unread'],
    ['was read too often', 429, {}, 'unread'],
    ['is shown to few wallets', 200, { paymentType: 'single', status: 'pending' }, 'payable'],
    ['contradicts itself', 200, { ...VIEW, amount: '0' }, 'unavailable'],
    ['is of a token that nobody knows', 200, { ...VIEW, paymentCurrency: 'X-base' }, 'payable'],
  ])('of a link that %s', (...row) => {
    const [, status, body, at] = row;
    expect(firstFrame({ status, body }).at).toBe(at);
  });

  it('has the payment where everybody may see it', () => {
    expect(open.link?.payments[0].amountUnits).toBe(12_500_000n);
    const hidden = firstFrame({ status: 200, body: { paymentType: 'single', status: 'pending' } });
    expect(hidden.link).toBeUndefined();
  });
});

describe('the ENS name of the payee', () => {
  const named = { ...VIEW, payeeEnsName: 'shop.eth' };
  const first = (body: object) => firstFrame({ status: 200, body });

  it('is there from the start, or not at all: nothing moves the button', () => {
    expect(first(named).payeeName).toBe('shop.eth');
    expect(read(first(named), 200, VIEW).payeeName).toBe('shop.eth');
    expect(open.payeeName).toBeUndefined();
    expect(read(open, 200, named).payeeName).toBeUndefined();
  });

  it('is none where the payee is hidden', () => {
    const masked = { ...named, isPayeeAddressMasked: true };
    expect(first(masked)).toMatchObject({ at: 'payable', payeeName: undefined });
  });
});

describe('what follows', () => {
  it('keeps the payment in sight when it is complete, and while the API is away', () => {
    const done = read(open, 409, DONE);
    expect(done).toMatchObject({ at: 'confirmed', link: open.link });
    expect(read(done, 0)).toMatchObject({ at: 'confirmed', link: open.link, isLate: true });
    expect(read(read(done, 0), 409, DONE).isLate).toBe(false);
  });

  it('goes back where the network takes the payment back', () => {
    expect(read(read(open, 409, DONE), 200, VIEW).at).toBe('payable');
  });

  it('is read more often once the pay page is open, at once when the payer returns', () => {
    const opened = nextFrame(open, { type: 'opened' });
    expect(opened.waitMs).toBeLessThan(open.waitMs);
    expect(read(opened, 200, VIEW).waitMs).toBe(opened.waitMs);
    expect(nextFrame(opened, { type: 'returned' }).waitMs).toBe(0);
    expect(read(opened, 409, DONE).waitMs).toBe(open.waitMs);
  });

  it('waits as long as a limit says', () => {
    const answer = { status: 429, body: {}, retryAfterS: 120 };
    expect(nextFrame(open, { type: 'read', answer, isWalletConnected: false }).waitMs).toBe(
      120_000,
    );
  });
});

describe('what a shop receives', () => {
  it('names each step once', () => {
    const opened = nextFrame(open, { type: 'opened' });
    const connected = connect(opened);
    const seen = read(connected, 200, SEEN);
    const done = read(seen, 409, DONE);
    expect(eventsBetween(undefined, open)).toEqual([]);
    expect(eventsBetween(open, opened)).toEqual(['opened']);
    expect(eventsBetween(opened, nextFrame(opened, { type: 'opened' }))).toEqual([]);
    expect(eventsBetween(opened, connected)).toEqual(['wallet_connected']);
    expect(eventsBetween(connected, seen)).toEqual(['submitted']);
    expect(eventsBetween(seen, read(seen, 200, SEEN))).toEqual([]);
    expect(eventsBetween(seen, done)).toEqual(['confirmed']);
    expect(eventsBetween(done, read(done, 0))).toEqual([]);
  });

  it('is all that has happened, where it asks late', () => {
    const done = read(connect(nextFrame(open, { type: 'opened' })), 409, DONE);
    expect(eventsBetween(undefined, done)).toEqual(['opened', 'wallet_connected', 'confirmed']);
  });
});
