import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { currencyById } from '#catalog/currencies.ts';
import type { TransferSimulation, TransferSimulationResult } from '../chain.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { simulateInRounds } from '../simulate-in-rounds.ts';
import { bytesOfAddress, hexAddress } from './address.ts';
import { callConstant } from './constant-call.ts';
import { contractFunction, encode } from './encode.ts';
import type { TronApi, TronNodeClient } from './nodes/tron-api.ts';

const transfer = contractFunction(erc20Abi, 'transfer');
/** What a token returns for success; some return nothing. */
const YES = '1'.padStart(64, '0');
/** How many transfers are simulated at once, each with a request of its own. */
const SIMULATED_AT_ONCE_MAX = 20;

const Account = z.object({ balance: z.int().default(0) });

/** See `Chain.simulateTransfers`: the rounds after one that no node answered are not sent. */
export async function simulateTransfers(
  node: TronNodeClient,
  wallet: string,
  transfers: readonly TransferSimulation[],
): Promise<TransferSimulationResult[]> {
  return await simulateInRounds(node, transfers, {
    atOnceMax: SIMULATED_AT_ONCE_MAX,
    simulateOne: (api, simulation) => simulateOne(api, wallet, simulation),
  });
}

async function simulateOne(
  api: TronApi,
  wallet: string,
  { tokenAddress, payeeAddress, units }: TransferSimulation,
): Promise<TransferSimulationResult> {
  if (tokenAddress === undefined) return await simulateCoins(api, wallet, { payeeAddress, units });
  const data = encode(transfer, [bytesOfAddress(payeeAddress), units]);
  try {
    const { isFailed, output } = await callConstant(api, { from: wallet, to: tokenAddress, data });
    if (isFailed) return 'refused';
    // The deployed USDT returns false for a transfer that it makes; one that it refuses reverts.
    const isSilent = output === '' || tokenAddress === currencyById('USDT-tron')?.address;
    return isSilent || output === YES ? 'accepted' : 'refused';
  } catch (error) {
    // The next node may answer; one that answered without a result has no more to give.
    if (error instanceof NodeFailure) throw error;
    return 'unknown';
  }
}

/** The network moves coins by itself, and not to contracts. */
async function simulateCoins(
  api: TronApi,
  wallet: string,
  { payeeAddress, units }: Pick<TransferSimulation, 'payeeAddress' | 'units'>,
): Promise<TransferSimulationResult> {
  const [account, contract] = await Promise.all([
    api.post('wallet/getaccount', { address: hexAddress(wallet) }),
    api.post('wallet/getcontract', { value: hexAddress(payeeAddress) }),
  ]);
  const parsed = Account.safeParse(account);
  if (!parsed.success) throw new NodeFailure('returned something else than an account');
  const isContract =
    typeof contract === 'object' && contract !== null && 'contract_address' in contract;
  return !isContract && BigInt(parsed.data.balance) >= units ? 'accepted' : 'refused';
}
