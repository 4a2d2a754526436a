import { describe, expect, it } from 'vitest';
import { useBrowserStorage } from '../../tests/support/browser-storage.ts';
import { openMemory } from './memory.ts';
import { HASH, PAYER, WALLET } from './sample-states.ts';

const TOKEN = 'a link';
const NOW = 1_000_000;
const OTHER_HASH = `0x${'9'.repeat(64)}`;
const progress = { walletId: WALLET.id, address: PAYER, signed: 1 };
const PROPOSAL = {
  safeTxHash: HASH,
  safe: PAYER,
  until: NOW,
  walletId: WALLET.id,
  isReported: false,
  isOver: false,
};
const part = { hash: HASH, pays: [0, 1] };

describe('what a browser remembers of a link', () => {
  useBrowserStorage();

  const open = () => openMemory(TOKEN, () => NOW);

  it('holds how far an account had come, with what it sent', () => {
    const approval = { hash: HASH, steps: 2, isMined: true };
    open().writeProgress({ ...progress, approval });
    expect(open().readProgress()).toMatchObject({ ...progress, approval });
  });

  it('holds the name of calls that a wallet has taken for a day, and an open request for minutes', () => {
    const calls = { id: '0xca11', walletId: WALLET.id };
    const at = (minutes: number) => openMemory(TOKEN, () => NOW + minutes * 60_000).read();
    open().write({ sent: undefined, chain: 'sepolia', view: {}, calls });
    expect(at(23 * 60)).toEqual({ sent: undefined, view: {}, calls });
    expect(at(25 * 60)).toBeUndefined();
    open().write({ sent: undefined, chain: 'sepolia', view: {} });
    expect(at(14)).toEqual({ sent: undefined, view: {}, calls: undefined });
    expect(at(16)).toBeUndefined();
  });

  it('is after a request that came to nothing what it was before, with its time', () => {
    const at = (minutes: number) => openMemory(TOKEN, () => NOW + minutes * 60_000);
    const open = { sent: undefined, chain: 'sepolia', view: {} };
    at(0).backUp()();
    expect(at(0).read()).toBeUndefined();
    at(0).write(open);
    const restore = at(10).backUp();
    at(10).write(open);
    expect(at(20).read()).toBeDefined();
    restore();
    expect(at(14).read()).toBeDefined();
    expect(at(20).read()).toBeUndefined();
  });

  describe('of a request that was open before another one was sent', () => {
    const at = (minutes: number) => openMemory(TOKEN, () => NOW + minutes * 60_000);
    const about = { sent: undefined, chain: 'sepolia', view: {} };
    const sent = { hash: HASH, at: NOW + 10 * 60_000, walletId: WALLET.id };
    const stored = () => JSON.parse(localStorage.getItem(`florin.payment.${TOKEN}`) ?? '{}');

    it('is that it was open, until its own time is over, once what was sent has failed', () => {
      at(0).write(about);
      // When it is sent, when it is followed, and when another transaction takes its place.
      at(10).write({ ...about, sent });
      at(10).write({ ...about, sent });
      at(11).write({ ...about, sent: { ...sent, hash: OTHER_HASH } });
      expect(at(12).read()).toMatchObject({ sent: { walletId: WALLET.id } });
      // By each tab that follows it.
      at(12).dropSent(OTHER_HASH);
      at(12).dropSent(OTHER_HASH);
      expect(at(14).read()).toEqual({ sent: undefined, view: {}, calls: undefined });
      expect(at(16).read()).toBeUndefined();
    });

    it('is nothing where there was none, or what was sent is what the wallet had taken', () => {
      at(10).write({ ...about, sent });
      at(10).dropSent(HASH);
      expect(stored()).toEqual({});
      at(0).write({ ...about, calls: { id: '0xca11', walletId: WALLET.id } });
      at(1).write({ ...about, sent });
      at(1).dropSent(HASH);
      expect(stored()).toEqual({});
    });

    it('stays with what was sent while another payment fails, which a tab still followed', () => {
      at(0).write(about);
      at(10).write({ ...about, sent });
      const before = stored();
      at(12).dropSent(OTHER_HASH);
      expect(stored()).toEqual(before);
    });

    it('is calls of another wallet and a proposal whose time is over, each as long as alone', () => {
      const calls = { id: '0xca11', walletId: 'another wallet' };
      const proposal = { ...PROPOSAL, isOver: true };
      at(0).write({ ...about, calls, proposal });
      at(10).write({ ...about, sent, calls, proposal });
      // When it is followed, and when another transaction takes its place.
      at(10).write({ ...about, sent });
      at(11).write({ ...about, sent: { ...sent, hash: OTHER_HASH } });
      expect(at(12).read()).toEqual({ sent: { ...sent, hash: OTHER_HASH }, view: {} });
      at(12).dropSent(OTHER_HASH);
      expect(at(23 * 60).read()).toEqual({ sent: undefined, view: {}, calls, proposal });
      expect(at(25 * 60).read()).toEqual({ sent: undefined, view: {}, proposal });
    });

    it('goes with all the rest where the page clears what it keeps', () => {
      at(0).write(about);
      at(10).write({ ...about, sent });
      at(10).clear();
      expect(stored()).toEqual({});
    });

    it('is read from what earlier versions have stored, and adds nothing that they do not read', () => {
      const old = { token: TOKEN, chain: 'sepolia', at: NOW, walletId: WALLET.id, view: {} };
      localStorage.setItem(`florin.payment.${TOKEN}`, JSON.stringify({ ...old, hash: HASH }));
      expect(at(1).read()).toMatchObject({ sent: { hash: HASH } });
      at(1).dropSent(HASH);
      expect(stored()).toEqual({});
      localStorage.setItem(`florin.payment.${TOKEN}`, JSON.stringify({ ...old, walletId: '' }));
      at(10).write({ ...about, sent });
      expect(stored()).toEqual({ ...old, ...sent, left: { at: NOW, walletId: '' } });
      at(10).dropSent(HASH);
      expect(stored()).toEqual({ ...old, walletId: '' });
    });
  });

  it('holds calls beside a proposal whose time is over, as both may still be made', () => {
    const calls = { id: '0xca11', walletId: WALLET.id };
    const proposal = { ...PROPOSAL, until: NOW - 1 };
    open().write({ sent: undefined, chain: 'sepolia', view: {}, calls, proposal });
    expect(open().read()).toMatchObject({ calls, proposal: { ...proposal, isOver: true } });
  });

  it('is no approval of which it cannot be read whether a block holds it', () => {
    const approval = { hash: HASH, steps: 2, isMined: 'yes' };
    const kept = { ...progress, approval, at: NOW };
    localStorage.setItem(`florin.progress.${TOKEN}`, JSON.stringify(kept));
    expect(open().readProgress()).toBeUndefined();
  });

  it('holds no wallet that the payer turned away from, but what was sent with it', () => {
    open().writeProgress({ ...progress, part });
    open().clearProgress(part);
    expect(open().readProgress()).toMatchObject({ part, walletId: '', signed: 0 });
    open().clearProgress(undefined);
    expect(open().readProgress()).toBeUndefined();
  });
});
