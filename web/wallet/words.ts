const WORD_DIGITS = 64;
const WORD_BYTES = 32n;
const REFERENCE_BYTES = 8n;
const REFERENCE_DIGITS = 16;

/** Reads calldata word by word, in the one order in which it can be written. */
export interface Reader {
  number(): bigint;
  /** In lower case. */
  address(): string;
  addresses(): string[];
  /** A payment reference behind its length. */
  reference(): string;
  /** A number of so many bits. */
  uint(bits: number): bigint;
  /** Whether a word says yes or no. */
  flag(): boolean;
  /** Bytes behind their length, as hex in lower case. */
  bytes(): string;
  /** How many things follow. */
  count(): number;
  /** Bytes behind the selector that were read. */
  here(): bigint;
  /** The place of the first thing of no fixed size, which is behind a head of so many words. */
  offset(headWords: number): void;
  /** Makes the reading unsound unless two values are the same. */
  mustBe<Value>(one: Value, other: Value): void;
  /** Whether everything was read, and as it has to be. */
  isSound(): boolean;
}

/** The words of a call of a function, or with an empty selector of values alone; undefined where it is another, or not made of whole words. */
export function textsOf(data: string, selector: string): readonly string[] | undefined {
  const text = data.toLowerCase();
  const start = `0x${selector}`;
  if (!/^0x[0-9a-f]*$/.test(text) || !text.startsWith(start)) return undefined;
  const rest = text.slice(start.length);
  if (rest.length % WORD_DIGITS !== 0) return undefined;
  return Array.from({ length: rest.length / WORD_DIGITS }, (_, at) =>
    rest.slice(at * WORD_DIGITS, (at + 1) * WORD_DIGITS),
  );
}

/** Opens a reader; what is wrong is remembered, and everything read until then means nothing. */
export function openReader(texts: readonly string[]): Reader {
  let at = 0;
  let sound = true;
  const take = () => {
    const word = texts[at];
    at += 1;
    if (word !== undefined) return word;
    sound = false;
    return '0';
  };
  const mustBe = <Value>(one: Value, other: Value) => {
    sound &&= one === other;
  };
  const reader: Reader = {
    number: () => BigInt(`0x${take()}`),
    address() {
      const word = take();
      mustBe(word.startsWith('0'.repeat(24)), true);
      return `0x${word.slice(24)}`;
    },
    addresses: () => Array.from({ length: reader.count() }, () => reader.address()),
    reference() {
      mustBe(reader.number(), REFERENCE_BYTES);
      const word = take();
      mustBe(/^0+$/.test(word.slice(REFERENCE_DIGITS)), true);
      return `0x${word.slice(0, REFERENCE_DIGITS)}`;
    },
    uint(bits) {
      const value = reader.number();
      mustBe(value >> BigInt(bits), 0n);
      return value;
    },
    flag: () => reader.uint(1) === 1n,
    bytes() {
      const length = reader.number();
      const words = (length + WORD_BYTES - 1n) / WORD_BYTES;
      // What is longer than all that follows is no text, but it takes long.
      if (words > BigInt(texts.length - at)) {
        sound = false;
        return '0x';
      }
      const digits = Array.from({ length: Number(words) }, take).join('');
      const end = Number(length) * 2;
      mustBe(/^0*$/.test(digits.slice(end)), true);
      return `0x${digits.slice(0, end)}`;
    },
    count() {
      const count = reader.number();
      // Whatever is counted takes a word at least: a larger number is no list, but it takes long.
      if (count <= BigInt(texts.length - at)) return Number(count);
      sound = false;
      return 0;
    },
    here: () => BigInt(at) * WORD_BYTES,
    offset: (headWords) => mustBe(reader.number(), BigInt(headWords) * WORD_BYTES),
    mustBe,
    isSound: () => sound && at === texts.length,
  };
  return reader;
}
