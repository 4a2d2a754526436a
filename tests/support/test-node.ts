import { pino } from 'pino';
import {
  createPublicClient,
  createWalletClient,
  http,
  type PublicClient,
  type TransactionReceipt,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { ObservedTransfer } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { type EvmChain, evmChain } from '#chains/evm/evm-chain.ts';
import type { Hex } from '#kit/hex.ts';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { readReceipt } from './read-receipt.ts';

/** A network with a node behind it, and what a test does there. */
export interface TestNode extends AsyncDisposable {
  readonly chain: EvmChain;
  readonly client: PublicClient;
  readonly node: LocalNode;
}

/** Starts the local node of a network. */
export async function openTestNode(network: NetworkId): Promise<TestNode> {
  const node = await startLocalNode({ network });
  const chain = connect(node);
  const client = createPublicClient({ transport: http(node.rpcUrl), pollingInterval: 20 });
  const stop = async () => {
    await chain.close();
    await node.stop();
  };
  return { chain, client, node, [Symbol.asyncDispose]: stop };
}

/** A node for a process that has not queried it yet. */
export function connect({ network, rpcUrl }: Pick<LocalNode, 'network' | 'rpcUrl'>): EvmChain {
  const row = NETWORKS[network];
  return evmChain({ network: row, rpcUrls: [rpcUrl], pollMs: 50, log: pino({ level: 'silent' }) });
}

/** A transaction that was signed, sent and carried out. */
export interface Executed {
  readonly receipt: TransactionReceipt;
  /** Of the signed transaction, as nodes count them. */
  readonly bytes: number;
}

/** Signs transactions as the payer and sends them one after another, each when the last is in a block. */
export async function execute(
  at: TestNode,
  transactions: readonly { readonly to: string; readonly data: Hex; readonly value: Hex }[],
): Promise<Executed[]> {
  const account = privateKeyToAccount(TEST_ACCOUNTS.payer.privateKey);
  const { nativeCurrency, name } = at.chain.network;
  const rpcUrls = { default: { http: [at.node.rpcUrl] } };
  const chain = { id: at.node.chainId, name, nativeCurrency, rpcUrls };
  const wallet = createWalletClient({ account, chain, transport: http(at.node.rpcUrl) });
  const executed: Executed[] = [];
  for (const { to, data, value } of transactions) {
    const call = { to: evmAddress(to), data, value: BigInt(value) };
    const request = await wallet.prepareTransactionRequest(call);
    const serializedTransaction = await wallet.signTransaction(request);
    const hash = await wallet.sendRawTransaction({ serializedTransaction });
    const receipt = await readReceipt(at.client, hash);
    executed.push({ receipt, bytes: serializedTransaction.length / 2 - 1 });
  }
  return executed;
}

/** What wallets have of a currency, in their order. */
export async function holdings(
  { chain }: TestNode,
  { type, address }: Currency,
  wallets: readonly string[],
): Promise<bigint[]> {
  const queries = type === 'ETH' ? [] : [{ tokenAddress: address, spender: 'batch' as const }];
  const read = wallets.map(async (wallet) => {
    const balances = await chain.readPayerBalances(wallet, queries);
    return balances.tokens[0]?.balanceUnits ?? balances.nativeBalanceUnits;
  });
  return await Promise.all(read);
}

/** What a follower reports of the blocks from this one to the present head. */
export async function followedFrom(
  { chain }: TestNode,
  startBlock: bigint,
): Promise<ObservedTransfer[]> {
  const until = await chain.readHead();
  const transfers: ObservedTransfer[] = [];
  const following = chain.follow({ known: [], startBlock }, AbortSignal.timeout(90_000));
  for await (const update of following) {
    if (update.type !== 'blocks') continue;
    transfers.push(...update.transfers);
    if (update.to.number >= until) return transfers;
  }
  throw new Error(`block ${until} was not reached`);
}
