import type { FieldIssue } from '#kit/failure.ts';
import {
  CALL_TYPE,
  CALL_TYPE_NAME,
  CALL_TYPE_URL,
  encodeRaw,
  FIELDS,
  type RawTransaction,
} from './raw-transaction.ts';

/** One field of a protobuf message: a number, or bytes as hex. */
type Field = readonly [number: number, value: bigint | string];

/** Bytes that are no protobuf message of the kinds of fields that transactions have. */
class Malformed extends Error {
  override name = 'Malformed';
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
/** Ten groups of seven bits hold 64 bits. */
const VARINT_BYTES_MAX = 10;
const ADDRESS = /^41[0-9a-f]{40}$/;

/** What transactions of ours never have, by message and field number, in the words of nodes. */
const FOREIGN_OF_RAW: Readonly<Record<number, string>> = {
  3: 'ref_block_num',
  9: 'auths',
  10: 'memo',
  12: 'scripts',
};
const FOREIGN_OF_CALL: Readonly<Record<number, string>> = {
  [FIELDS.call.callValue]: 'call_value',
  [FIELDS.call.callTokenValue]: 'call_token_value',
  [FIELDS.call.tokenId]: 'token_id',
};

/**
 * Reads the bytes that were signed, which must hold one contract call and nothing besides, in the only form in
 * which we would write it. Returns what is wrong with them otherwise, every part by name.
 */
export function readRaw(
  hex: string,
): { readonly raw: RawTransaction } | { readonly issues: FieldIssue[] } {
  try {
    const issues: FieldIssue[] = [];
    const raw = rawIn(readFields(hex), issues);
    if (issues.length === 0 && encodeRaw(raw) !== hex) {
      issues.push({
        field: 'raw_data_hex',
        message: 'must be written canonically, without other fields',
      });
    }
    return issues.length === 0 ? { raw } : { issues };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { issues: [{ field: 'raw_data_hex', message: error.message }] };
  }
}

function rawIn(fields: readonly Field[], issues: FieldIssue[]): RawTransaction {
  refuseForeign(fields, FOREIGN_OF_RAW, issues);
  const contracts = fields.filter(([number]) => number === FIELDS.raw.contract);
  if (contracts.length !== 1) {
    issues.push({ field: 'contract', message: `must be one, and there are ${contracts.length}` });
  }
  const contract = readFields(bytesIn(fields, FIELDS.raw.contract));
  const any = readFields(bytesIn(contract, FIELDS.contract.parameter));
  const isCall = numberIn(contract, FIELDS.contract.type) === CALL_TYPE;
  const url = Buffer.from(bytesIn(any, FIELDS.any.typeUrl), 'hex').toString('utf8');
  if (!isCall || url !== CALL_TYPE_URL) {
    issues.push({ field: 'contract.type', message: `must be ${CALL_TYPE_NAME}` });
  }
  const permissionId = numberIn(contract, FIELDS.contract.permissionId);
  if (permissionId !== 0n) {
    issues.push({
      field: 'permission_id',
      message: `is ${permissionId} and must be 0, the owner’s`,
    });
  }
  const call = isCall ? readFields(bytesIn(any, FIELDS.any.value)) : [];
  refuseForeign(call, FOREIGN_OF_CALL, issues);
  return {
    refBlockBytes: bytesIn(fields, FIELDS.raw.refBlockBytes),
    refBlockHash: bytesIn(fields, FIELDS.raw.refBlockHash),
    expirationMs: numberIn(fields, FIELDS.raw.expiration),
    timestampMs: numberIn(fields, FIELDS.raw.timestamp),
    feeLimit: numberIn(fields, FIELDS.raw.feeLimit),
    owner: addressIn(call, { number: FIELDS.call.owner, name: 'owner' }, issues),
    contract: addressIn(call, { number: FIELDS.call.contract, name: 'contract' }, issues),
    data: bytesIn(call, FIELDS.call.data),
    permissionId,
  };
}

function refuseForeign(
  fields: readonly Field[],
  foreign: Readonly<Record<number, string>>,
  issues: FieldIssue[],
): void {
  for (const [number, value] of fields) {
    const name = foreign[number];
    // A default value that is written all the same is refused as not canonical.
    if (name !== undefined && value !== 0n)
      issues.push({ field: name, message: 'must not be set' });
  }
}

function addressIn(
  call: readonly Field[],
  { number, name }: { readonly number: number; readonly name: string },
  issues: FieldIssue[],
): string {
  const address = bytesIn(call, number);
  if (call.length > 0 && !ADDRESS.test(address)) {
    issues.push({ field: name, message: 'is not an address of 21 bytes' });
  }
  return address;
}

/** The fields of a message in the order in which they stand in its bytes. */
function readFields(hex: string): readonly Field[] {
  const bytes = Buffer.from(hex, 'hex');
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const key = readVarint(bytes, at);
    const number = Number(key.value >> 3n);
    const type = Number(key.value & 7n);
    const first = readVarint(bytes, key.end);
    if (type === VARINT) {
      fields.push([number, BigInt.asIntN(64, first.value)]);
      at = first.end;
    } else if (type === LENGTH_DELIMITED) {
      at = first.end + Number(first.value);
      if (at > bytes.length) throw new Malformed('ends within a field');
      fields.push([number, bytes.toString('hex', first.end, at)]);
    } else {
      throw new Malformed(`has a field of the wire type ${type}, which transactions do not have`);
    }
  }
  return fields;
}

function readVarint(bytes: Buffer, at: number): { readonly value: bigint; readonly end: number } {
  let value = 0n;
  for (let i = 0; i < VARINT_BYTES_MAX; i += 1) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new Malformed('ends within a number');
    value |= BigInt(byte & 127) << BigInt(7 * i);
    if (byte < 128) return { value, end: at + i + 1 };
  }
  throw new Malformed('has a number of more than 64 bits');
}

/** The last value of a field counts, as in every reader; several are refused as not canonical. */
function bytesIn(fields: readonly Field[], number: number): string {
  const value = fields.findLast((field) => field[0] === number)?.[1] ?? '';
  if (typeof value !== 'string') throw new Malformed(`has a number as field ${number}`);
  return value;
}

function numberIn(fields: readonly Field[], number: number): bigint {
  const value = fields.findLast((field) => field[0] === number)?.[1] ?? 0n;
  if (typeof value !== 'bigint') throw new Malformed(`has bytes as field ${number}`);
  return value;
}
