import {
  concatHex,
  encodeFunctionData,
  hashTypedData,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import type { Hex } from '#kit/hex.ts';
import type { SandboxNode } from '#sandbox/price-feeds.ts';
import { TEST_ACCOUNTS, TEST_SAFE, type TestAccount } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from './read-receipt.ts';

const safeAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
]);

const SAFE_TX = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const;

/** What a proposal says of the transaction, as the service takes it. */
export interface SafeTxBody {
  readonly to: Hex;
  readonly value: string;
  readonly data: Hex;
  readonly operation: 0 | 1;
  readonly safeTxGas: string;
  readonly baseGas: string;
  readonly gasPrice: string;
  readonly gasToken: Hex;
  readonly refundReceiver: Hex;
  readonly nonce: string;
}

/** A transaction of the test Safe that sends some coin, with parts of the test's. */
export function safeTx(parts: Partial<SafeTxBody> & Pick<SafeTxBody, 'nonce'>): SafeTxBody {
  return {
    to: TEST_ACCOUNTS.feeReceiver.address,
    value: '1',
    data: '0x',
    operation: 0,
    safeTxGas: '0',
    baseGas: '0',
    gasPrice: '0',
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    ...parts,
  };
}

/** The nonce of the test Safe's next transaction. */
export function nextNonce(client: PublicClient): Promise<bigint> {
  const { address } = TEST_SAFE;
  return client.readContract({ address, abi: safeAbi, functionName: 'nonce' });
}

/** The hash that owners of the test Safe sign, computed apart from the product and the contract. */
export function hashSafeTx(chainId: number, tx: SafeTxBody): Hex {
  return hashTypedData({
    domain: { chainId, verifyingContract: TEST_SAFE.address },
    types: { SafeTx: SAFE_TX },
    primaryType: 'SafeTx',
    message: {
      ...tx,
      value: BigInt(tx.value),
      safeTxGas: BigInt(tx.safeTxGas),
      baseGas: BigInt(tx.baseGas),
      gasPrice: BigInt(tx.gasPrice),
      nonce: BigInt(tx.nonce),
    },
  });
}

/** The signature of a key over a hash. */
export function signHash({ privateKey }: TestAccount, hash: Hex): Promise<Hex> {
  return sign({ hash, privateKey, to: 'hex' });
}

/** The same as a message, in the form in which a Safe takes it. */
export async function signAsMessage({ privateKey }: TestAccount, hash: Hex): Promise<Hex> {
  const signed = await privateKeyToAccount(privateKey).signMessage({ message: { raw: hash } });
  const v = Number.parseInt(signed.slice(-2), 16) + 4;
  return `0x${signed.slice(2, -2)}${v.toString(16)}`;
}

/** Executes a transaction of the test Safe with the signatures of both owners; returns the hash of the network's transaction. */
export async function executeSafeTx(
  { node, client }: { readonly node: SandboxNode; readonly client: PublicClient },
  tx: SafeTxBody,
): Promise<Hex> {
  const hash = hashSafeTx(node.chainId, tx);
  const sorted = TEST_SAFE.owners.toSorted((a, b) =>
    a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
  );
  const signatures = await Promise.all(sorted.map((owner) => signHash(owner, hash)));
  const data = encodeFunctionData({
    abi: safeAbi,
    functionName: 'execTransaction',
    args: [
      ...([tx.to, BigInt(tx.value), tx.data, tx.operation, BigInt(tx.safeTxGas)] as const),
      ...([BigInt(tx.baseGas), BigInt(tx.gasPrice), tx.gasToken, tx.refundReceiver] as const),
      concatHex(signatures),
    ],
  });
  const call = { to: TEST_SAFE.address, data, valueUnits: 0n };
  const sent = await sendCall(node, TEST_ACCOUNTS.unrelated, call);
  await readReceipt(client, sent);
  return sent;
}
