import { describe, expect, it } from 'vitest';
import type { PageEvent, PageState } from './page-state.ts';
import { completed, PAYEE, PAYER } from './sample-states.ts';
import { nextState } from './transitions.ts';

const child = (network: string) => ({
  payee: PAYEE,
  amount: '5',
  executable: true,
  blockReason: null,
  context: { network, currency: `USDC-${network}` },
});
const body = {
  paymentType: 'multicall',
  canExecute: false,
  children: [child('base'), child('optimism')],
};
const wallet = { id: 'wallet', name: 'Wallet', icon: undefined };
const payer = { wallet, address: PAYER, chainId: 1 };
const unsupported: PageState = { at: 'unsupported', body };
const found: PageEvent = { type: 'wallets_found', wallets: [wallet] };
const picked: PageEvent = { type: 'wallet_picked', wallet };
const connected: PageEvent = { type: 'connected', address: PAYER, chainId: 1 };
const refresh: PageEvent = { type: 'refresh' };
const follow: PageEvent = { type: 'crosschain', link: undefined, follows: true };
const expired: PageEvent = {
  type: 'viewed',
  answer: { status: 403, body: { status: 'expired', expiresAt: '2026-11-23T03:00:00.000Z' } },
};
const applyTo = (state: PageState, ...events: PageEvent[]) => events.reduce(nextState, state);

describe('a bundle that no one network can pay', () => {
  it('goes from the choice of a wallet to what the wallet has on other networks', () => {
    const choice = applyTo(unsupported, found);
    expect(choice).toEqual({ at: 'unsupported', body, wallets: [wallet] });
    const connecting = applyTo(choice, picked);
    expect(connecting).toMatchObject({ at: 'connecting', wallet });
    const elsewhere = applyTo(connecting, connected);
    expect(elsewhere).toEqual({ at: 'crosschain', body, payer, follows: false });
    expect(applyTo(elsewhere, { type: 'chain_changed', chainId: 42_161 })).toMatchObject({
      payer: { chainId: 42_161 },
    });
  });

  it('is back at the choice where the wallet declines, or the payer wants another way', () => {
    const connecting = applyTo(unsupported, found, picked);
    const declined = applyTo(connecting, { type: 'wallet_refused', refusal: 'declined' });
    expect(declined).toMatchObject({ at: 'unsupported', body, notice: 'declined' });
    expect(applyTo(declined, picked)).toEqual(connecting);
    expect(applyTo(connecting, { type: 'other_wallet' })).toMatchObject({
      at: 'unsupported',
      body,
      wallets: [wallet],
    });
    const left = applyTo(connecting, connected, refresh);
    expect(left).toMatchObject({ at: 'unsupported', body });
  });

  it('is followed after a reload, on another device, and where the API is away', () => {
    const followed = { at: 'crosschain', body, payer: undefined, follows: true };
    expect(applyTo(unsupported, follow)).toEqual(followed);
    const away: PageState = { at: 'unreachable', waitS: 2, tries: 1, kept: undefined };
    expect(applyTo(away, { ...follow, body })).toEqual(followed);
    expect(applyTo(away, follow)).toBe(away);
    expect(applyTo(unsupported, follow, refresh)).toMatchObject({ at: 'unsupported', body });
  });

  it('goes on while it expires, and ends once all of it is paid', () => {
    const signing = applyTo(unsupported, found, picked, connected);
    for (const state of [signing, applyTo(unsupported, follow)]) {
      expect(applyTo(state, expired)).toBe(state);
      expect(applyTo(state, { type: 'viewed', answer: completed }).at).toBe('done');
    }
    expect(applyTo(unsupported, expired).at).toBe('expired');
  });
});
