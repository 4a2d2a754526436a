import type { Network } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';

/** Whether payer, payee and receivers of fees are contracts on a network. */
export interface AccountsOnNetwork {
  readonly network: Network;
  readonly isPayerContract: boolean;
  readonly isPayeeContract: boolean;
  /** Whether somebody is who receives a fee that is paid by itself. */
  readonly isReceiverContract: boolean;
}

/**
 * Refuses (400) to bridge for a wallet that is a contract anywhere: what it is not able to receive on the destination, where
 * its address may be nobody's, would come back there; but for one that was read on both networks and is the same. And to bridge to a payee that is a contract
 * elsewhere and none on the destination: whoever controls it there may control nothing here. And to pay fees where the route
 * starts to a receiver that is a contract anywhere, as the receiver was agreed for the destination alone.
 */
export function checkAccounts(
  accounts: readonly AccountsOnNetwork[],
  destination: Network,
  { isKnownContract = false }: { readonly isKnownContract?: boolean | undefined } = {},
): void {
  const ofPayer = accounts.find(({ isPayerContract }) => isPayerContract);
  if (ofPayer !== undefined && !isKnownContract) {
    const message = `The wallet is a contract on ${ofPayer.network.name}: pay on ${destination.name}, or from one with a key`;
    throw new Refusal('payer_is_contract', 400, message);
  }
  const here = accounts.find(({ network }) => network.id === destination.id);
  const elsewhere = accounts.find(
    ({ network, isPayeeContract }) => network.id !== destination.id && isPayeeContract,
  );
  if (elsewhere !== undefined && here?.isPayeeContract !== true) {
    const message = `The payee is a contract on ${elsewhere.network.name}, and none on ${destination.name}`;
    throw new Refusal('payee_is_contract_elsewhere', 400, message);
  }
  checkReceivers(accounts, destination);
}

/** Refuses (400) to pay fees on another network than agreed to a receiver that is a contract anywhere. */
export function checkReceivers(accounts: readonly AccountsOnNetwork[], destination: Network): void {
  const ofReceiver = accounts.find(({ isReceiverContract }) => isReceiverContract);
  if (ofReceiver !== undefined) {
    const message = `Who receives a fee of this payment is a contract on ${ofReceiver.network.name}: pay on ${destination.name}`;
    throw new Refusal('fee_receiver_is_contract', 400, message);
  }
}
