import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';

/**
 * Refuses (400) a payer that cannot be a multisig wallet, as it is no contract on the source network. Says nothing of one
 * whose network is not connected. Throws `Outage` where its node does not answer.
 */
export async function checkSafePayer(
  { chains }: Pick<Context, 'chains'>,
  { network, payerAddress }: { readonly network: Network; readonly payerAddress: string },
): Promise<void> {
  const found = await chains.get(network.id)?.bridge?.findContracts([payerAddress]);
  if (found === undefined || found[0] === true) return;
  const message = `payerAddress must be a Safe on ${network.name} where safeTxHash is sent: it is no contract there`;
  throw refuseField('payerAddress', message, 'payer_is_not_safe');
}
