import { readAnyAddress } from '#catalog/addresses.ts';
import { accountOf, type Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { PayeeDestination } from './model/payee-destination.ts';
import { findActive, findClaimed } from './store/destinations.ts';

/** Where a wallet wants to be paid out. */
type PayoutDestination = Pick<
  PayeeDestination,
  'destinationId' | 'walletAddress' | 'tokenAddress' | 'chainId' | 'claimed'
>;

/**
 * Where a wallet wants its money: as the caller's account has it, else as the wallet itself has
 * registered it with whatever account; null where neither has. What others stored about
 * a wallet is shown to nobody. Refuses (400) what is no address of any chain.
 */
export async function lookUpPayoutDestination(
  ctx: Context,
  asked: { readonly walletAddress: string },
): Promise<PayoutDestination | null> {
  const wallet = readAnyAddress(asked.walletAddress);
  if (wallet === undefined) throw noAddress();
  const walletAddress = wallet.text;
  const own = await findActive(ctx, { accountId: accountOf(ctx), walletAddress });
  return own ?? (await findClaimed(ctx, walletAddress)) ?? null;
}

/** 400: a text that no chain knows as an address. */
export function noAddress(): Refusal {
  const field = 'walletAddress';
  const message = `${field} must be 0x and 40 hexadecimal digits, or a Base58 address that starts with T, with its checksum right`;
  return refuseField(field, message);
}
