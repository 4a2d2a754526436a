import type { Network } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';

/** Whether payer and payee are contracts on a network. */
export interface AccountsOnNetwork {
  readonly network: Network;
  readonly isPayerContract: boolean;
  readonly isPayeeContract: boolean;
}

/**
 * Refuses (400) to bridge for a wallet that is a contract anywhere: what it is not able to receive on the destination, where
 * its address may be nobody's, would come back there. And to bridge to a payee that is a contract
 * elsewhere and none on the destination: whoever controls it there may control nothing here.
 */
export function checkAccounts(
  accounts: readonly AccountsOnNetwork[],
  { payer, destination }: { readonly payer: string; readonly destination: Network },
): void {
  const ofPayer = accounts.find(({ isPayerContract }) => isPayerContract);
  if (ofPayer !== undefined) {
    const message = `The wallet ${payer} is a contract on ${ofPayer.network.name}, and on another network its address may belong to nobody: what cannot be paid comes back there. Pay from a wallet with a key, or on ${destination.name} itself`;
    throw new Refusal('payer_is_contract', 400, message);
  }
  const here = accounts.find(({ network }) => network.id === destination.id);
  const elsewhere = accounts.find(
    ({ network, isPayeeContract }) => network.id !== destination.id && isPayeeContract,
  );
  if (elsewhere !== undefined && here?.isPayeeContract !== true) {
    const message = `The payee is a contract on ${elsewhere.network.name} and none on ${destination.name}, where nobody may control its address. It is not paid from another network`;
    throw new Refusal('payee_is_contract_elsewhere', 400, message);
  }
}
