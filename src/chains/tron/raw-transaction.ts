import { createHash } from 'node:crypto';
import { type ProtobufField, writeMessage } from './protobuf.ts';

/** A call of a contract as the one thing that a transaction does. Bytes are hex without a prefix. */
interface RawCall {
  /** As 41 and forty digits. */
  readonly owner: string;
  /** As 41 and forty digits. */
  readonly contract: string;
  readonly data: string;
  readonly permissionId: bigint;
}

/** Where a transaction belongs: a recent block, and how long it may wait for its own. */
export interface RawReference {
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  readonly expirationMs: bigint;
  readonly timestampMs: bigint;
}

/** What a wallet signs, as far as transactions of ours have it: no memo and nothing sent along. */
export interface RawTransaction extends RawCall, RawReference {
  /** What its energy may cost at most, in sun. */
  readonly feeLimit: bigint;
}

/** The numbers of fields, by the published definitions of the protocol. */
export const FIELDS = {
  raw: {
    refBlockBytes: 1,
    refBlockHash: 4,
    expiration: 8,
    contract: 11,
    timestamp: 14,
    feeLimit: 18,
  },
  contract: { type: 1, parameter: 2, permissionId: 5 },
  any: { typeUrl: 1, value: 2 },
  call: { owner: 1, contract: 2, callValue: 3, data: 4, callTokenValue: 5, tokenId: 6 },
  transaction: { raw: 1, signature: 2 },
} as const;

/** The number of the type of contract calls. */
export const CALL_TYPE = 31n;
/** How JSON names the same type. */
export const CALL_TYPE_NAME = 'TriggerSmartContract';
/** The name under which its parameters are packed. */
export const CALL_TYPE_URL = `type.googleapis.com/protocol.${CALL_TYPE_NAME}`;

/** The zero address: the owner where no wallet is known, for which nobody can sign. */
export const NOBODY = `41${'00'.repeat(20)}`;

/** The bytes that are signed, as hex. */
export function encodeRaw(raw: RawTransaction): string {
  const call = writeHex([
    [FIELDS.call.owner, raw.owner],
    [FIELDS.call.contract, raw.contract],
    [FIELDS.call.data, raw.data],
  ]);
  const any = writeHex([
    [FIELDS.any.typeUrl, Buffer.from(CALL_TYPE_URL).toString('hex')],
    [FIELDS.any.value, call],
  ]);
  const contract = writeHex([
    [FIELDS.contract.type, CALL_TYPE],
    [FIELDS.contract.parameter, any],
    [FIELDS.contract.permissionId, raw.permissionId],
  ]);
  return writeHex([
    [FIELDS.raw.refBlockBytes, raw.refBlockBytes],
    [FIELDS.raw.refBlockHash, raw.refBlockHash],
    [FIELDS.raw.expiration, raw.expirationMs],
    [FIELDS.raw.contract, contract],
    [FIELDS.raw.timestamp, raw.timestampMs],
    [FIELDS.raw.feeLimit, raw.feeLimit],
  ]);
}

/** The bytes of a whole transaction, as `broadcasthex` takes them. */
export function encodeSigned(rawHex: string, signatures: readonly string[]): string {
  const { raw, signature } = FIELDS.transaction;
  return writeHex([[raw, rawHex], ...signatures.map((one): ProtobufField => [signature, one])]);
}

/** A transaction's id: the SHA-256 of the bytes that are signed. */
export function transactionId(rawHex: string): string {
  return createHash('sha256').update(Buffer.from(rawHex, 'hex')).digest('hex');
}

/** A transaction as nodes and TronWeb write it as JSON, with addresses as hex. */
export function printRaw(raw: RawTransaction): Record<string, unknown> {
  return {
    contract: [
      {
        parameter: {
          value: { data: raw.data, owner_address: raw.owner, contract_address: raw.contract },
          type_url: CALL_TYPE_URL,
        },
        type: CALL_TYPE_NAME,
        ...(raw.permissionId !== 0n && { Permission_id: Number(raw.permissionId) }),
      },
    ],
    ref_block_bytes: raw.refBlockBytes,
    ref_block_hash: raw.refBlockHash,
    expiration: Number(raw.expirationMs),
    fee_limit: Number(raw.feeLimit),
    timestamp: Number(raw.timestampMs),
  };
}

function writeHex(fields: readonly ProtobufField[]): string {
  return writeMessage(fields).toString('hex');
}
