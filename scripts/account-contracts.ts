import { readFileSync } from 'node:fs';
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem';
import { z } from 'zod';
import { ENTRY_POINTS, SAFE_DEPLOYMENTS } from '#catalog/accounts.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { TEST_SAFE, TEST_SMART_ACCOUNT } from '#sandbox/test-accounts.ts';

/** Deploys for everybody on every public network, and on the scratch node. */
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** The same code, at the address that Safe is deployed from. */
const SAFE_DEPLOYER = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7';
const ZERO_WORD: Hex = `0x${'00'.repeat(32)}`;
const ZERO_ADDRESS: Hex = `0x${'00'.repeat(20)}`;
/** Of the scratch node, which some code is deployed for. */
const SCRATCH_CHAIN_ID = 31_337;

const hex = z.string().refine(isHex);
const File = z.object({
  safe: z.record(z.string(), hex),
  entryPoints: z.object({
    '0.7': z.object({ salt: hex, bytecode: hex }),
    '0.8': z.object({ salt: hex, bytecode: hex }),
  }),
  simple7702Account: hex,
});
const file = new URL('../sandbox/accounts.generated.json', import.meta.url);
const { safe, entryPoints, simple7702Account } = File.parse(JSON.parse(readFileSync(file, 'utf8')));

/** What deploying takes of the scratch node. */
interface ScratchNode {
  send(call: { readonly to: Hex; readonly data: Hex }): Promise<unknown>;
  getCode(address: Hex): Promise<Hex>;
  setCode(address: Hex, code: Hex): Promise<void>;
}

/** A contract whose address follows from who deploys it, a salt and its code. */
interface Deployment {
  readonly from: Hex;
  readonly salt: Hex;
  readonly bytecode: Hex;
}

async function deploy(node: ScratchNode, { from, salt, bytecode }: Deployment): Promise<Hex> {
  await node.send({ to: from, data: concat([salt, bytecode]) });
  return getContractAddress({ opcode: 'CREATE2', from, salt, bytecode });
}

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
]);

/** The call that makes a Safe, with usual settings, and the number 0. */
function createSafe(owners: readonly Hex[], threshold: number) {
  const deployment = SAFE_DEPLOYMENTS.find(({ version }) => version === '1.4.1');
  if (deployment === undefined) throw new Error('the catalog has no Safe 1.4.1');
  const { factory, safeL2, fallbackHandler } = deployment;
  const to = hex.parse(factory);
  const setup = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      ...([owners, BigInt(threshold), ZERO_ADDRESS, '0x', hex.parse(fallbackHandler)] as const),
      ...([ZERO_ADDRESS, 0n, ZERO_ADDRESS] as const),
    ],
  });
  const args = [hex.parse(safeL2), setup, 0n] as const;
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'createProxyWithNonce', args });
  return { to, data };
}

/** Deploys the contracts of accounts and the accounts of the sandbox where they are to stand, and returns where that is. */
export async function deployAccountContracts(node: ScratchNode): Promise<readonly Hex[]> {
  await node.setCode(SAFE_DEPLOYER, await node.getCode(DEPLOYER));
  const addresses: Hex[] = [];
  for (const bytecode of Object.values(safe)) {
    addresses.push(await deploy(node, { from: SAFE_DEPLOYER, salt: ZERO_WORD, bytecode }));
  }
  for (const { salt, bytecode } of Object.values(entryPoints)) {
    const address = await deploy(node, { from: DEPLOYER, salt, bytecode });
    // Its constructor creates another one, which creates accounts.
    addresses.push(address, getContractAddress({ from: address, nonce: 1n }));
  }
  const delegate = { from: DEPLOYER, salt: ZERO_WORD, bytecode: simple7702Account } as const;
  addresses.push(await deploy(node, delegate));
  const { owners, threshold } = TEST_SAFE;
  await node.send(
    createSafe(
      owners.map(({ address }) => address),
      threshold,
    ),
  );
  await node.send(createSafe([TEST_SMART_ACCOUNT.owner.address], 1));
  return [...addresses, TEST_SAFE.address, TEST_SMART_ACCOUNT.address];
}

const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

/** What the constructor of EntryPoint 0.8 writes into its code on a chain, and the other two do not. */
function domainOn(chainId: number): readonly [id: string, separator: string] {
  const separator = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, bytes32, bytes32, uint256, address'), [
      keccak256(toHex(DOMAIN)),
      keccak256(toHex('ERC4337')),
      keccak256(toHex('1')),
      BigInt(chainId),
      ENTRY_POINTS['0.8'],
    ]),
  );
  return [toHex(chainId, { size: 32 }).slice(2), separator.slice(2)];
}

/** The code of a contract of the scratch node as it stands on a chain. */
export function codeOnChain(address: Hex, code: Hex, chainId: number): Hex {
  if (address !== ENTRY_POINTS['0.8']) return code;
  const [scratchId, scratchSeparator] = domainOn(SCRATCH_CHAIN_ID);
  const [id, separator] = domainOn(chainId);
  const parts = code.slice(2).split(scratchSeparator);
  if (parts.length !== 2) throw new Error('the code of EntryPoint 0.8 holds its domain once');
  return `0x${parts.join(separator).replace(scratchId, id)}`;
}
