import { describe, expect, it } from 'vitest';
import { equalSecrets, openVault, signText, systemRandom } from './secret.ts';

describe('a vault', () => {
  const vault = openVault('one key', systemRandom);

  it('opens what it sealed, and seals the same text differently each time', () => {
    const [first, second] = [vault.seal('a secret'), vault.seal('a secret')];
    expect(vault.open(first)).toBe('a secret');
    expect(first.bytes.equals(second.bytes)).toBe(false);
    expect(first.bytes.includes('a secret')).toBe(false);
  });

  it('does not open what another key sealed, or what was altered', () => {
    const sealed = vault.seal('a secret');
    expect(() => openVault('another key', systemRandom).open(sealed)).toThrow();
    for (let i = 0; i < sealed.bytes.length; i += 1) {
      const bytes = Buffer.from(sealed.bytes);
      bytes[i] = (bytes[i] ?? 0) ^ 1;
      expect(() => vault.open({ ...sealed, bytes })).toThrow();
    }
  });

  it('refuses a key version that it does not have', () => {
    expect(() => vault.open({ ...vault.seal('x'), keyVersion: 2 })).toThrow('no key of version 2');
  });
});

describe('a signature', () => {
  it('is the HMAC-SHA256 of RFC 4231, test case 2', () => {
    expect(signText('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('is equal only to itself', () => {
    expect(equalSecrets('abc', 'abc')).toBe(true);
    expect(equalSecrets('abc', 'abd')).toBe(false);
    expect(equalSecrets('abc', 'ab')).toBe(false);
  });
});

describe('random bytes', () => {
  it('are never handed out twice and stay what they were, from page to page', () => {
    const handedOut = Array.from({ length: 3_000 }, (_, i) => systemRandom(8 + (i % 25)));
    expect(handedOut.map(({ length }) => length)).toEqual(
      Array.from({ length: 3_000 }, (_, i) => 8 + (i % 25)),
    );
    const starts = handedOut.map((bytes) => bytes.toString('hex', 0, 8));
    expect(new Set(starts).size).toBe(3_000);
    expect(starts).not.toContain('0'.repeat(16));
  });

  it('may be more than a page', () => {
    const [first, second] = [systemRandom(10_000), systemRandom(10_000)];
    expect([first.length, first.equals(second)]).toEqual([10_000, false]);
    expect(first.subarray(-8).toString('hex')).not.toBe('0'.repeat(16));
  });
});
