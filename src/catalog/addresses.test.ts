import { describe, expect, it } from 'vitest';
import { readAddress } from './addresses.ts';

const TRON = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const HEX = '41348759d81df8f5d8e3ffdbdeecee7c0a0c8fb42b';
const EVM = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

const problemOf = (family: 'evm' | 'tron', text: string) => {
  const read = readAddress(family, text);
  return 'problem' in read ? read.problem : undefined;
};

describe('an address of Tron', () => {
  it('is shown as it was written', () => {
    expect(readAddress('tron', TRON)).toMatchObject({ text: TRON });
  });

  it('names the Base58 form of the hexadecimal one, with 0x and without', () => {
    const hex = Buffer.from(bytesOf(TRON)).toString('hex');
    for (const text of [`41${hex}`, `0x41${hex}`, `41${hex.toUpperCase()}`]) {
      expect(problemOf('tron', text)).toBe(
        `must be in the Base58 form that starts with T, which is ${TRON}`,
      );
    }
  });

  it.each([
    ['an EVM address', EVM, /Base58 form that starts with T: this is an EVM address/],
    ['a mistyped character', TRON.replace('rdz8', 'rdz9'), /wrong checksum/],
    ['a letter in another case', TRON.replace('TEkx', 'TEkX'), /wrong checksum/],
    ['lower case', TRON.toLowerCase(), /starts with T and has 34/],
    ['a character that Base58 has not', TRON.replace('TEk', 'TE0'), /Base58 address/],
    ['one character less', TRON.slice(0, -1), /has 34 characters/],
    ['the zero address', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', /zero address/],
  ])('is refused for %s', (_, text, problem) => {
    expect(problemOf('tron', text)).toMatch(problem);
  });
});

describe('an EVM address', () => {
  it.each([
    ['an address of Tron', TRON, /40 hexadecimal digits: this is an address of Tron/],
    ['the hexadecimal form of one', HEX, /40 hexadecimal digits$/],
  ])('is refused for %s', (_, text, problem) => {
    expect(problemOf('evm', text)).toMatch(problem);
  });
});

function bytesOf(text: string): Uint8Array {
  const read = readAddress('tron', text);
  if ('problem' in read) throw new Error(read.problem);
  return read.bytes;
}
