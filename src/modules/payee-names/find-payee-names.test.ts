import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { AccountState, Chain } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { fakeNames } from '../../../tests/chains/fake/names.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { safeAccounts } from '../../../tests/support/safe-accounts.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { findPayeeNames } from './find-payee-names.ts';

const SHOP = '0x1111111111111111111111111111111111111111';
const MINUTE_MS = 60_000;

/** Ethereum with its registry, Base and Tron, where the shop has a name on Ethereum. */
function world() {
  const registry = fakeNames('mainnet');
  if (registry === undefined) throw new Error('Ethereum has a registry');
  const [onBase, onMainnet] = [safeAccounts('base'), safeAccounts('mainnet')];
  const base: Chain = { ...stillChain('base'), accounts: onBase.accounts };
  const mainnet: Chain = {
    ...stillChain('mainnet'),
    accounts: onMainnet.accounts,
    names: registry,
  };
  const now = manualClock(TEST_TIME);
  const log = pino({ level: 'silent' });
  const ctx = { chains: connected(base, mainnet, stillChain('tron')), now, log };
  const register = (address: string, name: string) => {
    registry.claims.set(address, name);
    registry.entries.set(name, address);
  };
  register(SHOP, 'shop.eth');
  const view = (network: 'mainnet' | 'base' | 'tron' = 'mainnet', addresses = [SHOP]) =>
    Object.fromEntries(findPayeeNames(ctx, { network, addresses }));
  /** What a view shows after another one, whose look-up is over. */
  const viewAgain = async (...query: Parameters<typeof view>) => {
    view(...query);
    await settled();
    return view(...query);
  };
  return { registry, onBase, onMainnet, ctx, now, register, view, viewAgain };
}

