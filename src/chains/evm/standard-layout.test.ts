import {
  type AbiParameter,
  encodeAbiParameters,
  encodeFunctionData,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { Hex } from '#kit/hex.ts';
import { readStrictly } from './bridge/read-strictly.ts';
import { hasStandardLayout } from './standard-layout.ts';

const ADDRESS: Hex = '0x5555555555555555555555555555555555555555';
const BYTES: Hex = `0x${'11'.repeat(40)}`;
const abi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
]);
const word = (value: number | bigint) => value.toString(16).padStart(64, '0');
const SELECTOR = encodeFunctionData({ abi, args: [[]] }).slice(2, 10);

/** A batch whose many items all refer to one and the same call. */
const overlapping = (items: number): Hex => {
  const offsets = word(items * 32).repeat(items);
  const one = [ADDRESS.slice(2).padStart(64, '0'), word(0), word(96), word(32), word(7)].join('');
  return `0x${SELECTOR}${word(32)}${word(items)}${offsets}${one}`;
};

function encoded(types: string, values: readonly unknown[]) {
  const parameters: readonly AbiParameter[] = parseAbiParameters(types);
  return { types, parameters, data: encodeAbiParameters(parameters, values) };
}

describe('data in the standard layout', () => {
  const call = { target: ADDRESS, value: 7n, data: BYTES };
  const forms = [
    encoded('(address target, uint256 value, bytes data)[]', [
      [call, call, { ...call, data: '0x' }],
    ]),
    encoded('address[], uint256[], bytes[]', [[ADDRESS], [], [BYTES, '0x', BYTES]]),
    encoded('uint256[2][], string, (bytes, uint256[2], (uint8, address))', [
      [[1n, 2n]],
      'ä',
      [BYTES, [3n, 4n], [5, ADDRESS]],
    ]),
    encoded('bytes[2], bytes32, (uint256, address)[]', [
      [BYTES, '0x'],
      pad('0x22', { size: 32 }),
      [[1n, ADDRESS]],
    ]),
  ];
  it.each(forms)('is what an encoder writes of $types', ({ parameters, data }) => {
    expect(hasStandardLayout({ parameters }, data)).toBe(true);
    expect(hasStandardLayout({ parameters }, `0x${data.slice(2, -64)}`)).toBe(false);
  });

  it('is none where items refer to one place, or past the end, or to a length without end', () => {
    const bytes = { parameters: parseAbiParameters('bytes') };
    const list = { parameters: parseAbiParameters('bytes[]') };
    expect(hasStandardLayout({ abi }, overlapping(1))).toBe(true);
    expect(hasStandardLayout({ abi }, overlapping(2))).toBe(false);
    const most = 2n ** 256n - 1n;
    for (const data of [
      [word(64), word(0), word(0)],
      [word(most), word(0)],
      [word(32), word(most)],
      [word(32)],
      [],
    ]) {
      expect(hasStandardLayout(bytes, `0x${data.join('')}`)).toBe(false);
      expect(hasStandardLayout(list, `0x${data.join('')}`)).toBe(false);
    }
    expect(hasStandardLayout({ abi }, '0x12345678')).toBe(false);
  });
});

describe('readStrictly', () => {
  it('decodes nothing whose parts overlap, as 128 kB of them are gigabytes', () => {
    let decodings = 0;
    const read = (items: number) =>
      readStrictly(
        { abi, data: overlapping(items) },
        () => {
          decodings += 1;
          return items;
        },
        () => overlapping(items),
      );
    expect([read(1), read(2_000)]).toEqual([1, undefined]);
    expect(decodings).toBe(1);
  });
});
