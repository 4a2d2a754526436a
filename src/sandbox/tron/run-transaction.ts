import { toBase58, toEvmAddress, withPrefix } from './address.ts';
import { checkFeeLimit, invalidContract } from './check-transaction.ts';
import type { Evm, EvmOutcome } from './evm.ts';
import { BroadcastError } from './node-error.ts';
import {
  type AccountState,
  type Accounts,
  chargeBandwidth,
  chargeEnergy,
  energyLimitOf,
  newAccount,
  PARAMETERS,
} from './resources.ts';
import {
  type CoinTransfer,
  type ContractCall,
  encodeTransaction,
  type SignedTransaction,
} from './transaction.ts';
import type { ContractResult, IncludedTransaction } from './transaction-result.ts';

/** What nodes add to the size of each transaction, for the result that its block will hold. */
const RESULT_BYTES = 64n;

/** A transaction that was run, and the accounts after it. */
export interface Ran {
  readonly included: IncludedTransaction;
  readonly accounts: Accounts;
}

interface RunParts {
  readonly evm: Evm;
  readonly accounts: Accounts;
  readonly nowMs: number;
  /** What the next call ends with whatever it would do; for tests of what a local node cannot bring about. */
  readonly forcedResult?: ContractResult | undefined;
}

/** What a transaction costs before it runs, taken from its owner. */
interface Charged {
  readonly owner: AccountState;
  readonly balance: bigint;
  readonly bandwidth: { readonly usage: bigint; readonly fee: bigint };
  readonly fee: bigint;
}

/** Charges and runs a transaction on the newest state. Throws `BroadcastError`, and then changes nothing. */
export async function runTransaction(
  transaction: SignedTransaction,
  parts: RunParts,
): Promise<Ran> {
  const action = transaction.raw.contracts[0]?.action;
  if (action === undefined) throw invalidContract('contract not exists');
  const owner = parts.accounts.get(action.ownerAddress);
  if (owner === undefined) {
    throw invalidContract(`account [${toBase58(action.ownerAddress)}] does not exist`);
  }
  const balance = await parts.evm.balanceOf(toEvmAddress(action.ownerAddress), 'latest');
  return action.type === 'TransferContract'
    ? transferCoins(transaction, action, { ...parts, owner, balance })
    : callContract(transaction, action, { ...parts, owner, balance });
}

type OwnerParts = RunParts & { readonly owner: AccountState; readonly balance: bigint };

async function transferCoins(
  transaction: SignedTransaction,
  action: CoinTransfer,
  parts: OwnerParts,
): Promise<Ran> {
  const { evm, accounts, nowMs } = parts;
  const { ownerAddress, toAddress, amount } = action;
  const receiver = accounts.get(toAddress);
  const charged = charge(transaction, parts, receiver === undefined);
  if (ownerAddress === toAddress) throw invalidContract('Cannot transfer TRX to yourself.');
  if (amount <= 0n) throw invalidContract('Amount must be greater than 0.');
  if ((await evm.codeOf(toEvmAddress(toAddress))) !== '0x') {
    throw invalidContract('Cannot transfer TRX to a smartContract.');
  }
  if (amount > charged.balance) {
    throw invalidContract('Validate TransferContract error, balance is not sufficient.');
  }
  const receiverBalance = await evm.balanceOf(toEvmAddress(toAddress), 'latest');
  await evm.setBalance(toEvmAddress(ownerAddress), charged.balance - amount);
  await evm.setBalance(toEvmAddress(toAddress), receiverBalance + amount);
  return {
    included: {
      transaction,
      result: 'SUCCESS',
      fee: charged.fee,
      bandwidth: charged.bandwidth,
      energy: { usage: 0n, fee: 0n, total: 0n },
      output: undefined,
      contractAddress: undefined,
      logs: [],
      message: '',
    },
    accounts: new Map([
      ...accounts,
      [ownerAddress, { ...charged.owner, latestOperationMs: nowMs }],
      [toAddress, receiver ?? newAccount(nowMs)],
    ]),
  };
}

async function callContract(
  transaction: SignedTransaction,
  action: ContractCall,
  parts: OwnerParts,
): Promise<Ran> {
  const { evm, accounts, nowMs } = parts;
  const { ownerAddress, contractAddress, callValue } = action;
  const { feeLimit } = transaction.raw;
  const charged = charge(transaction, parts, false);
  await checkCall(action, { evm, feeLimit, balance: charged.balance });
  const balance = charged.balance - callValue;
  const energyLimit = energyLimitOf(charged.owner, { balance, feeLimit, nowMs });
  await evm.setBalance(toEvmAddress(ownerAddress), charged.balance);
  const outcome = await runOnEvm(action, { evm, energyLimit, forced: parts.forcedResult });
  const energy = chargeEnergy(charged.owner, outcome.energy, nowMs);
  const left = await evm.balanceOf(toEvmAddress(ownerAddress), 'latest');
  await evm.setBalance(toEvmAddress(ownerAddress), left - energy.fee);
  return {
    included: {
      transaction,
      result: outcome.result,
      fee: charged.fee + energy.fee,
      bandwidth: charged.bandwidth,
      energy: { usage: energy.usage, fee: energy.fee, total: outcome.energy },
      output: outcome.output.slice(2),
      contractAddress,
      logs: outcome.logs,
      message: FAILURE_MESSAGES[outcome.result],
    },
    accounts: new Map([
      ...accounts,
      [ownerAddress, { ...energy.account, latestOperationMs: nowMs }],
    ]),
  };
}

