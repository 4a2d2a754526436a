import { createHash } from 'node:crypto';
import type { TronHex } from './address.ts';
import {
  hexToText,
  MalformedMessage,
  readFields,
  textToHex,
  type WireField,
  writeFields,
} from './wire-format.ts';

/** What runs a contract, with TRX or without. */
export interface ContractCall {
  readonly type: 'TriggerSmartContract';
  readonly ownerAddress: TronHex;
  readonly contractAddress: TronHex;
  /** TRX sent along, in sun. */
  readonly callValue: bigint;
  readonly data: string;
  readonly callTokenValue: bigint;
  readonly tokenId: bigint;
}

/** A transfer of TRX. */
export interface CoinTransfer {
  readonly type: 'TransferContract';
  readonly ownerAddress: TronHex;
  readonly toAddress: TronHex;
  /** In sun. */
  readonly amount: bigint;
}

/** What Tron calls a contract of a transaction: the one thing that it does. */
export interface TransactionContract {
  readonly action: ContractCall | CoinTransfer;
  /** 0 is the owner's permission, 2 the first active one. */
  readonly permissionId: number;
}

/** What is signed. Bytes are hex without a prefix, times in milliseconds. */
export interface RawTransaction {
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  readonly expirationMs: number;
  /** The memo. */
  readonly data: string;
  readonly contracts: readonly TransactionContract[];
  readonly timestampMs: number;
  /** What energy may cost at most, in sun. */
  readonly feeLimit: bigint;
}

/** A transaction as it was sent. */
export interface SignedTransaction {
  readonly txId: string;
  readonly raw: RawTransaction;
  /** The bytes that the id is the hash of, fields unknown to us included. */
  readonly rawHex: string;
  readonly signatures: readonly string[];
}

const TYPE_NUMBERS = { TransferContract: 1n, TriggerSmartContract: 31n } as const;

/** The SHA-256 of bytes that are given as hex. */
export function sha256Hex(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}

/** The transaction with these contents, its bytes made by us. */
export function buildTransaction(
  raw: RawTransaction,
  signatures: readonly string[] = [],
): SignedTransaction {
  const rawHex = encodeRaw(raw);
  return { txId: sha256Hex(rawHex), raw, rawHex, signatures };
}

/** Reads the protobuf bytes of a signed transaction. Throws `MalformedMessage`. */
export function decodeTransaction(hex: string): SignedTransaction {
  const fields = readFields(hex);
  const rawHex = bytesOf(fields, 1);
  const signatures = fields.flatMap(([number, value]) =>
    number === 2 && typeof value === 'string' ? [value] : [],
  );
  return { txId: sha256Hex(rawHex), raw: decodeRaw(rawHex), rawHex, signatures };
}

/** The bytes of a transaction; `result` is what a block adds to it. */
export function encodeTransaction(transaction: SignedTransaction, result = ''): string {
  const signatures = transaction.signatures.map((signature): WireField => [2, signature]);
  return writeFields([[1, transaction.rawHex], ...signatures, [5, result]]);
}

/** The bytes that are signed. */
function encodeRaw(raw: RawTransaction): string {
  return writeFields([
    [1, raw.refBlockBytes],
    [4, raw.refBlockHash],
    [8, BigInt(raw.expirationMs)],
    [10, raw.data],
    ...raw.contracts.map((contract): WireField => [11, encodeContract(contract)]),
    [14, BigInt(raw.timestampMs)],
    [18, raw.feeLimit],
  ]);
}

function encodeContract({ action, permissionId }: TransactionContract): string {
  const any = writeFields([
    [1, textToHex(typeUrl(action.type))],
    [2, encodeAction(action)],
  ]);
  return writeFields([
    [1, TYPE_NUMBERS[action.type]],
    [2, any],
    [5, BigInt(permissionId)],
  ]);
}

/** The name under which a contract's parameters are packed. */
export function typeUrl(type: TransactionContract['action']['type']): string {
  return `type.googleapis.com/protocol.${type}`;
}

function encodeAction(action: TransactionContract['action']): string {
  if (action.type === 'TransferContract') {
    return writeFields([
      [1, action.ownerAddress],
      [2, action.toAddress],
      [3, action.amount],
    ]);
  }
  return writeFields([
    [1, action.ownerAddress],
    [2, action.contractAddress],
    [3, action.callValue],
    [4, action.data],
    [5, action.callTokenValue],
    [6, action.tokenId],
  ]);
}

function decodeRaw(hex: string): RawTransaction {
  const fields = readFields(hex);
  return {
    refBlockBytes: bytesOf(fields, 1),
    refBlockHash: bytesOf(fields, 4),
    expirationMs: Number(numberOf(fields, 8)),
    data: bytesOf(fields, 10),
    contracts: fields.flatMap(([number, value]) =>
      number === 11 && typeof value === 'string' ? [decodeContract(value)] : [],
    ),
    timestampMs: Number(numberOf(fields, 14)),
    feeLimit: numberOf(fields, 18),
  };
}

function decodeContract(hex: string): TransactionContract {
  const fields = readFields(hex);
  const any = readFields(bytesOf(fields, 2));
  const type = numberOf(fields, 1);
  const expected = Object.entries(TYPE_NUMBERS).find(([, number]) => number === type)?.[0];
  if (expected === undefined || !hexToText(bytesOf(any, 1)).endsWith(`/protocol.${expected}`)) {
    throw new MalformedMessage(`contract type ${type} is not served by this node`);
  }
  return {
    action: decodeAction(type, readFields(bytesOf(any, 2))),
    permissionId: Number(numberOf(fields, 5)),
  };
}

function decodeAction(type: bigint, fields: readonly WireField[]): TransactionContract['action'] {
  if (type === TYPE_NUMBERS.TransferContract) {
    return {
      type: 'TransferContract',
      ownerAddress: bytesOf(fields, 1),
      toAddress: bytesOf(fields, 2),
      amount: numberOf(fields, 3),
    };
  }
  return {
    type: 'TriggerSmartContract',
    ownerAddress: bytesOf(fields, 1),
    contractAddress: bytesOf(fields, 2),
    callValue: numberOf(fields, 3),
    data: bytesOf(fields, 4),
    callTokenValue: numberOf(fields, 5),
    tokenId: numberOf(fields, 6),
  };
}

/** The last value of a field counts, as in every protobuf reader. */
function bytesOf(fields: readonly WireField[], number: number): string {
  const value = fields.findLast((field) => field[0] === number)?.[1] ?? '';
  if (typeof value !== 'string') throw new MalformedMessage(`field ${number} is not bytes`);
  return value;
}

function numberOf(fields: readonly WireField[], number: number): bigint {
  const value = fields.findLast((field) => field[0] === number)?.[1] ?? 0n;
  if (typeof value !== 'bigint') throw new MalformedMessage(`field ${number} is not a number`);
  return value;
}
