import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { within } from '#kit/within.ts';
import type { DestinationId } from './model/destination-id.ts';
import type { PayeeDestination } from './model/payee-destination.ts';

/** How long a destination's network is waited for; the destination is registered without it as well. */
const NETWORK_MS = 2_000;

/**
 * What the wallet of a destination is on its own network; elsewhere its address may be somebody else's. Undefined where that is not connected or
 * does not answer in time.
 */
export async function readWalletType(
  { chains }: Pick<Context, 'chains'>,
  { network, walletAddress }: DestinationId,
): Promise<PayeeDestination['walletType'] | undefined> {
  const accounts = chains.get(network.id)?.accounts;
  if (accounts === undefined) return undefined;
  try {
    const states = await within(NETWORK_MS, accounts.readAccounts([walletAddress]), () => []);
    if (states[0] === undefined) return undefined;
    return states[0].kind === 'safe' ? 'safe' : 'eoa';
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}