/** What the node says of a failed run in `resMessage`. */
export const FAILURE_MESSAGES: Readonly<Record<ContractResult, string>> = {
  SUCCESS: '',
  REVERT: 'REVERT opcode executed',
  BAD_JUMP_DESTINATION: 'Operation with pc isn\'t "JUMPDEST"',
  ILLEGAL_OPERATION: 'Invalid operation code',
  OUT_OF_ENERGY: 'Not enough energy for operation executing',
  OUT_OF_TIME: 'CPU timeout for operation executing',
  UNKNOWN: 'Unknown Exception',
};

async function checkCall(
  { contractAddress, callValue, callTokenValue, tokenId }: ContractCall,
  { evm, feeLimit, balance }: { evm: Evm; feeLimit: bigint; balance: bigint },
): Promise<void> {
  if ((await evm.codeOf(toEvmAddress(contractAddress))) === '0x') {
    throw invalidContract('No contract or not a valid smart contract');
  }
  checkFeeLimit(feeLimit);
  if (callTokenValue !== 0n || tokenId !== 0n) throw invalidContract('No asset !');
  if (callValue < 0n) throw invalidContract('callValue must be >= 0');
  if (callValue > balance) {
    throw invalidContract('Validate InternalTransfer error, balance is not sufficient.');
  }
}

interface EvmParts {
  readonly evm: Evm;
  readonly energyLimit: bigint;
  readonly forced: ContractResult | undefined;
}

async function runOnEvm(action: ContractCall, { evm, energyLimit, forced }: EvmParts) {
  const failed = (result: ContractResult) =>
    ({ result, energy: energyLimit, output: '0x', logs: [] }) as const;
  if (forced !== undefined && forced !== 'SUCCESS') return failed(forced);
  const outcome = await evm.execute({
    from: toEvmAddress(action.ownerAddress),
    to: toEvmAddress(action.contractAddress),
    data: withPrefix(action.data),
    value: action.callValue,
    energyLimit,
  });
  return { ...outcome, result: resultOf(outcome) };
}

/** The EVM's reason as Tron names it. */
export function resultOf({ failure }: Pick<EvmOutcome, 'failure'>): ContractResult {
  if (failure === undefined) return 'SUCCESS';
  if (/revert/i.test(failure)) return 'REVERT';
  if (/out of gas/i.test(failure)) return 'OUT_OF_ENERGY';
  if (/jump/i.test(failure)) return 'BAD_JUMP_DESTINATION';
  return /opcode|invalid/i.test(failure) ? 'ILLEGAL_OPERATION' : 'UNKNOWN';
}

/** Charges bandwidth, memo and the creation of an account. */
function charge(
  transaction: SignedTransaction,
  { owner, balance, nowMs }: OwnerParts,
  createsAccount: boolean,
): Charged {
  const bytes = BigInt(encodeTransaction(transaction).length / 2) + RESULT_BYTES;
  const { account, usage, fee } = createsAccount
    ? chargeCreation(owner, bytes, nowMs)
    : chargeBandwidth(owner, bytes, nowMs);
  const memoFee = transaction.raw.data === '' ? 0n : PARAMETERS.getMemoFee;
  const total = fee + memoFee;
  if (total > balance) {
    throw new BroadcastError('BANDWITH_ERROR', 'Account resource insufficient error.');
  }
  const systemFee = createsAccount ? PARAMETERS.getCreateNewAccountFeeInSystemContract : 0n;
  if (total + systemFee > balance) {
    throw invalidContract('Validate TransferContract error, insufficient fee.');
  }
  return {
    owner: account,
    balance: balance - total - systemFee,
    bandwidth: { usage, fee },
    fee: total + systemFee,
  };
}

/** An account is created with staked bandwidth, or for a fee of its own; free bandwidth does not do. */
function chargeCreation(owner: AccountState, bytes: bigint, nowMs: number) {
  const staked = chargeBandwidth(owner, bytes, nowMs);
  const isStaked = staked.usage > 0n && staked.account.freeBandwidth === owner.freeBandwidth;
  return isStaked ? staked : { account: owner, usage: 0n, fee: PARAMETERS.getCreateAccountFee };
}
