import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { hasLeftWallet } from './leave-wallet.ts';
import { readRedirect } from './link.ts';
import { initialState } from './opening.ts';
import type { PageEvent, PageState, StateName } from './page-state.ts';
import {
  APPROVE,
  calldata,
  completed,
  connected,
  HASH,
  HIDDEN,
  PAY,
  PAYEE,
  PAYER,
  prepared,
  SEPOLIA,
  toConfirming,
  toReview,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-states.ts';
import { nextState } from './transitions.ts';

describe('the page opens', () => {
  it.each<[number, object, StateName]>([
    [200, VIEW, 'connect'],
    [200, { ...VIEW, network: 'tron' }, 'unsupported'],
    [200, { ...VIEW, paymentCurrency: 'USDC-base' }, 'unsupported'],
    [200, { ...VIEW, payee: '0x****…****', isPayeeAddressMasked: true }, 'connect'],
    [200, HIDDEN, 'connect'],
    [200, { ...HIDDEN, paymentType: 'batch' }, 'connect'],
    [200, { ...HIDDEN, network: 'sepolia' }, 'unsupported'],
    [200, { ...VIEW, payee: '0x****…****' }, 'mismatch'],
    [200, { ...VIEW, amount: '0' }, 'mismatch'],
    [200, { ...VIEW, amount: '1.5' }, 'mismatch'],
    [200, { ...VIEW, payee: 'somebody' }, 'mismatch'],
    [403, { status: 'expired' }, 'expired'],
    [403, { code: 'secure_payment_expired' }, 'expired'],
    [403, { status: 'compliance_failed' }, 'closed'],
    [404, {}, 'unknown'],
    [400, {}, 'unknown'],
    [409, {}, 'done'],
    [429, {}, 'limited'],
    [500, {}, 'unreachable'],
    [0, {}, 'unreachable'],
  ])('on an answer %d %j at %s', (status, body, stateName) => {
    expect(initialState({ status, body }).at).toBe(stateName);
  });

  it('without a link when there was no token', () => {
    expect(initialState(undefined).at).toBe('empty');
  });
});

describe('within another page', () => {
  it('says why nothing can be signed, below the payment, and ends where it is paid', () => {
    const framed = nextState(initialState(viewed), { type: 'framed', problem: 'network' });
    expect(framed).toMatchObject({ at: 'framed', link: { networkId: 'sepolia' } });
    expect(nextState(framed, { type: 'viewed', answer: viewed })).toBe(framed);
    expect(nextState(framed, { type: 'wallet_picked', wallet: WALLET })).toBe(framed);
    expect(nextState(framed, { type: 'viewed', answer: completed }).at).toBe('done');
  });

  it('takes nothing back from somebody who has chosen a wallet', () => {
    const review = walk(initialState(viewed), toReview);
    expect(nextState(review, { type: 'framed', problem: 'alone' })).toBe(review);
  });
});

describe('a payment', () => {
  it('goes from the wallet to the receipt', () => {
    const confirming = walk(initialState(viewed), toConfirming);
    expect(confirming.at).toBe('confirming');
    const mined = walk(confirming, [{ type: 'payment_mined', confirmations: 2, block: 7 }]);
    expect(mined).toMatchObject({ at: 'confirming', confirmations: 2 });
    expect(walk(mined, [{ type: 'viewed', answer: completed }])).toMatchObject({
      at: 'done',
      hash: HASH,
      sentAt: 1_000,
      redirect: { url: 'https://shop.example/' },
    });
  });

  it('is approved first where the allowance falls short, and prepared anew afterwards', () => {
    const state = walk(initialState(viewed), [
      ...connected,
      prepared(calldata([APPROVE, PAY])),
      { type: 'go' },
      { type: 'sent', hash: HASH, now: 1 },
    ]);
    expect(state.at).toBe('approving');
    const second = walk(state, [{ type: 'step_ended', hash: HASH, outcome: 'mined' }]);
    expect(second).toMatchObject({ at: 'preparing', signed: 1 });
    expect(walk(second, [prepared(calldata([PAY]))])).toMatchObject({
      at: 'review',
      signed: 1,
    });
  });

  it('waits for the right network before it is signed', () => {
    const wrong = walk(initialState(viewed), [
      ...toReview,
      { type: 'chain_changed', chainId: 1 },
      { type: 'go' },
    ]);
    expect(wrong.at).toBe('switching');
    const right = walk(wrong, [{ type: 'chain_changed', chainId: SEPOLIA }, { type: 'go' }]);
    expect(right.at).toBe('signing');
  });

  it('is not made twice by a second press', () => {
    const signing = walk(initialState(viewed), [...toReview, { type: 'go' }]);
    expect(nextState(signing, { type: 'go' })).toBe(signing);
    const confirming = walk(initialState(viewed), toConfirming);
    expect(nextState(confirming, { type: 'go' })).toBe(confirming);
    expect(nextState(confirming, { type: 'sent', hash: HASH, now: 2 })).toBe(confirming);
  });

  it('is distinguished from a balance or a fee that falls short', () => {
    const at = (metadata: object) =>
      walk(initialState(viewed), [...connected, prepared(calldata([PAY], metadata))]).at;
    expect(at({ hasEnoughBalance: false, hasEnoughGas: false })).toBe('short');
    expect(at({ hasEnoughGas: false })).toBe('no_gas');
  });

  it('is prepared anew once what its contract may take was changed at the review', () => {
    const review = walk(initialState(viewed), toReview);
    expect(nextState(review, { type: 'refresh' })).toMatchObject({ at: 'preparing', signed: 0 });
  });

  it('is prepared anew for another account, and given up with the last one', () => {
    const review = walk(initialState(viewed), toReview);
    expect(nextState(review, { type: 'account_changed', address: PAYEE })).toMatchObject({
      at: 'preparing',
      payer: { address: PAYEE },
    });
    expect(nextState(review, { type: 'account_changed', address: undefined }).at).toBe('connect');
  });

  it('knows all accounts that the wallet shows, as it last said', () => {
    const accounts = [PAYER, PAYEE];
    const shown = { type: 'connected', address: PAYER, chainId: SEPOLIA, accounts } as const;
    const review = walk(initialState(viewed), [
      ...connected.slice(0, 2),
      shown,
      prepared(calldata([PAY])),
    ]);
    const chosen = nextState(review, { type: 'account_changed', address: PAYEE });
    expect(chosen).toMatchObject({ payer: { address: PAYEE, accounts } });
    const event = { type: 'account_changed', address: PAYER, accounts: [PAYER] } as const;
    expect(nextState(chosen, event)).toMatchObject({
      payer: { address: PAYER, accounts: [PAYER] },
    });
  });

  it('comes back to the review with a calm word when the wallet says no', () => {
    const state = walk(initialState(viewed), [
      ...toReview,
      { type: 'go' },
      { type: 'wallet_refused', refusal: 'declined' },
    ]);
    expect(state).toMatchObject({ at: 'review', notice: 'declined' });
  });

  it('is not waited for where a part of the page did not load', () => {
    const preparing = walk(initialState(viewed), connected);
    const refused = (refusal: 'unloaded' | 'failed') =>
      nextState(preparing, { type: 'wallet_refused', refusal });
    expect(refused('unloaded')).toMatchObject({ at: 'connect', notice: 'unloaded' });
    expect(refused('failed')).toBe(preparing);
  });
});

describe('a payment that is sent', () => {
  const confirming = walk(initialState(viewed), toConfirming);

  it('may be replaced, cancelled, refused by the chain or lost', () => {
    expect(nextState(confirming, { type: 'replaced', hash: '0xother' })).toMatchObject({
      at: 'confirming',
      replaced: true,
      sent: { hash: '0xother' },
    });
    expect(nextState(confirming, { type: 'cancelled' })).toMatchObject({
      at: 'preparing',
      notice: 'cancelled',
    });
    expect(nextState(confirming, { type: 'payment_reverted', hash: HASH }).at).toBe('reverted');
    expect(nextState(confirming, { type: 'start_over' })).toBe(confirming);
    expect(walk(confirming, [{ type: 'lost' }, { type: 'start_over' }])).toMatchObject({
      at: 'preparing',
      notice: 'unmined',
    });
  });

  it.each<[string, readonly PageEvent[]]>([
    ['at the choice', []],
    ['while another wallet connects', connected.slice(0, 2)],
    ['at the review', toReview],
  ])('that another tab has sent is followed from here %s', (_, events) => {
    const sent = { hash: HASH, at: 1_000, walletId: WALLET.id };
    const memory = { sent, view: VIEW };
    const state = walk(initialState(viewed), [...events, { type: 'remembered', memory }]);
    expect(state).toMatchObject({ at: 'confirming', sent, link: { kind: 'single' } });
  });

  it('that was made on another device is shown while it waits, at the choice and at the review', () => {
    const body = { ...VIEW, requestStatuses: [{ txHash: HASH, hasBeenPaid: false }] };
    const seen: PageEvent = { type: 'viewed', answer: { status: 200, body } };
    expect(walk(initialState(viewed), [seen])).toMatchObject({ at: 'connect', notice: 'seen' });
    const review = walk(initialState(viewed), toReview);
    expect(nextState(review, seen)).toMatchObject({ at: 'review', notice: 'seen' });
    expect(nextState(review, { type: 'viewed', answer: viewed })).toBe(review);
  });

  it('is not given up because the API is away or the link has expired', () => {
    const away = nextState(confirming, { type: 'viewed', answer: { status: 0, body: null } });
    expect(away).toMatchObject({ at: 'confirming', offline: true });
    const expired: Answer = { status: 403, body: { status: 'expired' } };
    expect(nextState(away, { type: 'viewed', answer: expired })).toMatchObject({
      at: 'confirming',
      offline: false,
    });
  });

  const memory = { sent: { hash: HASH, at: 5, walletId: WALLET.id }, view: VIEW };

  it.each<[string, Answer, StateName]>([
    ['pending', viewed, 'confirming'],
    ['expired', { status: 403, body: { status: 'expired' } }, 'confirming'],
    ['out of reach', { status: 0, body: null }, 'confirming'],
    ['complete', completed, 'done'],
    ['unknown', { status: 404, body: null }, 'unknown'],
  ])('is remembered after a reload while the link is %s', (_name, answer, stateName) => {
    expect(nextState(initialState(answer), { type: 'remembered', memory }).at).toBe(stateName);
  });

  it('lends its bill to the receipt after a reload', () => {
    expect(nextState(initialState(completed), { type: 'remembered', memory })).toMatchObject({
      at: 'done',
      sentAt: 5,
      link: { payments: [{ amountUnits: 12_500_000n }] },
    });
  });

  it('from another device is shown before the payer pays a second time', () => {
    const body = { ...VIEW, requestStatuses: [{ hasBeenPaid: false, txHash: HASH }] };
    expect(initialState({ status: 200, body })).toMatchObject({ at: 'connect', notice: 'seen' });
    expect(initialState(viewed)).not.toHaveProperty('notice');
    // Of a batch a payment that counts is nothing to wait for.
    const paid = { ...VIEW, requestStatuses: [{ hasBeenPaid: true, txHash: HASH }] };
    expect(initialState({ status: 200, body: paid })).not.toHaveProperty('notice');
  });

  it('is confirmed with the payer first where the wallet was still open', () => {
    const open = { sent: undefined, view: VIEW };
    expect(nextState(initialState(viewed), { type: 'remembered', memory: open })).toMatchObject({
      at: 'connect',
      notice: 'left_open',
    });
  });
});

describe('a reload', () => {
  const resumed = { type: 'resumed', wallet: WALLET, address: PAYER, chainId: SEPOLIA } as const;
  const fresh: PageEvent = { ...resumed, progress: undefined };
  const progress = { walletId: WALLET.id, address: PAYER, signed: 1 };
  const pending: PageEvent = {
    ...resumed,
    progress: { ...progress, signed: 0, approval: { hash: HASH, steps: 2 } },
  };
  const found: PageEvent = { type: 'wallets_found', wallets: [WALLET] };
  const choice = nextState(initialState(viewed), found);

  it('continues with the wallet that was connected', () => {
    const preparing = nextState(choice, fresh);
    expect(preparing).toMatchObject({ at: 'preparing', signed: 0, payer: { address: PAYER } });
    const ready = prepared(calldata([PAY]));
    expect(nextState(preparing, ready)).toMatchObject({ at: 'review', signed: 0 });
    expect(walk(choice, [{ ...resumed, progress }, ready])).toMatchObject({
      at: 'review',
      signed: 1,
    });
  });

  it('follows an approval that is not through, and counts one that is', () => {
    const approving = walk(choice, [pending, prepared(calldata([APPROVE, PAY]))]);
    expect(approving).toMatchObject({ at: 'approving', hash: HASH, signed: 0 });
    const through = walk(choice, [pending, prepared(calldata([PAY]))]);
    expect(through).toMatchObject({ at: 'review', signed: 1 });
  });

  it('keeps an approval under way over an outage', () => {
    const back = walk(choice, [
      pending,
      prepared({ status: 503, body: null }),
      { type: 'viewed', answer: viewed },
    ]);
    expect(back).toMatchObject({ at: 'preparing', approval: { hash: HASH } });
  });

  it('carries over what has to be said before a second payment', () => {
    const memory = { sent: undefined, view: VIEW };
    const state = walk(choice, [{ type: 'remembered', memory }, fresh, prepared(calldata([PAY]))]);
    expect(state).toMatchObject({ at: 'review', notice: 'left_open' });
  });

  it('changes nothing once the payer has declined or chosen', () => {
    const picked = nextState(choice, { type: 'wallet_picked', wallet: WALLET });
    expect(nextState(picked, fresh)).toBe(picked);
    const declined = nextState(picked, { type: 'wallet_refused', refusal: 'declined' });
    expect(nextState(declined, fresh)).toBe(declined);
    const review = walk(initialState(viewed), toReview);
    expect(nextState(review, fresh)).toBe(review);
  });

  it('offers the wallets again after the payer chose another, and only then', () => {
    const leaves = (before: PageState, event: PageEvent) =>
      hasLeftWallet(before, nextState(before, event));
    const picked = nextState(choice, { type: 'wallet_picked', wallet: WALLET });
    const review = walk(initialState(viewed), toReview);
    expect(leaves(picked, { type: 'wallet_refused', refusal: 'declined' })).toBe(true);
    expect(leaves(picked, { type: 'other_wallet' })).toBe(true);
    expect(leaves(review, { type: 'other_wallet' })).toBe(true);
    expect(leaves(review, { type: 'account_changed', address: undefined })).toBe(true);
    expect(leaves(review, { type: 'go' })).toBe(false);
    // The wallet is the same after the reload that helps, and so is an approval that is on its way.
    const preparing = walk(initialState(viewed), connected);
    expect(leaves(preparing, { type: 'wallet_refused', refusal: 'unloaded' })).toBe(false);
    expect(leaves(picked, { type: 'wallet_refused', refusal: 'unloaded' })).toBe(false);
    expect(
      leaves(initialState({ status: 0, body: null }), { type: 'viewed', answer: viewed }),
    ).toBe(false);
    const memory = { sent: { hash: HASH, at: 5, walletId: WALLET.id }, view: VIEW };
    const followed = nextState(choice, { type: 'remembered', memory });
    expect(leaves(followed, { type: 'cancelled' })).toBe(false);
  });
});

describe('an outage', () => {
  it('keeps the payer and continues where it was', () => {
    const state = walk(initialState(viewed), [...connected, prepared({ status: 503, body: null })]);
    expect(state).toMatchObject({ at: 'unreachable', kept: { payer: { address: PAYER } } });
    expect(nextState(state, { type: 'viewed', answer: viewed })).toMatchObject({
      at: 'preparing',
      payer: { address: PAYER },
    });
  });

  it('waits longer each time, and half a minute at most', () => {
    let state = initialState({ status: 0, body: null });
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      waits.push(state.at === 'unreachable' ? state.waitS : 0);
      state = nextState(state, { type: 'viewed', answer: { status: 0, body: null } });
    }
    expect(waits).toEqual([2, 4, 8, 16, 30, 30]);
  });

  it('of a poll changes no page state', () => {
    const review = walk(initialState(viewed), toReview);
    expect(nextState(review, { type: 'viewed', answer: { status: 500, body: null } })).toBe(review);
  });

  it('of the limit waits as long as required', () => {
    const limited: Answer = { status: 429, body: null, retryAfterS: 17 };
    expect(initialState(limited)).toMatchObject({ at: 'limited', waitS: 17 });
  });
});

describe('the way back to the shop', () => {
  it('has words of its own when its label is blank', () => {
    const stateName = { url: 'https://shop.example/', host: 'shop.example' };
    const { url } = stateName;
    expect(readRedirect(url, 'Back to the shop')).toEqual({
      ...stateName,
      label: 'Back to the shop',
    });
    expect(readRedirect(url, ' \u00a0 ')).toEqual({ ...stateName, label: undefined });
    expect(readRedirect('javascript:alert(1)', 'Back')).toBeUndefined();
  });

  it.each([
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://SHOP.example:8443/a@b', 'shop.example:8443'],
    ['https://evil.example\\@shop.example/', 'evil.example'],
  ])('of %s leads to %s', (url, host) => {
    expect(readRedirect(url, 'Back')).toMatchObject({ host });
  });

  it.each(['https://shop.example@evil.example/', 'https://:x@evil.example/'])(
    'is left out where something reads like its host and is none: %s',
    (url) => {
      expect(readRedirect(url, 'Back')).toBeUndefined();
    },
  );
});
