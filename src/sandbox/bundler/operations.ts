import {
  BaseError,
  ContractFunctionRevertedError,
  concat,
  encodeFunctionData,
  type StateOverride,
} from 'viem';
import {
  entryPoint08Abi,
  type UserOperation as SentOperation,
  toPackedUserOperation,
} from 'viem/account-abstraction';
import { recoverAuthorizationAddress } from 'viem/utils';
import { type Hex, isSameHex } from '#kit/hex.ts';
import { isDelegating, type UserOperation } from '#providers/user-operation.ts';
import {
  BUNDLER_ADDRESS,
  type BundlerNode,
  type EntryPoint,
  SANDBOX_ENTRY_POINTS,
} from './bundler-nodes.ts';
import { failureOfReason, RpcFailure } from './rpc-failure.ts';

/** What the checks of any account and of the paymaster take at most. */
const VERIFICATION_GAS = 200_000n;
const PAYMASTER_GAS = 80_000n;
/** What creating an account takes, and what its calls take, which cannot be estimated before. */
const FACTORY_GAS = 800_000n;
const NEW_ACCOUNT_CALL_GAS = 500_000n;
/** What a transaction takes beside the operation, and each byte of it. */
const FIXED_GAS = 60_000n;
const BYTE_GAS = 16n;

/** Code that a key's account has by its delegation (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100';

/** The authorization as a transaction carries it. */
function authorizationOf({ eip7702Auth }: UserOperation) {
  if (!eip7702Auth) return undefined;
  const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;
  const { address, chainId, nonce, yParity, r, s } = eip7702Auth;
  return {
    address: addressText(address),
    chainId: Number(chainId),
    nonce: Number(nonce),
    yParity: Number(yParity),
    r: word(r),
    s: word(s),
  };
}

function addressText(address: string): Hex {
  return `0x${address.slice(2)}`;
}

/** The operation as EntryPoint takes it. */
export function packed(operation: UserOperation) {
  const { eip7702Auth: _, factory, paymaster, ...rest } = operation;
  const sent: SentOperation<'0.8'> = {
    ...rest,
    sender: addressText(operation.sender),
    factory: factory ? addressText(factory) : undefined,
    factoryData: operation.factoryData ?? undefined,
    paymaster: paymaster ? addressText(paymaster) : undefined,
    paymasterData: operation.paymasterData ?? undefined,
    paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit ?? undefined,
    paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? undefined,
  };
  return toPackedUserOperation(sent);
}

/** The code that the sender will have, where the operation gives it one. */
function overrideOf({ sender, eip7702Auth }: UserOperation): StateOverride | undefined {
  if (!eip7702Auth) return undefined;
  const code = concat([DELEGATION_PREFIX, addressText(eip7702Auth.address)]);
  return [{ address: addressText(sender), code }];
}

/** The hash that the account signs, by the contract itself. */
export async function hashOf(
  { client }: BundlerNode,
  { address, abi }: EntryPoint,
  operation: UserOperation,
): Promise<Hex> {
  return await client.readContract({
    address,
    abi,
    functionName: 'getUserOpHash',
    args: [packed(operation)],
    stateOverride: overrideOf(operation),
  });
}

/** The limits that an operation needs. Refuses one whose calls would fail. */
export async function estimate(
  { client }: BundlerNode,
  { address: account }: EntryPoint,
  operation: UserOperation,
) {
  const { sender, callData, factory, paymaster } = operation;
  const isNew = factory !== undefined && factory !== null && !isDelegating(operation);
  const callGasLimit = isNew
    ? NEW_ACCOUNT_CALL_GAS
    : await client
        .estimateGas({
          account,
          to: addressText(sender),
          data: callData,
          stateOverride: overrideOf(operation),
        })
        .catch((error: unknown) => {
          if (!(error instanceof BaseError)) throw error;
          throw new RpcFailure(-32_521, `UserOperation reverted: ${error.shortMessage}`);
        });
  const bytes = BigInt(callData.length) / 2n;
  return {
    callGasLimit,
    verificationGasLimit: VERIFICATION_GAS + (isNew ? FACTORY_GAS : 0n),
    preVerificationGas: FIXED_GAS + BYTE_GAS * bytes,
    ...(paymaster && { paymasterVerificationGasLimit: PAYMASTER_GAS, paymasterPostOpGasLimit: 1n }),
  };
}

/** Sends an operation in a transaction of its own and waits for the block. Refuses what EntryPoint would not execute. */
export async function carryOut(
  { client, wallet }: BundlerNode,
  { address, abi }: EntryPoint,
  operation: UserOperation,
): Promise<Hex> {
  const authorization = authorizationOf(operation);
  if (authorization !== undefined) {
    const signer = await recoverAuthorizationAddress({ authorization });
    if (!isSameHex(signer, operation.sender)) {
      throw new RpcFailure(-32_507, 'the authorization is not signed by the sender');
    }
  }
  const call = {
    abi,
    functionName: 'handleOps',
    args: [[packed(operation)], BUNDLER_ADDRESS],
  } as const;
  await client
    .simulateContract({
      ...call,
      address,
      account: BUNDLER_ADDRESS,
      stateOverride: overrideOf(operation),
    })
    .catch((error: unknown) => {
      throw refusalOf(error) ?? error;
    });
  const hash = await wallet().sendTransaction({
    to: address,
    data: encodeFunctionData(call),
    gas: gasOf(operation),
    ...(authorization && { authorizationList: [authorization] }),
  });
  await client.waitForTransactionReceipt({ hash });
  return hash;
}

/** All that the operation may take, and what the contract needs around it. */
function gasOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation;
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation;
  const ofPaymaster = (paymasterVerificationGasLimit ?? 0n) + (paymasterPostOpGasLimit ?? 0n);
  return callGasLimit + verificationGasLimit + preVerificationGas + ofPaymaster + FACTORY_GAS;
}

function refusalOf(error: unknown): RpcFailure | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (!(reverted instanceof ContractFunctionRevertedError)) return undefined;
  const reason: unknown = reverted.data?.args?.[1];
  return failureOfReason(typeof reason === 'string' ? reason : reverted.shortMessage);
}

/** How an operation ended, as ERC-7769 shows it; null until it has. */
export async function showReceipt({ client }: BundlerNode, hash: Hex) {
  const [event] = await client.getContractEvents({
    address: [...SANDBOX_ENTRY_POINTS],
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: hash },
    fromBlock: 0n,
  });
  if (event === undefined) return null;
  const { transactionHash, address: entryPoint, logIndex } = event;
  const receipt = await client.request({
    method: 'eth_getTransactionReceipt',
    params: [transactionHash],
  });
  if (receipt === null) return null;
  // Its transaction holds this operation alone, and its own event comes after all that it did.
  const logs = receipt.logs.filter((log) => Number(log.logIndex) < logIndex);
  return { ...event.args, entryPoint, reason: '', logs, receipt };
}
