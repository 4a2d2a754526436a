import type { FoundWallet } from '../wallet/provider.ts';
import type { TestWallet } from '../wallet/test-account.ts';
import { findTronWallets } from '../wallet/tron/find-tron-wallets.ts';
import '../wallet/tron/tron-network.ts';
import { type SignInAccount, testWalletOf } from '../wallet/sign-in-accounts.ts';
import { readTronAddress, writeTronAddress } from '../wallet/tron/tron-address.ts';
import type { PageConfig } from './config.ts';

/** The sandbox's accounts that sign in on Tron too; a list of all of them twice would be long. */
const TEST_IDS: ReadonlySet<string> = new Set(['payee', 'unrelated']);

/** Finds the Tron wallets of this browser, and those of the sandbox's accounts where it has a Tron node. */
export async function findWalletsOnTron(
  { networks, testWallets = [] }: PageConfig,
  onWallets: (wallets: readonly FoundWallet[]) => void,
): Promise<void> {
  const accounts = testWallets.filter(({ id }) => TEST_IDS.has(id) && 'tron' in networks);
  await findTronWallets(await Promise.all(accounts.map(onTron)), onWallets);
}

/** Whether an address of Tron has the checksum that its bytes ask for. */
export async function hasRightChecksum(address: string): Promise<boolean> {
  return (await readTronAddress(address)) !== undefined;
}

async function onTron(account: SignInAccount): Promise<TestWallet> {
  return testWalletOf({ ...account, address: await writeTronAddress(account.address) });
}
