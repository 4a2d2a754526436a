import { encodeFunctionData } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { TEST_ACCOUNTS } from '../test-accounts.ts';
import { type TronHex, toEvmAddress } from './address.ts';
import type { EvmCall } from './evm.ts';

/** Enough for a transfer to a new holder. */
const TRANSFER_ENERGY = 200_000n;

interface TokenTransfer {
  readonly contract: TronHex;
  readonly to: TronHex;
  readonly units: bigint;
}

/** The call that sends tokens of the payer, without a transaction of the chain. */
export function transferOfPayer({ contract, to, units }: TokenTransfer): EvmCall {
  return {
    from: TEST_ACCOUNTS.payer.address,
    to: toEvmAddress(contract),
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [toEvmAddress(to), units],
    }),
    value: 0n,
    energyLimit: TRANSFER_ENERGY,
  };
}
