import { type Hex, hexOf } from './hex.ts';

/** What of WebAssembly is needed here, which the types of Node leave out; `exports` are `assemble`'s. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: { readonly m: { readonly buffer: ArrayBuffer }; readonly f: () => void };
  };
};

// The permutation turns and mixes lanes of 64 bits, which JavaScript has no fast numbers for. It is
// assembled here from the tables of FIPS 202 as WebAssembly, which takes a tenth of the time:
// creating a link takes half a dozen of these hashes.

/** Five by five lanes of eight bytes are the state. */
const LANES = 25;
/** How much of a message one permutation takes in, for digests of 32 bytes. */
const RATE_BYTES = 136;
const DIGEST_BYTES = 32;
const ROUNDS = 24;

/** How far step rho turns each lane: FIPS 202, table 2. */
const TURNS = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
];

/** Where the state and the constants of the rounds stand in memory, in bytes. */
const STATE_AT = 0;
const CONSTANTS_AT = 256;
const CONSTANTS_END = CONSTANTS_AT + ROUNDS * 8;

// Codes of the WebAssembly binary format, by the names of its text format.
const [I32, I64, VOID, FUNCTION] = [0x7f, 0x7e, 0x40, 0x60];
const [LOOP, END, BRANCH_IF, GET, SET] = [0x03, 0x0b, 0x0d, 0x20, 0x21];
const [LOAD, STORE, I32_CONST, I64_CONST] = [0x29, 0x37, 0x41, 0x42];
const [I32_LESS, I32_ADD, AND, XOR, TURN_LEFT] = [0x49, 0x6a, 0x83, 0x85, 0x89];

/** A number in groups of seven bits, with room for a sign. */
function leb(value: number): number[] {
  return value > 0x3f ? [(value & 0x7f) | 0x80, ...leb(value >>> 7)] : [value];
}

const get = (local: number) => [GET, ...leb(local)];
const set = (local: number) => [SET, ...leb(local)];
const section = (kind: number, content: number[]) => [kind, ...leb(content.length), ...content];
const eachLane = (code: (x: number, y: number) => number[]) =>
  Array.from({ length: LANES }, (_, i) => code(i % 5, Math.floor(i / 5))).flat();
const eachColumn = (code: (x: number) => number[]) => [0, 1, 2, 3, 4].flatMap(code);

// The locals: a pointer to the constant of the round, the lanes, their next values, the columns.
const POINTER = 0;
const lane = (x: number, y: number) => 1 + (x % 5) + 5 * (y % 5);
const next = (x: number, y: number) => LANES + lane(x, y);
const column = (x: number) => 1 + 2 * LANES + (x % 5);
const LOCALS_64 = 2 * LANES + 5;

/** One round: the steps theta, rho with pi, chi and iota of FIPS 202, section 3.2. */
function round(): number[] {
  return [
    ...eachColumn((x) => [
      ...get(lane(x, 0)),
      ...[1, 2, 3, 4].flatMap((y) => [...get(lane(x, y)), XOR]),
      ...set(column(x)),
    ]),
    ...eachLane((x, y) => [
      ...[...get(lane(x, y)), ...get(column(x + 4)), XOR],
      ...[...get(column(x + 1)), I64_CONST, 1, TURN_LEFT, XOR],
      ...[I64_CONST, ...leb(TURNS[x + 5 * y] ?? 0), TURN_LEFT],
      ...set(next(y, 2 * x + 3 * y)),
    ]),
    ...eachLane((x, y) => [
      ...[...get(next(x + 1, y)), I64_CONST, 0x7f, XOR, ...get(next(x + 2, y)), AND],
      ...[...get(next(x, y)), XOR, ...set(lane(x, y))],
    ]),
    ...[...get(lane(0, 0)), ...get(POINTER), LOAD, 3, 0, XOR, ...set(lane(0, 0))],
  ];
}

/** A module with its memory, `m`, and the permutation of the state in it, `f`. */
function assemble(): Uint8Array<ArrayBuffer> {
  const at = (x: number, y: number) => leb(STATE_AT + 8 * (x + 5 * y));
  const zero = [I32_CONST, 0];
  const code = [
    ...[2, 1, I32, ...leb(LOCALS_64), I64],
    ...eachLane((x, y) => [...zero, LOAD, 3, ...at(x, y), ...set(lane(x, y))]),
    ...[I32_CONST, ...leb(CONSTANTS_AT), ...set(POINTER), LOOP, VOID],
    ...round(),
    ...[...get(POINTER), I32_CONST, 8, I32_ADD, ...set(POINTER)],
    ...[...get(POINTER), I32_CONST, ...leb(CONSTANTS_END), I32_LESS, BRANCH_IF, 0, END],
    ...eachLane((x, y) => [...zero, ...get(lane(x, y)), STORE, 3, ...at(x, y)]),
    END,
  ];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, FUNCTION, 0, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, 1, 0x6d, 2, 0, 1, 0x66, 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

/** The constants of step iota: bits of a shift register, FIPS 202, algorithm 5. */
function roundConstants(): BigUint64Array<ArrayBuffer> {
  let register = 1;
  const constants = new BigUint64Array(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let j = 0; j <= 6; j += 1) {
      if (register & 1) constants[round] = (constants[round] ?? 0n) | (1n << BigInt(2 ** j - 1));
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
  return constants;
}

const { m: memory, f: permute } = new WebAssembly.Instance(new WebAssembly.Module(assemble()))
  .exports;
new BigUint64Array(memory.buffer, CONSTANTS_AT, ROUNDS).set(roundConstants());
const state = new Uint8Array(memory.buffer, STATE_AT, LANES * 8);

function absorb(bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i += 1) state[i] = (state[i] ?? 0) ^ (bytes[i] ?? 0);
}

/** The Keccak-256 of bytes, or of a text in UTF-8, as Ethereum has it: padded as before FIPS 202. */
export function keccak256(message: Uint8Array | string): Hex {
  const bytes = typeof message === 'string' ? Buffer.from(message) : message;
  state.fill(0);
  let from = 0;
  for (; bytes.length - from >= RATE_BYTES; from += RATE_BYTES) {
    absorb(bytes.subarray(from, from + RATE_BYTES));
    permute();
  }
  const rest = bytes.subarray(from);
  absorb(rest);
  state[rest.length] = (state[rest.length] ?? 0) ^ 0x01;
  state[RATE_BYTES - 1] = (state[RATE_BYTES - 1] ?? 0) ^ 0x80;
  permute();
  return hexOf(state.subarray(0, DIGEST_BYTES));
}
