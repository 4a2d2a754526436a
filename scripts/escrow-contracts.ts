import { getContractAddress } from 'viem';
import { CONTRACTS, PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import { ESCROWS, hasEscrow, SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import type { Network } from '#catalog/networks.ts';
import { type Hex, isHex } from '#kit/hex.ts';

type Deploy = (name: string, addresses: readonly string[]) => Promise<Hex>;

/** The contracts of ours that stand for the escrow of a network and what is around it, and where they stand on the scratch node. */
export async function escrowAddresses({ id }: Network, deploy: Deploy): Promise<[string, Hex][]> {
  if (!hasEscrow(id)) return [];
  const { escrow, wrapper, collectors = SANDBOX_COLLECTORS } = ESCROWS[id];
  if (collectors === undefined || !isHex(escrow)) throw new Error(`${id} has no collectors`);
  const { preApproval, erc3009, permit2, operatorRefund } = collectors;
  // Where the constructor of the published escrow would have put it.
  const tokenStore = getContractAddress({ from: escrow, nonce: 1n });
  return [
    [tokenStore, await deploy('SandboxTokenStore', [escrow])],
    [escrow, await deploy('SandboxAuthCaptureEscrow', [tokenStore])],
    [preApproval, await deploy('SandboxPreApprovalCollector', [escrow])],
    [erc3009, await deploy('SandboxERC3009Collector', [escrow])],
    [permit2, await deploy('SandboxPermit2Collector', [escrow, PERMIT2_ADDRESS])],
    [operatorRefund, await deploy('SandboxOperatorRefundCollector', [escrow])],
    [wrapper, await deploy('SandboxEscrowWrapper', [escrow, CONTRACTS[id].erc20FeeProxy])],
  ];
}
