import {
  concatHex,
  createPublicClient,
  encodeFunctionData,
  getAddress,
  http,
  parseAbi,
  zeroAddress,
} from 'viem';
import { sign } from 'viem/accounts';
import type { SafeTransaction } from '#chains/accounts.ts';
import type { Call } from '#chains/chain.ts';
import { encodeCalls, safeTransactionHash } from '#chains/evm/accounts/safe-transaction.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { SandboxNode } from './price-feeds.ts';
import type { SandboxFile } from './sandbox-file.ts';
import type { TestAccount } from './test-accounts.ts';
import { sendCall } from './test-wallet.ts';

const safeAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
]);

type TestSafe = NonNullable<SandboxFile['safe']>;

/** A transaction of the test Safe on its way through its owners' hands. */
export interface SafeDraft {
  readonly node: Pick<SandboxNode, 'chainId' | 'rpcUrl'>;
  readonly safe: TestSafe;
  readonly transaction: SafeTransaction;
  /** What its owners sign. */
  readonly hash: Hex;
}

/** These calls as the next transaction of the test Safe, which makes all of them or none. */
export async function draftSafeTransaction(
  node: SafeDraft['node'],
  safe: TestSafe,
  calls: readonly Call[],
): Promise<SafeDraft> {
  const client = createPublicClient({ transport: http(node.rpcUrl) });
  const { address } = safe;
  const nonce = await client.readContract({ address, abi: safeAbi, functionName: 'nonce' });
  const none = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n };
  const nobody = { gasToken: zeroAddress, refundReceiver: zeroAddress };
  const transaction = { ...encodeCalls(calls), ...none, ...nobody, nonce };
  return { node, safe, transaction, hash: safeTransactionHash(node.chainId, address, transaction) };
}

/** Sends a draft with an owner's signature to the Safe service at this address, which ends in `/api`. */
export async function proposeSafeTransaction(
  serviceUrl: string,
  { safe, transaction, hash }: SafeDraft,
  owner: TestAccount,
): Promise<void> {
  const { valueUnits, operation, ...rest } = transaction;
  await post(`${serviceUrl}/v2/safes/${safe.address}/multisig-transactions/`, {
    ...rest,
    value: valueUnits,
    operation: operation === 'call' ? 0 : 1,
    contractTransactionHash: hash,
    sender: owner.address,
    signature: await signAsOwner(owner, hash),
  });
}

/** Adds another owner's signature there. */
export async function confirmSafeTransaction(
  serviceUrl: string,
  { hash }: SafeDraft,
  owner: TestAccount,
): Promise<void> {
  const signature = await signAsOwner(owner, hash);
  await post(`${serviceUrl}/v1/multisig-transactions/${hash}/confirmations/`, { signature });
}

/** Executes a draft with the signatures of all owners, sent by one of them; returns the hash of the network's transaction. */
export async function executeSafeTransaction({
  node,
  safe,
  transaction,
  hash,
}: SafeDraft): Promise<Hex> {
  // The contract takes signatures in the order of their owners.
  const owners = safe.owners.toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
  const [sender] = owners;
  if (sender === undefined) throw new TypeError('a Safe without owners');
  const signatures = await Promise.all(owners.map((owner) => signAsOwner(owner, hash)));
  const { to, valueUnits, operation, safeTxGas, baseGas, gasPrice } = transaction;
  const data = encodeFunctionData({
    abi: safeAbi,
    functionName: 'execTransaction',
    args: [
      ...([getAddress(to), valueUnits, transaction.data, operation === 'call' ? 0 : 1] as const),
      ...([safeTxGas, baseGas, gasPrice] as const),
      ...([getAddress(transaction.gasToken), getAddress(transaction.refundReceiver)] as const),
      concatHex(signatures),
    ],
  });
  return await sendCall(node, sender, { to: safe.address, data, valueUnits: 0n });
}

function signAsOwner({ privateKey }: TestAccount, hash: Hex): Promise<Hex> {
  return sign({ hash, privateKey, to: 'hex' });
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body, (_key, value) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  });
  if (!answer.ok) throw new Outage(`${url} answered ${answer.status}: ${await answer.text()}`);
}
