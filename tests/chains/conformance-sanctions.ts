import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain, SanctionsReads } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';

/** What the suite needs of a network that has a list of sanctioned addresses. */
export interface SanctionsHarness {
  readonly chain: Chain;
  /** One of a network that has no list. */
  readonly withoutList: Pick<Chain, 'sanctions'>;
  readonly listedAddress: string;
  readonly unlistedAddress: string;
  /** Puts an address on the list, or takes it off. */
  setListed(address: string, isListed: boolean): Promise<void>;
  /** Takes the contract away, or puts one there that answers 2. */
  breakOracle(how: 'gone' | 'nonsense'): Promise<void>;
  /** Leaves the network without a node that answers. */
  stopNodes(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the suite that the lists of every adapter that has them pass, against the port alone. */
export function describeSanctions(name: string, start: () => Promise<SanctionsHarness>): void {
  describe(`the sanctioned addresses of ${name}`, () => {
    let world: SanctionsHarness;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world?.stop());
    const list = (): SanctionsReads => {
      const { sanctions } = world.chain;
      if (sanctions === undefined) throw new Error('the network has a list');
      return sanctions;
    };

    it('are answered for each address, in the order of the question', async () => {
      const { listedAddress, unlistedAddress } = world;
      expect(await list().areListed([unlistedAddress, listedAddress])).toEqual([false, true]);
      expect(await list().areListed([listedAddress, unlistedAddress])).toEqual([true, false]);
      expect(await list().areListed([])).toEqual([]);
      expect(world.chain.isAddress(list().oracleAddress)).toBe(true);
    });

    it('are those of the newest block', async () => {
      const { unlistedAddress } = world;
      await world.setListed(unlistedAddress, true);
      expect(await list().areListed([unlistedAddress])).toEqual([true]);
      await world.setListed(unlistedAddress, false);
      expect(await list().areListed([unlistedAddress])).toEqual([false]);
    });

    it('are not kept where the network has no list', () => {
      expect(world.withoutList.sanctions).toBeUndefined();
    });

    it.each(['nonsense', 'gone'] as const)(
      'are unknown, and never none, where the contract is %s',
      async (how) => {
        await world.breakOracle(how);
        const asked = list().areListed([world.unlistedAddress]);
        await expect(asked).rejects.toThrow(Outage);
      },
    );

    it('are unknown where no node answers', async () => {
      await world.stopNodes();
      const asked = list().areListed([world.unlistedAddress]);
      await expect(asked).rejects.toThrow(Outage);
    });
  });
}
