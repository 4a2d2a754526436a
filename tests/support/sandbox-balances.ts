import { createPublicClient, erc20Abi, type Hex, http } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import type { World } from './world.ts';

/** What wallets of a world hold on its Sepolia, by currency id. */
interface SandboxBalances {
  balanceOf(wallet: Hex, currencyId: string): Promise<bigint>;
  /** How much more of each currency a wallet holds after an act than before it. */
  receivedBy(
    wallet: Hex,
    currencyIds: readonly string[],
    act: () => Promise<unknown>,
  ): Promise<bigint[]>;
}

/** The balances of a world. */
export function balancesOf(world: World): SandboxBalances {
  const client = createPublicClient({
    transport: http(world.sandbox.networks['sepolia']?.rpcUrl),
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
  return {
    balanceOf,
    receivedBy: async (wallet, currencyIds, act) => {
      const before = await Promise.all(currencyIds.map((id) => balanceOf(wallet, id)));
      await act();
      const after = await Promise.all(currencyIds.map((id) => balanceOf(wallet, id)));
      return after.map((units, i) => units - (before[i] ?? 0n));
    },
  };
}
