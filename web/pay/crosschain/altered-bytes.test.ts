import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approvalOf,
  bridgeBody,
  bridgeCallOf,
  checkBridge,
  readByApi,
} from '../../../tests/support/bridge-payment.ts';
import { DEPOSIT_USDC, FEE, SWAP } from '../../../tests/support/route-legs.ts';
import { dataOf, hex, paid } from '../../../tests/support/route-sample.ts';
import { sumOf } from './check-legs.ts';

const WORD = 32;
/** The least that arrives, and the most that a route of this payment may send elsewhere. */
const [ARRIVES_MIN, FEES_MAX] = [100_500000n, 5_015000n];

/** Where the money goes, as the API's own decoder reads it, and what is called there. */
function moneyOf(data: string) {
  const read = readByApi(hex(data));
  if ('refused' in read) throw new Error(read.refused);
  const { spender, sourceToken, sourceUnits, depositToken, destinationChainId } = read;
  const { receiver, refundAddress, fallbackAddress, outputToken, call } = read;
  const { leastOutputUnits, feeUnits } = read;
  return {
    source: { spender, sourceToken, sourceUnits, depositToken },
    destination: { destinationChainId, receiver, outputToken, call },
    back: { refundAddress, fallbackAddress },
    bounds: { arrivesEnough: leastOutputUnits >= ARRIVES_MIN, takesLittle: feeUnits <= FEES_MAX },
    feeUnits,
  };
}

/** Says of altered calldata whether it is accepted, which it may be only if it moves the same money for the same payment. */
function openAcceptance(original: string) {
  const { feeUnits: _, ...money } = moneyOf(original);
  const approval = approvalOf(money.source.sourceUnits);
  return (data: string): boolean => {
    const checked = checkBridge(bridgeBody([approval, { ...bridgeCallOf(), data }]));
    if (checked.kind === 'refused') return false;
    const { feeUnits, ...same } = moneyOf(data);
    expect(same).toEqual(money);
    expect(checked.sourceUnits).toBe(money.source.sourceUnits);
    expect(sumOf(checked.routeFees)).toBe(feeUnits);
    expect(checked.steps.at(-1)?.call.data).toBe(data);
    return true;
  };
}

const bytesOf = (data: string) => data.length / 2 - 1;

function withByte(data: string, at: number, change: (byte: number) => number): string {
  const place = 2 + at * 2;
  const byte = Number.parseInt(data.slice(place, place + 2), 16);
  const written = (change(byte) & 0xff).toString(16).padStart(2, '0');
  return data.slice(0, place) + written + data.slice(place + 2);
}

/** The first, the last and all bits of a byte. */
const MASKS = [1, 128, 255];

/** The words behind the selector in which a byte may be another. */
function freeWordsOf(data: string): readonly number[] {
  const isAccepted = openAcceptance(data);
  expect(isAccepted(data)).toBe(true);
  const free = new Set<number>();
  for (let at = 0; at < bytesOf(data); at += 1) {
    const isFree = MASKS.some((mask) => isAccepted(withByte(data, at, (byte) => byte ^ mask)));
    if (isFree) free.add(Math.floor((at - 4) / WORD));
  }
  return [...free];
}

/** What may be something else, by its word. */
const FREE: Readonly<Record<number, string>> = {
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
  28: 'id of the route in the message',
  39: 'whether a call behind the bridge takes a deposit, which nothing reads there',
};
/** The same with fees and a swap, whose words begin four bytes into those of the call. */
const FREE_WITH_LEGS: Readonly<Record<number, string>> = {
  3: 'id of the route',
  6: 'referrer',
  8: 'receiver, which a call behind the bridge replaces',
  9: 'least deposit, if enough arrives of it',
  14: 'name of the bridge',
  16: 'name of the integrator',
  31: 'first receiver of fees',
  32: 'its receiver and its fee, if no more than a route may cost',
  33: 'second receiver of fees',
  34: 'its receiver and its fee',
  47: 'pool of the swap',
  48: 'pool of the swap',
  49: 'time of the swap',
  50: 'time of the swap',
  51: 'what the swap brings at least, if it is enough',
  57: 'what arrives at least, which the multiplier replaces',
  58: 'multiplier, if enough arrives',
  59: 'first relayer',
  60: 'time of the quote',
  61: 'time of the fill',
  65: 'id of the route in the message',
  76: 'whether a call behind the bridge takes a deposit, which nothing reads there',
};

const PLAIN = dataOf();
const WITH_LEGS = dataOf({ ...DEPOSIT_USDC, legs: [FEE, SWAP] });

describe('a call of the bridge in which a byte was altered', () => {
  it('is refused, or moves the same money for the same payment', () => {
    expect(freeWordsOf(PLAIN)).toEqual(Object.keys(FREE).map(Number));
  });

  it('is refused, or moves the same money, where fees and a swap come first', () => {
    expect(freeWordsOf(WITH_LEGS)).toEqual(Object.keys(FREE_WITH_LEGS).map(Number));
  });

  it('is refused in each byte of the call that pays', () => {
    const isAccepted = openAcceptance(PLAIN);
    const first = PLAIN.indexOf(paid.data.slice(2)) / 2 - 1;
    expect(first).toBeGreaterThan(0);
    for (let at = first; at < first + bytesOf(paid.data); at += 1) {
      expect(isAccepted(withByte(PLAIN, at, (byte) => byte + 1))).toBe(false);
    }
  });

  it.each([PLAIN, WITH_LEGS])(
    'is refused, or moves the same money, with words in the place of others',
    (data) => {
      const isAccepted = openAcceptance(data);
      const words = fc.integer({ min: 0, max: (bytesOf(data) - 4) / WORD - 1 });
      const wordAt = (word: number) => 2 + 8 + word * WORD * 2;
      fc.assert(
        fc.property(fc.tuple(words, words), ([from, to]) => {
          const text = data.slice(wordAt(from), wordAt(from + 1));
          isAccepted(data.slice(0, wordAt(to)) + text + data.slice(wordAt(to + 1)));
        }),
        { numRuns: 700, seed: 88 },
      );
    },
  );

  it.each([PLAIN, WITH_LEGS])(
    'is refused, or moves the same money, with many of them altered, taken out or put in',
    (data) => {
      const isAccepted = openAcceptance(data);
      const change = fc.record({
        kind: fc.constantFrom('set', 'remove', 'insert'),
        at: fc.integer({ min: 0, max: bytesOf(data) - 1 }),
        value: fc.integer({ min: 0, max: 255 }),
        length: fc.constantFrom(1, WORD, 2 * WORD),
      });
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
          const altered = changes.reduce((text, { kind, at, value, length }) => {
            if (kind === 'set') return withByte(text, Math.min(at, bytesOf(text) - 1), () => value);
            const place = 2 + at * 2;
            const put = kind === 'insert' ? value.toString(16).padStart(2, '0').repeat(length) : '';
            const end = kind === 'insert' ? place : place + length * 2;
            return text.slice(0, place) + put + text.slice(end);
          }, String(data));
          isAccepted(altered);
        }),
        { numRuns: 700, seed: 88 },
      );
    },
  );
});
