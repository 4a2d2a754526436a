import { randomBytes } from 'node:crypto';
import { keccak256 as peer, stringToBytes } from 'viem';
import { describe, expect, it } from 'vitest';
import { keccak256 } from './keccak.ts';

describe('keccak-256', () => {
  // https://keccak.team/archives.html, the vectors of round 3: messages of 0 and 8 bits.
  it.each([
    ['', '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['cc', '0xeead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a'],
  ])('of the bytes "%s" is %s', (hex, digest) => {
    expect(keccak256(Buffer.from(hex, 'hex'))).toBe(digest);
  });

  it('is viem’s of any length, over several blocks and at their ends', () => {
    for (let length = 0; length <= 600; length += 1) {
      const message = randomBytes(length);
      expect(keccak256(message), message.toString('hex')).toBe(peer(message));
    }
  });

  it('takes a text as UTF-8', () => {
    const text = 'Æther 支払い 🪙';
    expect(keccak256(text)).toBe(peer(stringToBytes(text)));
  });
});
