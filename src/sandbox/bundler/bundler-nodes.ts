import {
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type HttpTransport,
  http,
  keccak256,
  type PrivateKeyAccount,
  type PublicClient,
  toBytes,
  type WalletClient,
} from 'viem';
import { entryPoint07Abi, entryPoint08Abi } from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { ENTRY_POINTS } from '#catalog/accounts.ts';
import { computeOnce } from '#kit/compute-once.ts';
import { type Hex, isHex, isSameHex } from '#kit/hex.ts';
import { addressOfKey } from '#kit/key-address.ts';
import type { SandboxNode } from '../price-feeds.ts';

/** Enough for more operations than a sandbox sees. */
const BALANCE_UNITS = 10n ** 22n;
/** How often a receipt is looked for; a local node mines a transaction within milliseconds. */
const POLL_MS = 20;

/** A local node, as the bundler uses it. */
export interface BundlerNode {
  readonly node: SandboxNode;
  readonly client: PublicClient;
  readonly wallet: () => WalletClient<HttpTransport, Chain, PrivateKeyAccount>;
  /** Runs work when what was handed over before it has ended: one nonce after the other. */
  afterOthers<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A contract that executes operations. */
export interface EntryPoint {
  readonly version: keyof typeof ENTRY_POINTS;
  readonly address: Hex;
  readonly abi: typeof entryPoint07Abi | typeof entryPoint08Abi;
}

/** The versions that stand on local nodes. */
const VERSIONS: readonly EntryPoint[] = [
  { version: '0.7', address: hexText(ENTRY_POINTS['0.7']), abi: entryPoint07Abi },
  { version: '0.8', address: hexText(ENTRY_POINTS['0.8']), abi: entryPoint08Abi },
];

/** The contracts that operations are sent through, the newest first. */
export const SANDBOX_ENTRY_POINTS: readonly Hex[] = VERSIONS.map(
  ({ address }) => address,
).reverse();

/** The version at an address; undefined where it is none. */
export function findEntryPoint(address: unknown): EntryPoint | undefined {
  return VERSIONS.find((one) => typeof address === 'string' && isSameHex(one.address, address));
}

function hexText(text: string): Hex {
  if (!isHex(text)) throw new TypeError(`${text} is not hexadecimal`);
  return text;
}

const PRIVATE_KEY = keccak256(toBytes('florin sandbox bundler'));
/**
 * Sends operations and signs for the paymaster, on local nodes alone: anybody can compute this key. Made when it first
 * signs, as `addressOfKey` says.
 */
export const bundlerAccount = computeOnce(() => privateKeyToAccount(PRIVATE_KEY));
export const BUNDLER_ADDRESS = addressOfKey(PRIVATE_KEY);

/** Opens the nodes, by network, and gives the sender coin on each. */
export async function openBundlerNodes(
  nodes: readonly SandboxNode[],
): Promise<ReadonlyMap<string, BundlerNode>> {
  return new Map(
    await Promise.all(nodes.map(async (node) => [node.network, await open(node)] as const)),
  );
}

async function open(node: SandboxNode): Promise<BundlerNode> {
  const transport = http(node.rpcUrl);
  const chain = {
    id: node.chainId,
    name: 'sandbox',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.rpcUrl] } },
  };
  const test = createTestClient({ mode: 'anvil', chain, transport });
  await test.setBalance({ address: BUNDLER_ADDRESS, value: BALANCE_UNITS });
  let last: Promise<unknown> = Promise.resolve();
  return {
    node,
    client: createPublicClient({ transport, cacheTime: 0, pollingInterval: POLL_MS }),
    wallet: computeOnce(() => createWalletClient({ account: bundlerAccount(), chain, transport })),
    afterOthers: (work) => {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
