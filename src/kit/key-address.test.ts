import { privateKeyToAddress } from 'viem/accounts';
import { expect, it } from 'vitest';
import { keccak256 } from './keccak.ts';
import { addressOfKey } from './key-address.ts';

it.each([
  [
    'the first key of local nodes',
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  ],
  ['a key that begins with zeros', `0x${'1'.padStart(64, '0')}`],
  ['any key', keccak256('florin')],
] as const)('is that of the library: %s', (_, key) => {
  expect(addressOfKey(key)).toBe(privateKeyToAddress(key));
});

it('refuses what is no key', () => {
  expect(() => addressOfKey(`0x${'0'.repeat(64)}`)).toThrow();
});
