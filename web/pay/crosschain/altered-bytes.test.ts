import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approvalOf,
  bridgeBody,
  bridgeCallOf,
  checkBridge,
  readByApi,
  SOURCE_UNITS,
} from '../../../tests/support/bridge-payment.ts';
import { dataOf, hex, paid } from '../../../tests/support/route-sample.ts';

const ORIGINAL = dataOf();
const BYTES = (ORIGINAL.length - 2) / 2;
const WORD = 32;

/** Reads the call as the API does, without what may differ in a payment that is the same. */
function moneyOf(data: string) {
  const read = readByApi(hex(data));
  if ('refused' in read) return read;
  const { routeId: _, bridge: _bridge, integrator: _integrator, ...money } = read;
  const { leastOutputUnits: _least, deadlines: _deadlines, ...same } = money;
  return same;
}

const MONEY = moneyOf(ORIGINAL);

/** That a call is refused, or moves the same money to the same accounts for the same payment. */
function isHarmless(data: string): boolean {
  const body = bridgeBody([approvalOf(SOURCE_UNITS), bridgeCallOf(hex(data))]);
  const checked = checkBridge(body);
  if (checked.kind === 'refused') return false;
  expect(checked.sourceUnits).toBe(SOURCE_UNITS);
  expect(checked.steps.at(-1)?.call.data).toBe(data);
  expect(moneyOf(data)).toEqual(MONEY);
  const read = readByApi(hex(data));
  expect('refused' in read || read.leastOutputUnits).toBeGreaterThanOrEqual(100_500000n);
  return true;
}

function withByte(data: string, at: number, change: (byte: number) => number): string {
  const place = 2 + at * 2;
  const byte = Number.parseInt(data.slice(place, place + 2), 16);
  const written = (change(byte) & 0xff).toString(16).padStart(2, '0');
  return data.slice(0, place) + written + data.slice(place + 2);
}

/** The words of calldata that may hold something else, by their number behind the selector, and what they are. */
const FREE_WORDS: Readonly<Record<number, string>> = {
  2: 'id of the route',
  5: 'referrer',
  7: 'receiver, which a call behind the bridge replaces',
  13: 'name of the bridge',
  15: 'name of the integrator',
  20: 'what arrives at least, if it is more',
  21: 'multiplier, which only swaps use',
  22: 'first relayer',
  23: 'time of the quote',
  24: 'time of the fill',
  25: 'time of the first relayer',
  28: 'id of the route in the message',
  36: 'token that the call gives, which may be none',
  39: 'whether the call takes a deposit, which nothing reads there',
};

describe('a call of the bridge in which a byte was altered', () => {
  it('is refused, or is the same payment: each byte, in each of its bits and all of them', () => {
    const free = new Set<number>();
    for (let at = 0; at < BYTES; at += 1) {
      for (const bits of [1, 2, 4, 8, 16, 32, 64, 128, 255]) {
        const altered = withByte(ORIGINAL, at, (byte) => byte ^ bits);
        if (isHarmless(altered)) free.add(Math.floor((at - 4) / WORD));
      }
    }
    const listed = Object.keys(FREE_WORDS).map(Number);
    expect([...free].filter((word) => !listed.includes(word))).toEqual([]);
  });

  it('is refused if the byte is of an amount that leaves, of an account, a token or the payment', () => {
    const [embedded] = [ORIGINAL.indexOf(paid.data.slice(2))];
    expect(embedded).toBeGreaterThan(0);
    const first = (embedded - 2) / 2;
    for (let at = first; at < first + (paid.data.length - 2) / 2; at += 1) {
      expect(isHarmless(withByte(ORIGINAL, at, (byte) => byte + 1))).toBe(false);
    }
  });

  it('is refused, or the same payment, with any words in the place of others', () => {
    const words = fc.integer({ min: 0, max: (BYTES - 4) / WORD - 1 });
    const places = fc.tuple(words, words);
    fc.assert(
      fc.property(places, ([from, to]) => {
        const wordAt = (word: number) => 2 + 8 + word * WORD * 2;
        const text = ORIGINAL.slice(wordAt(from), wordAt(from + 1));
        isHarmless(ORIGINAL.slice(0, wordAt(to)) + text + ORIGINAL.slice(wordAt(to + 1)));
      }),
      { numRuns: 1_500, seed: 88 },
    );
  });

  it('is refused, or the same payment, with many bytes altered, taken out or put in', () => {
    const change = fc.record({
      kind: fc.constantFrom('set', 'remove', 'insert'),
      at: fc.integer({ min: 0, max: BYTES - 1 }),
      value: fc.integer({ min: 0, max: 255 }),
      length: fc.constantFrom(1, WORD, 2 * WORD),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const altered = changes.reduce((data, { kind, at, value, length }) => {
          if (kind === 'set') return withByte(data, Math.min(at, data.length / 2 - 2), () => value);
          const place = 2 + at * 2;
          const put = kind === 'insert' ? value.toString(16).padStart(2, '0').repeat(length) : '';
          const end = kind === 'insert' ? place : place + length * 2;
          return data.slice(0, place) + put + data.slice(end);
        }, String(ORIGINAL));
        isHarmless(altered);
      }),
      { numRuns: 3_000, seed: 88 },
    );
  });
});
