import { concat, encodeFunctionData, getContractAddress, keccak256, parseAbi, toHex } from 'viem';
import { sign } from 'viem/accounts';
import { SAFE_DEPLOYMENTS } from '#catalog/accounts.ts';
import { SAFE_PROXIES } from '#catalog/safe-proxies.generated.ts';
import type { AccountReads, SafeCall, SafeTransaction } from '#chains/accounts.ts';
import type { Call, Chain } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from './read-receipt.ts';
import type { TestNode } from './test-node.ts';

/** What a Safe's setup, creation and execution are called with. */
export const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function enableModule(address module)',
]);

const ZERO: Hex = `0x${'00'.repeat(20)}`;

/** A Safe and the keys that sign for it. */
export interface SignedSafe {
  readonly address: Hex;
  readonly owners: readonly TestAccount[];
}

/** The account part of a chain that has one. */
export function accountsOf({ accounts, network }: Chain): AccountReads {
  if (accounts === undefined) throw new Error(`${network.id} has no accounts that are contracts`);
  return accounts;
}

/** What the owners sign so that the Safe makes these calls, at its next nonce and without a refund of gas. */
export async function transactionOf(
  chain: Chain,
  safe: string,
  what: readonly Call[] | SafeCall,
): Promise<SafeTransaction> {
  const reads = accountsOf(chain);
  const [state] = await reads.readAccounts([safe]);
  if (state?.kind !== 'safe') throw new Error(`${safe} is no Safe`);
  const { nonce } = state;
  const call = 'operation' in what ? what : reads.encodeCalls(what);
  const gas = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: ZERO, refundReceiver: ZERO };
  return { ...call, ...gas, nonce };
}

function argumentsOf(transaction: SafeTransaction) {
  const { to, valueUnits, data, operation, safeTxGas, baseGas, gasPrice } = transaction;
  return [
    ...([evmAddress(to), valueUnits, data, operation === 'call' ? 0 : 1] as const),
    ...([safeTxGas, baseGas, gasPrice, evmAddress(transaction.gasToken)] as const),
    evmAddress(transaction.refundReceiver),
  ] as const;
}

/** The signatures of these owners, in the order that the contract wants. */
async function signaturesOf(hash: Hex, owners: readonly TestAccount[]): Promise<Hex> {
  const sorted = owners.toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
  const signed = sorted.map(({ privateKey }) => sign({ hash, privateKey, to: 'hex' }));
  return concat(await Promise.all(signed));
}

/** What executes a transaction with the signatures of these owners. */
export async function executionOf(
  chain: Chain,
  { address, owners }: SignedSafe,
  transaction: SafeTransaction,
): Promise<Hex> {
  const hash = accountsOf(chain).safeTransactionHash(address, transaction);
  return encodeFunctionData({
    abi: safeAbi,
    functionName: 'execTransaction',
    args: [...argumentsOf(transaction), await signaturesOf(hash, owners)],
  });
}

/** Executes what the owners signed, sent by anybody; answers the transaction. Throws where it would revert. */
export async function executeSafe(
  at: Pick<TestNode, 'chain' | 'client'> & { readonly node: Parameters<typeof sendCall>[0] },
  safe: SignedSafe,
  transaction: SafeTransaction,
): Promise<Hex> {
  const data = await executionOf(at.chain, safe, transaction);
  const call = { to: safe.address, data, valueUnits: 0n };
  const sent = await sendCall(at.node, TEST_ACCOUNTS.unrelated, call);
  await readReceipt(at.client, sent);
  return sent;
}

/** The hash of a Safe's transaction as its contract computes it. */
export async function hashOnChain(
  { client }: TestNode,
  safe: Hex,
  transaction: SafeTransaction,
): Promise<Hex> {
  return await client.readContract({
    address: safe,
    abi: safeAbi,
    functionName: 'getTransactionHash',
    args: [...argumentsOf(transaction), transaction.nonce],
  });
}

/** A Safe that its factory has not made yet, with what calls the factory. */
export function safeToCreate(owners: readonly string[], threshold: number, saltNonce: bigint) {
  const deployment = SAFE_DEPLOYMENTS.find(({ version }) => version === '1.4.1');
  if (deployment === undefined) throw new Error('the catalog has no Safe 1.4.1');
  const [factory, singleton] = [evmAddress(deployment.factory), evmAddress(deployment.safeL2)];
  const setup = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      ...([owners.map(evmAddress), BigInt(threshold), ZERO, '0x'] as const),
      ...([evmAddress(deployment.fallbackHandler), ZERO, 0n, ZERO] as const),
    ],
  });
  const args = [singleton, setup, saltNonce] as const;
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'createProxyWithNonce', args });
  const word = (value: bigint) => toHex(value, { size: 32 });
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(concat([keccak256(setup), word(saltNonce)])),
    bytecode: concat([SAFE_PROXIES['1.4.1'].creationCode, word(BigInt(singleton))]),
  });
  return { address, call: { to: factory, data, valueUnits: 0n } };
}
