import { describe, expect, it } from 'vitest';
import { useBrowserStorage } from '../../tests/support/browser-storage.ts';
import { openMemory } from './memory.ts';
import { moneyKnown } from './money-known.ts';
import { HASH, PAYER, WALLET } from './sample-states.ts';
import { noteSpent } from './spent.ts';

const TOKEN = 'a link';
const NOW = Date.now();
const SENT = { hash: HASH, at: NOW, walletId: WALLET.id };
const PROGRESS = { walletId: WALLET.id, address: PAYER, signed: 0 };

describe('what is said of money where a part of the page did not load', () => {
  useBrowserStorage();

  const known = (at: string, changes: { isNoticed?: boolean; nowMs?: number } = {}) =>
    moneyKnown({
      ...{ token: TOKEN, at, isNoticed: false, nowMs: NOW, ...changes },
      read: (key) => localStorage.getItem(key),
    });
  const memory = (token = TOKEN) => openMemory(token, () => NOW);
  const store = (token: string, more: object = {}) =>
    memory(token).write({ sent: undefined, chain: 'sepolia', view: {}, ...more });

  it('is that nothing was charged, or what was, where nothing is on its way', () => {
    for (const at of ['connect', 'preparing', 'review', '']) expect(known(at)).toBe('none');
    noteSpent(TOKEN, 'fees');
    expect(known('connect')).toBe('fees');
    noteSpent(TOKEN, 'part');
    expect(known('review')).toBe('part');
  });

  it('counts what was signed before, also while its wallet is not found again', () => {
    const approval = { hash: HASH, steps: 2 };
    memory().writeProgress({ ...PROGRESS, approval });
    expect(known('connect')).toBe('fees');
    memory().writeProgress({ ...PROGRESS, approval, part: { hash: HASH, pays: [0] } });
    expect(known('approving')).toBe('part');
  });

  it.each([TOKEN, `${TOKEN}.crosschain`, `${TOKEN}.fees`])(
    'never is that nothing was charged once a payment was sent, or may have been: %s',
    (token) => {
      noteSpent(TOKEN, 'fees');
      store(token);
      for (const at of ['connect', 'preparing', 'crosschain', '']) expect(known(at)).toBe('open');
      store(token, { calls: { id: '0xca11', walletId: WALLET.id } });
      expect(known('connect', { nowMs: NOW + 16 * 60_000 })).toBe('open');
      store(token, { sent: SENT });
      for (const at of ['connect', 'preparing', 'crosschain', '']) expect(known(at)).toBe('sent');
    },
  );

  it('is no longer that a request may be open once no wallet can have it', () => {
    store(TOKEN);
    expect(known('connect', { nowMs: NOW + 16 * 60_000 })).toBe('none');
  });

  it('is no longer that calls may be made a day after a wallet has taken them, but ever that a proposal may', () => {
    const later = (hours: number) => known('connect', { nowMs: NOW + hours * 3_600_000 });
    store(TOKEN, { calls: { id: '0xca11', walletId: WALLET.id } });
    expect([later(23), later(25)]).toEqual(['open', 'none']);
    const proposal = { safeTxHash: HASH, safe: PAYER, until: NOW, walletId: WALLET.id };
    store(TOKEN, { proposal: { ...proposal, isReported: false, isOver: true } });
    expect(later(25)).toBe('open');
  });

  it('goes by the state where nothing is kept of it', () => {
    expect(['signing', 'approving', 'confirming'].map((at) => known(at))).toEqual([
      'open',
      'fees',
      'sent',
    ]);
  });

  it('is left to what the page says of it already', () => {
    expect(known('connect', { isNoticed: true })).toBeUndefined();
    noteSpent(TOKEN, 'fees');
    expect(known('crosschain')).toBeUndefined();
    store(TOKEN, { sent: SENT });
    for (const at of ['done', 'expired', 'proposed', 'mismatch']) expect(known(at)).toBeUndefined();
  });
});
