import { randomBytes } from 'node:crypto';
import { getAddress, isAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { checksumAddress, isChecksumAddress } from './checksum-address.ts';

describe('the checksum of an address', () => {
  // https://eips.ethereum.org/EIPS/eip-55, its test cases.
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ])('writes %s', (address) => {
    expect(checksumAddress(address.toLowerCase())).toBe(address);
    expect(isChecksumAddress(address)).toBe(true);
  });

  it('is viem’s of any address, and accepts what viem accepts', () => {
    for (let count = 0; count < 200; count += 1) {
      const lower = `0x${randomBytes(20).toString('hex')}` as const;
      const right = checksumAddress(lower);
      expect(right).toBe(getAddress(lower));
      const upper = `0x${lower.slice(2).toUpperCase()}`;
      const wrong = right.replace(/[a-f]/i, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      for (const text of [lower, right, upper, wrong, lower.slice(1), `${lower}0`, `${lower}\n`]) {
        expect(isChecksumAddress(text), text).toBe(isAddress(text));
      }
    }
  });
});
