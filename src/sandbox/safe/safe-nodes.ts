import {
  ContractFunctionExecutionError,
  createPublicClient,
  getAddress,
  HttpRequestError,
  http,
  type Log,
  type PublicClient,
  parseAbi,
  toEventSelector,
} from 'viem';
import type { Hex } from '#kit/hex.ts';
import type { SandboxNode } from '../price-feeds.ts';

/** A local node, as the service reads it. */
export interface SafeNode {
  readonly node: SandboxNode;
  readonly client: PublicClient;
}

/** What the chain says of a Safe. */
export interface SafeOnChain {
  readonly owners: readonly Hex[];
  readonly threshold: number;
  readonly nonce: bigint;
  readonly version: string;
  readonly masterCopy: Hex;
  readonly modules: readonly Hex[];
  readonly guard: Hex;
  readonly fallbackHandler: Hex;
}

/** What was signed, as the contract takes it. */
export interface SafeTx {
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
  readonly operation: 0 | 1;
  readonly safeTxGas: bigint;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  readonly gasToken: Hex;
  readonly refundReceiver: Hex;
  readonly nonce: bigint;
}

/** An execution of a transaction of a Safe. */
export interface Execution {
  readonly isSuccessful: boolean;
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  readonly payment: bigint;
}

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function VERSION() view returns (string)',
  'function getModulesPaginated(address start, uint256 size) view returns (address[], address)',
  'function approvedHashes(address owner, bytes32 hash) view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
]);

/** The topics are equal in all versions; the hash is a topic since 1.4.1 and the first word of the data before. */
const SUCCESS = toEventSelector('ExecutionSuccess(bytes32,uint256)');
const FAILURE = toEventSelector('ExecutionFailure(bytes32,uint256)');

/** Where the contract stores addresses: its code, and `keccak256` of `guard_manager.guard.address` and `fallback_manager.handler.address`. */
const SLOTS = {
  masterCopy: '0x0',
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  fallbackHandler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
} as const;
/** Where the contract's list of modules begins. */
const FIRST_MODULE = '0x0000000000000000000000000000000000000001';
const MODULES_MAX = 50n;

/** Opens the nodes, by network. */
export function openSafeNodes(nodes: readonly SandboxNode[]): ReadonlyMap<string, SafeNode> {
  return new Map(
    nodes.map((node) => {
      const client = createPublicClient({
        transport: http(node.rpcUrl, { batch: true }),
        cacheTime: 0,
      });
      return [node.network, { node, client }];
    }),
  );
}

/** What the chain says of a Safe; undefined for any other address. */
export async function readSafe(
  { client }: SafeNode,
  address: Hex,
): Promise<SafeOnChain | undefined> {
  const contract = { address, abi: safeAbi } as const;
  const slot = async (at: Hex) => {
    const word = await client.getStorageAt({ address, slot: at });
    return getAddress(`0x${(word ?? '0x').slice(2).padStart(64, '0').slice(-40)}`);
  };
  try {
    const [owners, threshold, nonce, version, [modules], ...slots] = await Promise.all([
      client.readContract({ ...contract, functionName: 'getOwners' }),
      client.readContract({ ...contract, functionName: 'getThreshold' }),
      client.readContract({ ...contract, functionName: 'nonce' }),
      client.readContract({ ...contract, functionName: 'VERSION' }),
      client.readContract({
        ...contract,
        functionName: 'getModulesPaginated',
        args: [FIRST_MODULE, MODULES_MAX],
      }),
      slot(SLOTS.masterCopy),
      slot(SLOTS.guard),
      slot(SLOTS.fallbackHandler),
    ]);
    const [masterCopy, guard, fallbackHandler] = slots;
    const known = { owners, threshold: Number(threshold), nonce, version, modules };
    return { ...known, masterCopy, guard, fallbackHandler };
  } catch (error) {
    if (isOtherContract(error)) return undefined;
    throw error;
  }
}

/** Whether a call failed by what stands at the address, and not by the node. */
function isOtherContract(error: unknown): boolean {
  if (!(error instanceof ContractFunctionExecutionError)) return false;
  return error.walk((cause) => cause instanceof HttpRequestError) === null;
}

/** The hash that owners sign, computed by the Safe itself. */
export async function hashOf({ client }: SafeNode, safe: Hex, tx: SafeTx): Promise<Hex> {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice } = tx;
  return await client.readContract({
    address: safe,
    abi: safeAbi,
    functionName: 'getTransactionHash',
    args: [
      ...([to, value, data, operation, safeTxGas, baseGas, gasPrice] as const),
      ...([tx.gasToken, tx.refundReceiver, tx.nonce] as const),
    ],
  });
}

/** Whether an owner has approved a hash by a transaction. */
export async function hasApproved(
  { client }: SafeNode,
  query: { readonly safe: Hex; readonly owner: Hex; readonly hash: Hex },
): Promise<boolean> {
  const { safe: address, owner, hash } = query;
  const contract = { address, abi: safeAbi, functionName: 'approvedHashes' } as const;
  return (await client.readContract({ ...contract, args: [owner, hash] })) > 0n;
}

/** What a Safe has executed, by the hash that its owners signed. */
export async function readExecutions(
  { client }: SafeNode,
  safe: Hex,
): Promise<ReadonlyMap<Hex, Execution>> {
  const logs = await client.getLogs({ address: safe, fromBlock: 0n, toBlock: 'latest' });
  return new Map(logs.flatMap(executionOf));
}

function executionOf({
  topics: [event, indexed],
  data,
  ...log
}: Log<bigint, number, false>): readonly (readonly [Hex, Execution])[] {
  if (event !== SUCCESS && event !== FAILURE) return [];
  const words = data.slice(2).match(/.{64}/g) ?? [];
  const [hash, payment] = indexed === undefined ? [`0x${words[0]}`, words[1]] : [indexed, words[0]];
  const { transactionHash, blockNumber } = log;
  const execution = { isSuccessful: event === SUCCESS, transactionHash, blockNumber };
  return [[`0x${hash.slice(2)}`, { ...execution, payment: BigInt(`0x${payment ?? '0'}`) }]];
}
