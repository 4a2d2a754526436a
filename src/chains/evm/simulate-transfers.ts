import { type Client, numberToHex } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import type { Hex } from '#kit/hex.ts';
import type { TransferSimulation, TransferSimulationResult } from '../chain.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { simulateInRounds } from '../simulate-in-rounds.ts';
import { evmAddress } from './address.ts';
import { addressArgument, contractFunction, encodeCall } from './encode.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';
import { isRevert } from './rates.ts';

const transfer = contractFunction(erc20Abi, 'transfer');
/** What a token returns for success; some return nothing. */
const YES: Hex = `0x${'1'.padStart(64, '0')}`;
/**
 * Many times what a transfer needs, by the estimate of a batch for one. A payee may be a contract
 * that computes for ever, and it shall not keep the node that all others are read from.
 */
const SIMULATION_GAS = numberToHex(1_000_000);
/**
 * How many transfers are simulated at once: four full requests. A bundle of a thousand payees takes
 * five rounds, so that it is no flood to a public node.
 */
const SIMULATED_AT_ONCE_MAX = 200;

/**
 * Simulates plain transfers from a wallet, by calls that are never sent. What reverts,
 * and what answers neither nothing nor true, is refused; every other failure leaves it unknown, and
 * the rounds after one that no node answered are not sent.
 */
export async function simulateTransfers(
  node: EvmNodeClient,
  wallet: string,
  transfers: readonly TransferSimulation[],
): Promise<TransferSimulationResult[]> {
  const from = evmAddress(wallet);
  return await simulateInRounds(node, transfers, {
    atOnceMax: SIMULATED_AT_ONCE_MAX,
    simulateOne: (client, simulation) => simulateOne(client, from, simulation),
  });
}

async function simulateOne(
  client: Client,
  from: Hex,
  simulation: TransferSimulation,
): Promise<TransferSimulationResult> {
  const { tokenAddress, payeeAddress, units } = simulation;
  const call =
    tokenAddress === undefined
      ? { from, gas: SIMULATION_GAS, to: evmAddress(payeeAddress), value: numberToHex(units) }
      : {
          from,
          gas: SIMULATION_GAS,
          to: evmAddress(tokenAddress),
          data: encodeCall(transfer, [addressArgument(payeeAddress), units]),
        };
  try {
    const answer = await client.request({ method: 'eth_call', params: [call, 'latest'] });
    return tokenAddress === undefined || answer === '0x' || answer === YES ? 'accepted' : 'refused';
  } catch (error) {
    if (isRevert(error)) return 'refused';
    // The next node may answer; one that answered without a result has no more to give.
    if (error instanceof NodeFailure) throw error;
    return 'unknown';
  }
}
