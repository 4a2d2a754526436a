import { zeroAddress } from 'viem';
import type { Network } from '#catalog/networks.ts';
import { REFERENCE_LIST, sanctionsOracleOf } from '#catalog/sanctions-oracles.ts';
import type { Hex } from '#kit/hex.ts';
import { SANCTIONED_ACCOUNTS, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';

type Deploy = (name: string, addresses: readonly string[]) => Promise<Hex>;

/** The contract of ours that stands for the oracle of sanctioned addresses, and where it stands on the scratch node. */
export async function oracleAddresses({ id }: Network, deploy: Deploy): Promise<[string, Hex][]> {
  const target = sanctionsOracleOf(id);
  if (target === undefined) return [];
  const { everywhere, onReferenceList } = SANCTIONED_ACCOUNTS;
  const second = id === REFERENCE_LIST ? onReferenceList.address : zeroAddress;
  const args = [TEST_ACCOUNTS.operator.address, everywhere.address, second];
  return [[target, await deploy('SandboxSanctionsOracle', args)]];
}
