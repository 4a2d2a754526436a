import { concat, encodeAbiParameters, getContractAddress, parseAbi, size } from 'viem';
import type { Hex } from '#kit/hex.ts';
import type { UserOperation } from '#providers/user-operation.ts';
import {
  BUNDLER_ADDRESS,
  type BundlerNode,
  bundlerAccount,
  type EntryPoint,
} from './bundler-nodes.ts';
import { packed } from './operations.ts';
import { PAYMASTER_CODE } from './paymaster-code.generated.ts';

/** Deploys for everybody, on every network. */
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SALT: Hex = `0x${'00'.repeat(32)}`;
const CREATION = concat([
  PAYMASTER_CODE,
  encodeAbiParameters([{ type: 'address' }], [BUNDLER_ADDRESS]),
]);
/** Where it stands on every local node: its address follows from its code. */
const SANDBOX_PAYMASTER = getContractAddress({
  opcode: 'CREATE2',
  from: DEPLOYER,
  salt: SALT,
  bytecode: CREATION,
});

/** What EntryPoint keeps for it at least, and what it is given. */
const DEPOSIT_LEAST_UNITS = 10n ** 18n;
const DEPOSIT_UNITS = 10n ** 20n;
/** So long it pays for what it signed. */
const VALID_SECONDS = 3_600n;
const LIMITS = { paymasterVerificationGasLimit: 80_000n, paymasterPostOpGasLimit: 1n };

const paymasterAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function hashOf(PackedUserOperation op, uint48 validUntil) view returns (bytes32)',
]);

/** Data of the final length and of no use. */
export function stubSponsorship() {
  return {
    paymaster: SANDBOX_PAYMASTER,
    paymasterData: dataOf(0n, `0x${'11'.repeat(64)}1b`),
    ...LIMITS,
    sponsor: { name: 'Sandbox' },
    isFinal: false,
  };
}

/** What lets the paymaster pay for exactly this operation; it is deployed and given coin where it lacks either. */
export async function sponsor(at: BundlerNode, entryPoint: EntryPoint, operation: UserOperation) {
  const { client } = at;
  await at.afterOthers(() => prepare(at, entryPoint));
  const { timestamp } = await client.getBlock();
  const validUntil = timestamp + VALID_SECONDS;
  const limits = {
    paymasterVerificationGasLimit:
      operation.paymasterVerificationGasLimit ?? LIMITS.paymasterVerificationGasLimit,
    paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? LIMITS.paymasterPostOpGasLimit,
  };
  const paid = { ...operation, paymaster: SANDBOX_PAYMASTER, paymasterData: null, ...limits };
  const hash = await client.readContract({
    address: SANDBOX_PAYMASTER,
    abi: paymasterAbi,
    functionName: 'hashOf',
    args: [packed(paid), Number(validUntil)],
  });
  const signature = await bundlerAccount().sign({ hash });
  return { paymaster: SANDBOX_PAYMASTER, paymasterData: dataOf(validUntil, signature), ...limits };
}

function dataOf(validUntil: bigint, signature: Hex): Hex {
  const data = concat([`0x${validUntil.toString(16).padStart(12, '0')}`, signature]);
  if (size(data) !== 71) throw new TypeError('a signature of a key has 65 bytes');
  return data;
}

async function prepare({ client, wallet }: BundlerNode, { address, abi }: EntryPoint) {
  const mined = async (hash: Hex) => await client.waitForTransactionReceipt({ hash });
  if ((await client.getCode({ address: SANDBOX_PAYMASTER })) === undefined) {
    await mined(await wallet().sendTransaction({ to: DEPLOYER, data: concat([SALT, CREATION]) }));
  }
  const deposit = { address, abi, args: [SANDBOX_PAYMASTER] } as const;
  const kept = await client.readContract({ ...deposit, functionName: 'balanceOf' });
  if (kept >= DEPOSIT_LEAST_UNITS) return;
  const value = DEPOSIT_UNITS;
  await mined(await wallet().writeContract({ ...deposit, functionName: 'depositTo', value }));
}
