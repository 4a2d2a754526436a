import { afterEach, describe, expect, it, vi } from 'vitest';
import { useBrowserStorage } from '../../tests/support/browser-storage.ts';
import { chargedText } from './charged.ts';
import { openMemory } from './memory.ts';
import { messages } from './messages/en/all.ts';
import { HASH, PAYER, WALLET } from './sample-states.ts';
import { noteSpent } from './spent.ts';

const TOKEN = 'a link';
const { charged, nothingCharged } = messages;

describe('what is said of money where a payment is not made', () => {
  useBrowserStorage();
  afterEach(() => void vi.useRealTimers());

  const memory = (token: string) => openMemory(token, Date.now);
  const open = { sent: undefined, chain: 'sepolia', view: {} };

  it('is that nothing was charged where this browser keeps nothing', () => {
    expect(chargedText({}, TOKEN)).toBe(nothingCharged);
    memory('another link').write(open);
    expect(chargedText({}, TOKEN)).toBe(nothingCharged);
  });

  it.each([TOKEN, `${TOKEN}.crosschain`])(
    'is that an earlier request may still move money, whatever was spent: %s',
    (token) => {
      const proposal = { safeTxHash: HASH, safe: PAYER, until: 1, walletId: WALLET.id };
      const own = { ...proposal, isReported: false, isOver: false };
      for (const more of [
        {},
        { calls: { id: '0xca11', walletId: WALLET.id } },
        { proposal: own },
        { sent: { hash: HASH, at: Date.now(), walletId: WALLET.id } },
      ]) {
        memory(token).write({ ...open, ...more });
        for (const spent of [undefined, 'fees', 'part'] as const) {
          expect(chargedText({ spent }, TOKEN)).toBe(charged.open);
        }
        memory(token).clear();
      }
    },
  );

  it('is what was paid where the payment of which only the fees are left is the one that is kept', () => {
    const sent = { hash: HASH, at: Date.now(), walletId: WALLET.id };
    memory(TOKEN).write({ ...open, sent });
    expect(chargedText({ spent: 'part', sent }, TOKEN)).toBe(charged.part);
    const other = { ...sent, hash: `0x${'9'.repeat(64)}` } as const;
    expect(chargedText({ spent: 'part', sent: other }, TOKEN)).toBe(charged.open);
    memory(`${TOKEN}.fees`).write(open);
    expect(chargedText({ spent: 'part', sent }, TOKEN)).toBe(charged.open);
  });

  it('is that a request of before that payment may still be open, while a wallet can have it', () => {
    vi.useFakeTimers();
    const { write } = memory(TOKEN);
    write(open);
    const sent = { hash: HASH, at: Date.now(), walletId: WALLET.id };
    write({ ...open, sent });
    expect(chargedText({ spent: 'part', sent }, TOKEN)).toBe(charged.open);
    vi.advanceTimersByTime(16 * 60_000);
    expect(chargedText({ spent: 'part', sent }, TOKEN)).toBe(charged.part);
  });

  it('is that calls of before that payment may still be made, for a day', () => {
    vi.useFakeTimers();
    const { write } = memory(TOKEN);
    const calls = { id: '0xca11', walletId: WALLET.id };
    write({ ...open, calls });
    const sent = { hash: HASH, at: Date.now(), walletId: WALLET.id };
    write({ ...open, sent, calls });
    vi.advanceTimersByTime(23 * 3_600_000);
    expect(chargedText({ spent: 'part', sent }, TOKEN)).toBe(charged.open);
    vi.advanceTimersByTime(2 * 3_600_000);
    expect(chargedText({ spent: 'part', sent }, TOKEN)).toBe(charged.part);
  });

  it('is that no longer once no wallet can have the request', () => {
    vi.useFakeTimers();
    memory(TOKEN).write(open);
    vi.advanceTimersByTime(16 * 60_000);
    expect(chargedText({}, TOKEN)).toBe(nothingCharged);
  });

  it('counts what an earlier page load has spent before the page itself has read it', () => {
    noteSpent(TOKEN, 'fees');
    expect(chargedText({}, TOKEN)).toBe(charged.fees);
    noteSpent(TOKEN, 'part');
    expect(chargedText({}, TOKEN)).toBe(charged.part);
    expect(chargedText({ spent: 'fees' }, TOKEN)).toBe(charged.part);
  });

  it('is what this page knows where the browser keeps nothing', () => {
    expect(chargedText({ spent: 'part' }, TOKEN)).toBe(charged.part);
  });
});
