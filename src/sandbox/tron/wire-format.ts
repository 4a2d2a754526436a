/** One field of a protobuf message: a number, or bytes as hex without a prefix. */
export type WireField = readonly [number: number, value: bigint | string];

/** Bytes that are no protobuf message, or hold what a transaction never does. */
export class MalformedMessage extends Error {
  override name = 'MalformedMessage';
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
/** Ten groups of seven bits hold 64 bits. */
const VARINT_BYTES_MAX = 10;

/** The fields of a message in the order in which they stand in its bytes. */
export function readFields(hex: string): readonly WireField[] {
  const bytes = Buffer.from(hex, 'hex');
  const fields: WireField[] = [];
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
      if (at > bytes.length) throw new MalformedMessage('a field is longer than the message');
      fields.push([number, bytes.toString('hex', first.end, at)]);
    } else {
      throw new MalformedMessage(`wire type ${type} is not used in transactions`);
    }
  }
  return fields;
}

/** The bytes of a message as hex. Default values are left out, as every implementation does. */
export function writeFields(fields: readonly WireField[]): string {
  return fields
    .filter(([, value]) => value !== 0n && value !== '')
    .map(([number, value]) =>
      typeof value === 'bigint'
        ? writeVarint(BigInt(number << 3)) + writeVarint(BigInt.asUintN(64, value))
        : writeVarint(BigInt((number << 3) | LENGTH_DELIMITED)) + lengthPrefixed(value),
    )
    .join('');
}

/** Text as the hex of its UTF-8 bytes. */
export function textToHex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

/** UTF-8 bytes, given as hex, as text. */
export function hexToText(hex: string): string {
  return Buffer.from(hex, 'hex').toString('utf8');
}

function lengthPrefixed(hex: string): string {
  return writeVarint(BigInt(hex.length / 2)) + hex;
}

function writeVarint(value: bigint): string {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes).toString('hex');
}

function readVarint(bytes: Buffer, at: number): { value: bigint; end: number } {
  let value = 0n;
  for (let i = 0; i < VARINT_BYTES_MAX; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new MalformedMessage('the message ends in a number');
    value |= BigInt(byte & 127) << BigInt(7 * i);
    if (byte < 128) return { value, end: at + i + 1 };
  }
  throw new MalformedMessage('a number has more than 64 bits');
}
