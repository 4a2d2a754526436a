import { expect, it } from 'vitest';
import { systemRandom } from '#kit/secret.ts';
import { INTENT_LIFETIME_MS, intentState, isIntentToken, makeIntentToken } from './link-intent.ts';

const start = new Date('2026-01-02T03:04:05.000Z');
const expiresAt = new Date(start.getTime() + INTENT_LIFETIME_MS);
const before = new Date(expiresAt.getTime() - 1);

it('a token is recognised without a look-up', () => {
  const token = makeIntentToken(systemRandom);
  expect(isIntentToken(token)).toBe(true);
  for (const text of [`${token}\n`, token.slice(0, -1), `${token}0`, token.toUpperCase(), 'lit_']) {
    expect(isIntentToken(text)).toBe(false);
  }
});

it('an intent is open until its last moment, and used for good', () => {
  expect(expiresAt.toISOString()).toBe('2026-01-04T03:04:05.000Z');
  expect(intentState({ usedAt: null, expiresAt }, before)).toBe('open');
  expect(intentState({ usedAt: null, expiresAt }, expiresAt)).toBe('expired');
  expect(intentState({ usedAt: start, expiresAt }, before)).toBe('used');
  expect(intentState({ usedAt: start, expiresAt }, expiresAt)).toBe('used');
});
