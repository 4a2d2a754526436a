import { describe, expect, it } from 'vitest';
import { readLink } from './link.ts';
import type { PageEvent, PageState } from './page-state.ts';
import { completed, PAYER, VIEW, viewed } from './sample-states.ts';
import { nextState } from './transitions.ts';

const link = readLink(VIEW);
if (typeof link === 'string') throw new Error(link);

const wallet = { id: 'wallet', name: 'Wallet', icon: undefined };
const payer = { wallet, address: PAYER, chainId: 1 };
const preparing: PageState = { at: 'preparing', link, wallets: [wallet], payer, signed: 0 };
const connect: PageState = { at: 'connect', link, wallets: [wallet] };
const chosen: PageEvent = { type: 'crosschain', link: undefined, follows: false };
const found: PageEvent = { type: 'crosschain', link, follows: true };
const expired: PageEvent = {
  type: 'viewed',
  answer: { status: 403, body: { status: 'expired', expiresAt: '2026-11-23T03:00:00.000Z' } },
};
const applyTo = (state: PageState, ...events: PageEvent[]) => events.reduce(nextState, state);

describe('paying from another network', () => {
  it('keeps who pays, and leads back to the payment on its own network', () => {
    const elsewhere = applyTo(preparing, chosen);
    expect(elsewhere).toMatchObject({ at: 'crosschain', link, payer, follows: false });
    expect(applyTo(elsewhere, { type: 'refresh' })).toMatchObject({ at: 'preparing', payer });
  });

  it('learns on which network the wallet stands', () => {
    const switched = applyTo(preparing, chosen, { type: 'chain_changed', chainId: 42_161 });
    expect(switched).toMatchObject({ payer: { chainId: 42_161 } });
  });

  it('is followed from where it was sent, with who paid it', () => {
    const sent: PageEvent = { type: 'crosschain', link: undefined, follows: true };
    const followed = applyTo(preparing, chosen, sent);
    expect(followed).toMatchObject({ at: 'crosschain', link, payer, follows: true });
    expect(applyTo(followed, { type: 'refresh' })).toMatchObject({ at: 'preparing', payer });
  });

  it('is followed without a wallet, and leads back to the choice of one', () => {
    const followed = applyTo(connect, found);
    expect(followed).toMatchObject({ at: 'crosschain', payer: undefined, follows: true });
    expect(applyTo(followed, { type: 'chain_changed', chainId: 1 })).toBe(followed);
    expect(applyTo(followed, { type: 'refresh' })).toMatchObject({ at: 'connect', link });
  });

  it('is followed where the link has expired or the API is away, from what this browser kept', () => {
    const ended = applyTo(connect, expired);
    expect(ended.at).toBe('expired');
    expect(applyTo(ended, found)).toMatchObject({ at: 'crosschain', link });
    const away: PageState = { at: 'unreachable', waitS: 2, tries: 1, kept: undefined };
    expect(applyTo(away, found)).toMatchObject({ at: 'crosschain', link });
    expect(applyTo(away, chosen)).toBe(away);
  });

  it('goes on while the link expires, and ends once it is paid', () => {
    const followed = applyTo(connect, found);
    expect(applyTo(followed, { type: 'viewed', answer: viewed }, expired)).toBe(followed);
    expect(applyTo(followed, { type: 'viewed', answer: completed }).at).toBe('done');
  });

  it('never begins while a payment on the own network is being signed or is on its way', () => {
    const sent = { hash: `0x${'ab'.repeat(32)}`, at: 1, walletId: 'wallet' };
    const confirming = applyTo(connect, { type: 'remembered', memory: { sent, view: VIEW } });
    expect(confirming.at).toBe('confirming');
    expect(applyTo(confirming, chosen)).toBe(confirming);
    expect(applyTo(confirming, found)).toBe(confirming);
  });

  it('gives way to a payment on the own network that another tab has sent', () => {
    const sent = { hash: `0x${'ab'.repeat(32)}`, at: 1, walletId: 'wallet' };
    const elsewhere = applyTo(preparing, chosen);
    const followed = applyTo(elsewhere, { type: 'remembered', memory: { sent, view: VIEW } });
    expect(followed.at).toBe('confirming');
  });
});
