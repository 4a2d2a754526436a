import { decodeFunctionData, encodeFunctionData, hashMessage, hashTypedData, parseAbi } from 'viem';
import { MULTI_SEND_CALL_ONLY, SAFE_DEPLOYMENTS } from '#catalog/accounts.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { SafeCall, SafeTransaction } from '../../accounts.ts';
import { KEY_SIGNATURE_CHARACTERS, recoverSigner as recoverKey } from '../../key-signature.ts';
import type { Call } from '../../signing.ts';
import { evmAddress } from '../address.ts';
import { readStrictly } from '../bridge/read-strictly.ts';

const multiSendAbi = parseAbi(['function multiSend(bytes transactions)']);
const BATCHES = new Set(
  SAFE_DEPLOYMENTS.flatMap(({ multiSendCallOnly }) => multiSendCallOnly).map(evmAddress),
);

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

/** See `AccountReads.safeTransactionHash`: versions since 1.3.0 name the chain id. */
export function safeTransactionHash(
  chainId: number,
  safe: string,
  transaction: SafeTransaction,
): Hex {
  const { to, valueUnits: value, operation, gasToken, refundReceiver, ...same } = transaction;
  return hashTypedData({
    domain: { chainId, verifyingContract: evmAddress(safe) },
    types: { SafeTx: SAFE_TX },
    primaryType: 'SafeTx',
    message: {
      ...same,
      to: evmAddress(to),
      value,
      operation: operation === 'call' ? 0 : 1,
      gasToken: evmAddress(gasToken),
      refundReceiver: evmAddress(refundReceiver),
    },
  });
}

/** See `AccountReads.encodeCalls`. */
export function encodeCalls(calls: readonly Call[]): SafeCall {
  const [only, ...others] = calls;
  if (only !== undefined && others.length === 0) {
    const { to, valueUnits, data } = only;
    return { to: evmAddress(to), valueUnits, data, operation: 'call' };
  }
  const packed: Hex = `0x${calls.map(packCall).join('')}`;
  return {
    to: MULTI_SEND_CALL_ONLY,
    valueUnits: 0n,
    data: encodeFunctionData({ abi: multiSendAbi, args: [packed] }),
    operation: 'delegatecall',
  };
}

/** An operation (0 is a call), 20 bytes of address, value and length in words, and the data. */
function packCall({ to, valueUnits, data }: Call): string {
  const bytes = data.slice(2);
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const address = evmAddress(to).slice(2).toLowerCase();
  return `00${address}${word(valueUnits)}${word(BigInt(bytes.length / 2))}${bytes}`;
}

/** See `AccountReads.decodeCalls`. */
export function decodeCalls(transaction: SafeCall): readonly Call[] | undefined {
  const { to, valueUnits, data, operation } = transaction;
  if (operation === 'call') return [{ to: evmAddress(to), valueUnits, data }];
  if (!BATCHES.has(evmAddress(to)) || valueUnits !== 0n) return undefined;
  const packed = readStrictly(
    { abi: multiSendAbi, data },
    (bytes) => decodeFunctionData({ abi: multiSendAbi, data: bytes }).args[0],
    (bytes) => encodeFunctionData({ abi: multiSendAbi, args: [bytes] }),
  );
  return packed === undefined ? undefined : unpackCalls(packed.slice(2));
}

/** Digits of an operation, an address and two words. */
const CALL_HEAD = /^00([0-9a-f]{40})([0-9a-f]{64})([0-9a-f]{64})/;
const CALL_HEAD_DIGITS = 170;
/** Version 1.5.0 calls the Safe itself in its place. */
const ZERO_ADDRESS = /^0{40}$/;

function unpackCalls(packed: string): readonly Call[] | undefined {
  const calls: Call[] = [];
  let at = 0;
  while (at < packed.length) {
    const [, to = '', value, length] =
      CALL_HEAD.exec(packed.slice(at, at + CALL_HEAD_DIGITS)) ?? [];
    if (value === undefined || ZERO_ADDRESS.test(to)) return undefined;
    const start = at + CALL_HEAD_DIGITS;
    const digits = 2n * BigInt(`0x${length}`);
    if (digits > BigInt(packed.length - start)) return undefined;
    at = start + Number(digits);
    const data = `0x${packed.slice(start, at)}`;
    if (!isHex(data)) return undefined;
    calls.push({ to: evmAddress(`0x${to}`), valueUnits: BigInt(`0x${value}`), data });
  }
  return calls;
}

/** What a Safe adds to v of a signature made by `eth_sign`. */
const ETH_SIGN_ADDS = 4;

/** See `AccountReads.recoverSigner`. */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<string | undefined> {
  if (signature.length !== KEY_SIGNATURE_CHARACTERS) return undefined;
  const v = Number.parseInt(signature.slice(-2), 16);
  // A v of 0 is a contract's signature and a v of 1 an approval on the chain; both prove nothing here.
  if (v === 27 || v === 28) return (await recoverKey(hash, signature))?.address;
  const plain = v - ETH_SIGN_ADDS;
  if (plain !== 27 && plain !== 28) return undefined;
  const asKey: Hex = `0x${signature.slice(2, -2)}${plain.toString(16)}`;
  return (await recoverKey(hashMessage({ raw: hash }), asKey))?.address;
}
