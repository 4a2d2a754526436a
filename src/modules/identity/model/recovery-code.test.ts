import { expect, it } from 'vitest';
import { systemRandom } from '#kit/secret.ts';
import { makeRecoveryCodes, normalRecoveryCode } from './recovery-code.ts';

it('recovery codes carry all their bits in letters that are not mistaken', () => {
  expect(makeRecoveryCodes(() => Buffer.alloc(10, 0xff))[0]).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  expect(makeRecoveryCodes(() => Buffer.from('00000000000000000001', 'hex'))[9]).toBe(
    '0000-0000-0000-0001',
  );
  expect(new Set(makeRecoveryCodes(systemRandom)).size).toBe(10);
});

it('a recovery code is the same however it is typed', () => {
  for (const typed of ['7g02-m41k-9t0b-zc5r', ' 7GO2 M4LK 9TOB ZC5R', '7G02M4IK9T0BZC5R']) {
    expect(normalRecoveryCode(typed)).toBe('7G02M41K9T0BZC5R');
  }
});
