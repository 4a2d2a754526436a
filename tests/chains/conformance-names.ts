import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain, NameReads } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';

/** What the suite needs of a network that has a registry of names. */
export interface NamesHarness {
  readonly chain: Chain;
  /** One of a network that has no registry. */
  readonly withoutRegistry: Pick<Chain, 'names'>;
  /** Two accounts, of which nothing is registered. */
  readonly addresses: readonly [string, string];
  /** Has an address say that a name is its own. */
  claim(address: string, name: string): Promise<void>;
  /** Has a name lead to an address; to none without one. */
  lead(name: string, address: string | undefined): Promise<void>;
  /** Leaves the network without a node that answers. */
  stopNodes(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the suite that the registries of every adapter that has them pass, against the port alone. */
export function describeNames(name: string, start: () => Promise<NamesHarness>): void {
  describe(`the names of ${name}`, () => {
    let world: NamesHarness;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world?.stop());
    const names = (): NameReads => {
      const { names: found } = world.chain;
      if (found === undefined) throw new Error('the network has a registry');
      return found;
    };
    const both = () => names().findNames(world.addresses);
    const first = async () => (await names().findNames([world.addresses[0]]))[0];
    /** Registers a name for the first address, in both directions. */
    const register = async (text: string) => {
      await world.claim(world.addresses[0], text);
      await world.lead(text, world.addresses[0]);
    };

    it('are none for accounts that registered none', async () => {
      expect(await both()).toEqual([undefined, undefined]);
      expect(await names().findNames([])).toEqual([]);
    });

    it('are those that lead back to the address, in the order of the question', async () => {
      const [one, other] = world.addresses;
      await world.claim(other, 'shop.eth');
      expect(await both()).toEqual([undefined, undefined]);
      await world.lead('shop.eth', one);
      expect(await both()).toEqual([undefined, undefined]);
      await world.lead('shop.eth', other);
      expect(await both()).toEqual([undefined, 'shop.eth']);
      expect(await names().findNames([other, one, other])).toEqual([
        'shop.eth',
        undefined,
        'shop.eth',
      ]);
    });

    it('are no longer those that lead elsewhere since', async () => {
      await register('corner.shop.eth');
      expect(await first()).toBe('corner.shop.eth');
      await world.lead('corner.shop.eth', world.addresses[1]);
      expect(await first()).toBeUndefined();
      await world.lead('corner.shop.eth', undefined);
      expect(await first()).toBeUndefined();
    });

    it('hold other letters and marks, where that is their normal form', async () => {
      await register('bücher.eth');
      expect(await first()).toBe('bücher.eth');
    });

    it.each([
      ['capitals', 'Shop.eth'],
      ['letters of two alphabets in one word', 'pаypal.eth'],
      ['a change of direction', 'pay\u202elap.eth'],
      ['an invisible character', 'pay\u200bpal.eth'],
      ['a blank', 'pay pal.eth'],
      ['markup', '<b>shop</b>.eth'],
      ['an empty label', 'shop..eth'],
      ['no label below it', 'eth'],
      ['nothing', ''],
    ])('are none where they are written with %s', async (_what, text) => {
      await register(text);
      expect(await first()).toBeUndefined();
    });

    it('are not read where the network has no registry', () => {
      expect(world.withoutRegistry.names).toBeUndefined();
    });

    it('are unknown where no node answers', async () => {
      await register('shop.eth');
      await world.stopNodes();
      await expect(both()).rejects.toThrow(Outage);
    });
  });
}
