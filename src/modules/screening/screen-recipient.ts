import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { type ScreenedWallet, screenWallets } from './screen-wallets.ts';

/** Who is to be paid. */
interface Recipient {
  readonly network: Network;
  /** As its chain shows it. */
  readonly walletAddress: string;
}

/**
 * Looks up a wallet that is to be paid, and returns it where a list has it; undefined where none has, or none is looked up. Throws
 * `Outage` where a list gives no answer: nothing is created then.
 */
export async function findListedRecipient(
  ctx: Context,
  { network, walletAddress }: Recipient,
): Promise<ScreenedWallet | undefined> {
  const screened = await screenWallets(ctx, { networks: [network], wallets: [walletAddress] });
  if (screened.some(({ listing }) => listing === 'unknown')) {
    throw new Outage(`whether ${walletAddress} is sanctioned is not known`);
  }
  return screened.find(({ listing }) => listing === 'listed');
}
