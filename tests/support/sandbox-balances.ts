import { setTimeout as wait } from 'node:timers/promises';
import { createPublicClient, erc20Abi, type Hex, http } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import type { ReachedWorld } from './world.ts';

/** What wallets of a world hold on its Sepolia, by currency id. */
interface SandboxBalances {
  balanceOf(wallet: Hex, currencyId: string): Promise<bigint>;
  /**
   * How much more of each currency a wallet holds after an act than before it, once all that test
   * accounts have sent is in a block.
   */
  receivedBy(
    wallet: Hex,
    currencyIds: readonly string[],
    act: () => Promise<unknown>,
  ): Promise<bigint[]>;
  /** The same of several wallets, by their names. */
  movedBy(
    wallets: Readonly<Record<string, Hex>>,
    currencyIds: readonly string[],
    act: () => Promise<unknown>,
  ): Promise<Record<string, bigint[]>>;
}

/** How often the node is polled whether it has mined what it took. */
const POLL_MS = 20;

/** The balances of a world. */
export function balancesOf(world: ReachedWorld): SandboxBalances {
  const client = createPublicClient({
    transport: http(world.sandbox.networks['sepolia']?.rpcUrl),
    cacheTime: 0,
  });
  const balanceOf: SandboxBalances['balanceOf'] = async (wallet, currencyId) => {
    const currency = currencyById(currencyId);
    if (currency === undefined) throw new Error(`there is no ${currencyId}`);
    if (currency.type === 'ETH') return await client.getBalance({ address: wallet });
    return await client.readContract({
      address: `0x${currency.address.slice(2)}`,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [wallet],
    });
  };
  const isMined = async ({ address }: { readonly address: Hex }) => {
    const [sent, mined] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'pending' }),
      client.getTransactionCount({ address, blockTag: 'latest' }),
    ]);
    return sent === mined;
  };
  const read = async (wallets: readonly Hex[], currencyIds: readonly string[]) => {
    for (const account of Object.values(TEST_ACCOUNTS)) {
      while (!(await isMined(account))) await wait(POLL_MS);
    }
    return await Promise.all(
      wallets.map((wallet) => Promise.all(currencyIds.map((id) => balanceOf(wallet, id)))),
    );
  };
  const moved = async (
    wallets: readonly Hex[],
    ids: readonly string[],
    act: () => Promise<unknown>,
  ) => {
    const before = await read(wallets, ids);
    await act();
    const after = await read(wallets, ids);
    return after.map((units, i) => units.map((now, j) => now - (before[i]?.[j] ?? 0n)));
  };
  return {
    balanceOf,
    receivedBy: async (wallet, currencyIds, act) =>
      (await moved([wallet], currencyIds, act))[0] ?? [],
    movedBy: async (wallets, currencyIds, act) => {
      const units = await moved(Object.values(wallets), currencyIds, act);
      return Object.fromEntries(Object.keys(wallets).map((name, i) => [name, units[i] ?? []]));
    },
  };
}
