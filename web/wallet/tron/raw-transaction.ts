/** A transaction that calls a contract, read from the bytes that a Tron wallet signs. */
export interface RawTransaction {
  /** The block that it refers to: two bytes of its height and eight of its id, as hex. */
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  /** In milliseconds since 1970, as the timestamp. */
  readonly expirationMs: number;
  readonly timestampMs: number;
  /** What energy may cost at most, in sun. */
  readonly feeLimitSun: bigint;
  /** Who signs, and what is called: twenty bytes as `0x` and hex. */
  readonly owner: string;
  readonly contract: string;
  /** The call, as `0x` and hex. */
  readonly data: string;
}

/** Far above every transaction that this page signs, and below what a node takes. */
const HEX_DIGITS_MAX = 131_072;

/** What the one contract of a transaction is called in it. */
export const TYPE_URL = 'type.googleapis.com/protocol.TriggerSmartContract';
const TYPE_URL_HEX = [...TYPE_URL]
  .map((character) => character.charCodeAt(0).toString(16))
  .join('');

/** The number of that contract among all types. */
const TRIGGER_SMART_CONTRACT = 31n;

/**
 * Reads the protobuf bytes of a transaction in the one way in which they can be written. A memo, TRX or tokens sent
 * along, another permission than the owner's, a second contract, unknown fields or another encoding of the same
 * values answer undefined: Florin makes no such transaction.
 */
export function readRawTransaction(hex: string): RawTransaction | undefined {
  if (hex.length > HEX_DIGITS_MAX || !/^([0-9a-f]{2})+$/.test(hex)) return undefined;
  const raw = openBytes(hex);
  const refBlockBytes = raw.bytes('0a', 2);
  const refBlockHash = raw.bytes('22', 8);
  const expirationMs = raw.number('40');
  const call = readContract(raw.bytes('5a'), raw.fail);
  const timestampMs = raw.number('70');
  const feeLimitSun = raw.number('9001');
  if (!raw.isDone() || expirationMs > LATEST_MS || timestampMs > LATEST_MS) return undefined;
  return {
    refBlockBytes,
    refBlockHash,
    expirationMs: Number(expirationMs),
    timestampMs: Number(timestampMs),
    feeLimitSun,
    ...call,
  };
}

/** The last millisecond that a date can name. */
const LATEST_MS = 8_640_000_000_000_000n;

function readContract(hex: string, fail: () => void) {
  const contract = openBytes(hex);
  contract.mustBe(contract.number('08'), TRIGGER_SMART_CONTRACT);
  const any = openBytes(contract.bytes('12'));
  any.mustBe(any.bytes('0a'), TYPE_URL_HEX);
  const trigger = openBytes(any.bytes('12'));
  const owner = readAddress(trigger, '0a');
  const address = readAddress(trigger, '12');
  const data = trigger.bytes('22');
  if (![contract, any, trigger].every((reader) => reader.isDone())) fail();
  return { owner, contract: address, data: `0x${data}` };
}

function readAddress(reader: Reader, tag: string): string {
  const address = reader.bytes(tag, 21);
  reader.mustBe(address.slice(0, 2), '41');
  return `0x${address.slice(2)}`;
}

/** Reads fields in the order in which they must stand; what is wrong is remembered until the end. */
interface Reader {
  number(tag: string): bigint;
  /** The bytes of a field as hex, of that many bytes where the number is given. */
  bytes(tag: string, length?: number): string;
  mustBe<Value>(one: Value, other: Value): void;
  fail(): void;
  /** Whether everything was read, and as it has to be. */
  isDone(): boolean;
}

function openBytes(hex: string): Reader {
  let at = 0;
  let sound = true;
  const fail = () => {
    sound = false;
  };
  const take = (digits: number) => {
    const taken = hex.slice(at, at + digits);
    at += digits;
    if (taken.length < digits) fail();
    return taken;
  };
  const varint = () => {
    let value = 0n;
    let byte = CONTINUED;
    let read = 0n;
    for (; byte >= CONTINUED && sound; read += 1n) {
      byte = BigInt(`0x${take(2) || '0'}`);
      value += (byte % CONTINUED) << (SEVEN_BITS * read);
    }
    // Zeros are left out, the last byte of a number is never empty, and nine bytes hold every number.
    if (byte === 0n || read > VARINT_BYTES_MAX) fail();
    return value;
  };
  const mustBe = <Value>(one: Value, other: Value) => {
    if (one !== other) fail();
  };
  return {
    number(tag) {
      mustBe(take(tag.length), tag);
      return varint();
    },
    bytes(tag, length) {
      mustBe(take(tag.length), tag);
      const bytes = varint();
      if (length !== undefined) mustBe(bytes, BigInt(length));
      // A length beyond the end is cut to it, which takes too little.
      return take(bytes > BigInt(hex.length) ? hex.length + 1 : Number(bytes) * 2);
    },
    mustBe,
    fail,
    isDone: () => sound && at === hex.length,
  };
}

/** A byte of a number that is followed by another one has this bit; the others are the number's. */
const CONTINUED = 128n;
const SEVEN_BITS = 7n;
const VARINT_BYTES_MAX = 9n;
