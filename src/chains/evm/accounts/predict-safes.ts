import { concat, encodeFunctionData, getContractAddress, parseAbi, toHex } from 'viem';
import { SAFE_DEPLOYMENTS } from '#catalog/accounts.ts';
import { SAFE_PROXIES } from '#catalog/safe-proxies.generated.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import { addressArgument } from '../encode.ts';

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function setupToL2(address l2Singleton)',
]);

const ZERO_ADDRESS: Hex = `0x${'00'.repeat(20)}`;
/** What Safe's own app names as the receiver of a payment that is none. */
const SAFE_APP: Hex = '0x5afe7A11E7000000000000000000000000000000';
/** What Safe's own kit takes as a salt, alone in older versions and with the chain id in newer ones. */
const KIT_SALT: Hex = '0xb1073742015cbcf5a3a4d9d1ae33ecf619439710b89475f92e2abd2117e90f90';

/** How a Safe of one owner begins. */
interface Setup {
  readonly singleton: string;
  /** What it delegates to once, and with what. */
  readonly delegated?: { readonly to: string; readonly data: Hex } | undefined;
  readonly paymentReceiver: Hex;
  readonly salts: readonly bigint[];
}

type Deployment = (typeof SAFE_DEPLOYMENTS)[number];

/**
 * The setups of Safe's kit and of its app. Each leaves this owner alone in control: nothing is delegated to but the contract
 * that changes the singleton to the other published one.
 */
function setupsOf({ safe, safeL2, safeToL2Setup }: Deployment, chainId: number): Setup[] {
  const byChain = keccak256(KIT_SALT + chainId);
  const kit = { paymentReceiver: ZERO_ADDRESS, salts: [0n, BigInt(byChain), BigInt(KIT_SALT)] };
  const app = { paymentReceiver: SAFE_APP, salts: [0n] };
  const both = [safe, safeL2].flatMap((singleton) => [
    { ...kit, singleton },
    { ...app, singleton },
  ]);
  if (safeToL2Setup === undefined) return both;
  const data = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setupToL2',
    args: [addressArgument(safeL2)],
  });
  return [...both, { ...app, singleton: safe, delegated: { to: safeToL2Setup, data } }];
}

/** See `AccountReads.predictedSafes`: what a factory deploys depends on the owner, so nobody else's Safe can stand there. */
export function predictSafes(chainId: number, owner: string): readonly string[] {
  return SAFE_DEPLOYMENTS.flatMap((deployment) =>
    setupsOf(deployment, chainId).flatMap((setup) => addressesOf(deployment, setup, owner)),
  );
}

function addressesOf(deployment: Deployment, setup: Setup, owner: string): Hex[] {
  const { singleton, delegated, paymentReceiver, salts } = setup;
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      ...([[addressArgument(owner)], 1n] as const),
      ...([addressArgument(delegated?.to ?? ZERO_ADDRESS), delegated?.data ?? '0x'] as const),
      ...([
        addressArgument(deployment.fallbackHandler),
        ZERO_ADDRESS,
        0n,
        paymentReceiver,
      ] as const),
    ],
  });
  const { creationCode } = SAFE_PROXIES[deployment.version];
  const bytecodeHash = hashOf(creationCode, word(BigInt(singleton)));
  return salts.map((salt) =>
    getContractAddress({
      opcode: 'CREATE2',
      from: addressArgument(deployment.factory),
      salt: hashOf(hashOf(initializer), word(salt)),
      bytecodeHash,
    }),
  );
}

const word = (value: bigint) => toHex(value, { size: 32 });
const hashOf = (...parts: readonly Hex[]) => keccak256(bytesOf(concat(parts)));
