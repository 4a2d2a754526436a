import { describe, expect, it } from 'vitest';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { HASH, PAYER, SEPOLIA, WALLET } from '../sample-states.ts';
import type { FeesPlan } from './check-unpaid.ts';
import { type FeesEvent, type FeesState, nextFees, type SentFees } from './fees-state.ts';
import type { UnpaidFees } from './unpaid-fees.ts';

const REFERENCE = '0x8899aabbccddeeff';
const network = TRUSTED['sepolia'];
if (network === undefined) throw new Error('the page knows Sepolia');
const unpaid: UnpaidFees = { networkId: 'sepolia', network, fees: [] };
const plan: FeesPlan = { steps: [], paid: [], hasEnoughBalance: true, hasEnoughGas: true };
const payer = { wallet: WALLET, address: PAYER, chainId: SEPOLIA };
const sent: SentFees = {
  hash: HASH,
  at: 5,
  walletId: WALLET.id,
  networkId: 'sepolia',
  references: [REFERENCE],
};
const start: FeesState = { at: 'listed' };
const prepared: FeesEvent = { type: 'prepared', payer, unpaid, plan };
const answer = (...references: readonly string[]): FeesEvent => ({
  type: 'reported',
  outstanding: references.map((paymentReference) => ({ paymentReference })),
});
const walk = (...events: readonly FeesEvent[]) => events.reduce(nextFees, start);

describe('a page that pays outstanding fees', () => {
  it('goes from the wallet over the review to what was sent, and back to the list', () => {
    const began: FeesEvent = { type: 'began', doing: 'connecting', wallet: WALLET };
    expect(walk(began)).toMatchObject({ at: 'busy', doing: 'connecting' });
    expect(walk(began, prepared)).toMatchObject({ at: 'review', payer });
    expect(walk(began, prepared, { type: 'sent', sent })).toEqual({
      at: 'sent',
      sent,
      isLost: false,
    });
    expect(walk(prepared, { type: 'sent', sent }, answer())).toEqual({ at: 'listed' });
  });

  it('offers nothing while the API still lists a fee that was sent', () => {
    const waiting = walk({ type: 'sent', sent });
    for (const event of [
      answer(REFERENCE),
      answer('0x00', REFERENCE.toUpperCase().replace('X', 'x')),
    ])
      expect(nextFees(waiting, event)).toBe(waiting);
    expect(nextFees(waiting, prepared)).toBe(waiting);
    expect(nextFees(waiting, answer('0x0000000000000001'))).toEqual({ at: 'listed' });
  });

  it('offers the fees again only where the network shows that they were not paid', () => {
    const waiting = walk({ type: 'sent', sent });
    const lost = nextFees(waiting, { type: 'lost' });
    expect(lost).toMatchObject({ at: 'sent', isLost: true });
    expect(nextFees(lost, { type: 'failed', notice: 'dropped' })).toEqual({
      at: 'listed',
      notice: 'dropped',
    });
    expect(nextFees(waiting, { type: 'replaced', hash: '0x77' })).toMatchObject({
      sent: { hash: '0x77', references: [REFERENCE] },
    });
  });

  it('has no way on after a mismatch', () => {
    const stopped = walk({ type: 'mismatched', problem: 'payee' });
    expect(stopped).toEqual({ at: 'mismatch', problem: 'payee' });
    expect(nextFees(stopped, prepared)).toBe(stopped);
  });

  it('shows what the wallet lacks instead of calling it', () => {
    const poor = { ...plan, hasEnoughBalance: false };
    expect(walk({ type: 'prepared', payer, unpaid, plan: poor })).toEqual({
      at: 'listed',
      notice: 'short',
    });
    const dry = { ...plan, hasEnoughGas: false };
    expect(walk({ type: 'prepared', payer, unpaid, plan: dry })).toEqual({
      at: 'listed',
      notice: 'noGas',
    });
  });
});
