import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { type ScreenedWallet, screenWallets } from './screen-wallets.ts';

/** Who is to be paid. */
interface Recipient {
  readonly accountId: string;
  readonly network: Network;
  /** As its chain shows it. */
  readonly walletAddress: string;
}

/**
 * Looks up a wallet that is to be paid, and returns it where a list has it or the account rejects it; undefined where none does. Throws
 * `Outage` where a list gives no answer: nothing is created then.
 */
export async function findListedRecipient(
  ctx: Context,
  { accountId, network, walletAddress }: Recipient,
): Promise<ScreenedWallet | undefined> {
  const wallets = [walletAddress];
  const screened = await screenWallets(ctx, { accountId, networks: [network], wallets });
  if (screened.some(({ listing }) => listing === 'unknown')) {
    throw new Outage(`whether ${walletAddress} is sanctioned is not known`);
  }
  return screened.find(({ listing }) => listing === 'listed');
}
