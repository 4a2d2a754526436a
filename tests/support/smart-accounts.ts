import { readFile } from 'node:fs/promises';
import {
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  http,
  parseAbi,
} from 'viem';
import { toSimple7702SmartAccount } from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { type Hex, isHex } from '#kit/hex.ts';
import type { LocalNode } from '#sandbox/local-nodes.ts';
import type { TestAccount } from '#sandbox/test-accounts.ts';

/** Where a node of a test has the code that key's accounts delegate to. */
const CODE_ADDRESS = '0x000000000000000000000000000000000000c0de';

const Contracts = z.object({ bytecode: z.object({ KeyAccount: z.string().refine(isHex) }) });
const contractsFile = new URL('../../sandbox/contracts.generated.json', import.meta.url);

/** Where a node is. */
type Place = Pick<LocalNode, 'chainId' | 'rpcUrl'>;

/** The network of a node, as viem describes one. */
export function chainOf({ chainId, rpcUrl }: Place): Chain {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const rpcUrls = { default: { http: [rpcUrl] } };
  return { id: chainId, name: 'sandbox', nativeCurrency, rpcUrls };
}

/** The account of a key that runs the code of a smart account with its next operation (EIP-7702), as viem drives it. */
export async function smartAccountOf(node: Place, { privateKey }: TestAccount) {
  const chain = chainOf(node);
  const transport = http(node.rpcUrl);
  const { bytecode } = Contracts.parse(JSON.parse(await readFile(contractsFile, 'utf8')));
  const client = createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 });
  const { data: code } = await client.call({ data: bytecode.KeyAccount });
  const test = createTestClient({ mode: 'anvil', chain, transport });
  await test.setCode({ address: CODE_ADDRESS, bytecode: code ?? '0x' });
  const owner = privateKeyToAccount(privateKey);
  return await toSimple7702SmartAccount({ client, owner, implementation: CODE_ADDRESS });
}

/** Delegates the account of a key now, in a transaction of somebody else. */
export async function delegate(
  node: Place,
  { key, sender }: { readonly key: TestAccount; readonly sender: TestAccount },
): Promise<void> {
  const chain = chainOf(node);
  const transport = http(node.rpcUrl);
  const owner = createWalletClient({
    chain,
    transport,
    account: privateKeyToAccount(key.privateKey),
  });
  const authorization = await owner.signAuthorization({ contractAddress: CODE_ADDRESS });
  const account = privateKeyToAccount(sender.privateKey);
  const wallet = createWalletClient({ chain, transport, account });
  const hash = await wallet.sendTransaction({
    to: sender.address,
    authorizationList: [authorization],
  });
  const client = createPublicClient({ chain, transport, pollingInterval: 20 });
  await client.waitForTransactionReceipt({ hash });
}

const accountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
]);

/** The calldata of an account that makes these calls. */
export function batchOf(
  calls: readonly { readonly target: Hex; readonly value: bigint; readonly data: Hex }[],
): Hex {
  return encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [calls] });
}