/** Everything that a look-up of the fake registry waits for. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the name of a payee', () => {
  it('is looked up behind the first answer, and shown from the next one on', async () => {
    const { view, registry } = world();
    expect(view()).toEqual({});
    expect(view()).toEqual({});
    await settled();
    expect(view()).toEqual({ [SHOP]: 'shop.eth' });
    expect(registry.asked).toBe(1);
  });

  it('is read again within the hour, and shown meanwhile', async () => {
    const { viewAgain, view, now, registry } = world();
    await viewAgain();
    now.advance(49 * MINUTE_MS);
    view();
    expect(registry.asked).toBe(1);
    now.advance(2 * MINUTE_MS);
    expect(view()).toEqual({ [SHOP]: 'shop.eth' });
    expect(registry.asked).toBe(2);
    await settled();
    now.advance(30 * MINUTE_MS);
    expect(view()).toEqual({ [SHOP]: 'shop.eth' });
  });

  it('is not shown once it is an hour old, whatever it was', async () => {
    const { viewAgain, view, now, registry, register } = world();
    await viewAgain();
    register(SHOP, 'other.eth');
    registry.entries.delete('shop.eth');
    now.advance(60 * MINUTE_MS);
    expect(view()).toEqual({});
    await settled();
    expect(view()).toEqual({ [SHOP]: 'other.eth' });
  });

  it('is given up an hour after it was read, where no node answers since', async () => {
    const { viewAgain, view, now, registry } = world();
    await viewAgain();
    vi.spyOn(registry, 'findNames').mockRejectedValue(new Outage('the node of the test is down'));
    now.advance(51 * MINUTE_MS);
    expect(await viewAgain()).toEqual({ [SHOP]: 'shop.eth' });
    now.advance(9 * MINUTE_MS);
    expect(view()).toEqual({});
  });

  it('is none for an hour where there is none', async () => {
    const { registry, viewAgain, view, now } = world();
    registry.entries.delete('shop.eth');
    expect(await viewAgain()).toEqual({});
    registry.entries.set('shop.eth', SHOP);
    now.advance(49 * MINUTE_MS);
    expect(await viewAgain()).toEqual({});
    expect(registry.asked).toBe(1);
    now.advance(2 * MINUTE_MS);
    expect(view()).toEqual({});
    await settled();
    expect(view()).toEqual({ [SHOP]: 'shop.eth' });
  });

  it('is looked up again five minutes after no node answered', async () => {
    const { registry, viewAgain, now } = world();
    const down = vi.spyOn(registry, 'findNames');
    down.mockRejectedValueOnce(new Outage('the node of the test is down'));
    expect(await viewAgain()).toEqual({});
    now.advance(4 * MINUTE_MS);
    expect(await viewAgain()).toEqual({});
    expect(down).toHaveBeenCalledTimes(1);
    now.advance(MINUTE_MS);
    expect(await viewAgain()).toEqual({ [SHOP]: 'shop.eth' });
  });

  it('delays nothing where the node never answers, of which four look-ups wait at most', () => {
    const { registry, view } = world();
    const hung = vi.spyOn(registry, 'findNames').mockReturnValue(new Promise(() => undefined));
    for (let i = 0; i < 10; i += 1) expect(view('mainnet', [addressOf(i)])).toEqual({});
    expect(hung).toHaveBeenCalledTimes(4);
  });

  it('is looked up for forty payees at once, and for the others with the next view', async () => {
    const { registry, viewAgain, register } = world();
    const payees = Array.from({ length: 50 }, (_, i) => addressOf(i));
    for (const [i, payee] of payees.entries()) register(payee, `shop-${i}.eth`);
    expect(Object.keys(await viewAgain('mainnet', payees))).toEqual(payees.slice(0, 40));
    expect(registry.asked).toBe(50);
    await settled();
    expect(Object.keys(await viewAgain('mainnet', payees))).toEqual(payees);
  });

  it('is looked up again once ten thousand others were', async () => {
    const { registry, viewAgain, view } = world();
    await viewAgain();
    const showOthers = async (from: number, to: number) => {
      for (let i = from; i < to; i += 40) {
        view(
          'mainnet',
          Array.from({ length: Math.min(40, to - i) }, (_, j) => addressOf(i + j)),
        );
        await settled();
      }
    };
    await showOthers(0, 9_999);
    expect(view()).toEqual({ [SHOP]: 'shop.eth' });
    await showOthers(9_999, 10_000);
    expect(view()).toEqual({});
    expect(registry.asked).toBe(10_002);
  });

  it.each(['verified.eth', '0x1111111111.eth', `${'a'.repeat(70)}.eth`])(
    'is not shown where it would mislead: %s',
    async (name) => {
      const { register, viewAgain } = world();
      register(SHOP, name);
      expect(await viewAgain()).toEqual({});
    },
  );
});

describe('the name of a payee on another network', () => {
  const contract: AccountState = { kind: 'contract' };
  const delegated: AccountState = { kind: 'delegated', to: SHOP };

  it('is that on Ethereum, for accounts of keys', async () => {
    const { viewAgain, onBase } = world();
    onBase.script.states.set(SHOP, delegated);
    expect(await viewAgain('base')).toEqual({ [SHOP]: 'shop.eth' });
  });

  it.each(['onBase', 'onMainnet'] as const)(
    'is none where a contract may be somebody else: %s',
    async (where) => {
      const at = world();
      at[where].script.states.set(SHOP, contract);
      expect(await at.viewAgain('base')).toEqual({});
      expect(await at.viewAgain('mainnet')).toEqual({ [SHOP]: 'shop.eth' });
    },
  );

  it('is not read for addresses of another kind, nor without a registry', async () => {
    const { viewAgain, registry, ctx } = world();
    expect(await viewAgain('tron')).toEqual({});
    const chains = connected(stillChain('mainnet'));
    const query = { network: 'mainnet', addresses: [SHOP] } as const;
    expect(findPayeeNames({ ...ctx, chains }, query).size).toBe(0);
    expect(registry.asked).toBe(0);
  });
});

function addressOf(i: number): string {
  return `0x${String(i + 100).padStart(40, '0')}`;
}
