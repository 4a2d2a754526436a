/** A field of a protobuf message: its number, and a number or bytes as hex. */
export type ProtobufField = readonly [number: number, value: bigint | string];

const LENGTH_DELIMITED = 2;

/** The bytes of a message. Default values are left out, as every implementation does. */
export function writeMessage(fields: readonly ProtobufField[]): Buffer {
  const parts = fields.flatMap(([number, value]) => {
    if (value === 0n || value === '') return [];
    if (typeof value === 'bigint') return [varint(BigInt(number << 3)), varint(value)];
    const bytes = Buffer.from(value, 'hex');
    return [varint(BigInt((number << 3) | LENGTH_DELIMITED)), varint(BigInt(bytes.length)), bytes];
  });
  return Buffer.concat(parts);
}

/** Negative numbers are written as their 64-bit two's complement. */
function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
