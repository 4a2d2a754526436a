import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { stepOfCode, totpSecretOf } from './check-totp-code.ts';

/** The secret of RFC 6238, appendix B, whose eight digits end in the six of ours. */
const secret = Secret.fromUTF8('12345678901234567890').base32;

describe('a code of an app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %d', (seconds, code) => {
    const now = new Date(seconds * 1000);
    const step = Math.floor(seconds / 30);
    expect(stepOfCode({ secret, code, now, lastUsedStep: null })).toBe(step);
    expect(stepOfCode({ secret, code, now, lastUsedStep: step - 1 })).toBe(step);
    expect(stepOfCode({ secret, code, now, lastUsedStep: step })).toBeUndefined();
  });

  it('counts one step before and behind its own, and no further', () => {
    const at = (seconds: number) => new Date((59 + seconds) * 1000);
    const accepted = [-60, -30, 0, 30, 60].map((seconds) =>
      stepOfCode({ secret, code: '287082', now: at(seconds), lastUsedStep: null }),
    );
    expect(accepted).toEqual([undefined, 1, 1, 1, undefined]);
  });

  it.each(['', '28708', '2870820', '28708a', '２８７０８２'])('is none of "%s"', (code) => {
    expect(stepOfCode({ secret, code, now: new Date(59_000), lastUsedStep: null })).toBeUndefined();
  });
});

it('a secret has 160 bits in base32', () => {
  expect(totpSecretOf(Buffer.alloc(20, 0xff))).toBe('7'.repeat(32));
});
