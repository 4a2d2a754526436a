import { expect, it } from 'vitest';
import { systemRandom } from '#kit/secret.ts';
import {
  isOrchestratorKey,
  keyStatus,
  makeOrchestratorKey,
  shownKeyPrefix,
} from './orchestrator-key.ts';

it('a key has a prefix for its kind, and its shown part gives no access', () => {
  const key = makeOrchestratorKey('production', systemRandom);
  expect(key).toMatch(/^orc_live_[0-9a-f]{32}$/);
  expect(makeOrchestratorKey('sandbox', systemRandom)).toMatch(/^orc_sandbox_/);
  expect(isOrchestratorKey(key)).toBe(true);
  expect(shownKeyPrefix(key)).toBe(key.slice(0, 13));
  for (const text of [shownKeyPrefix(key), `${key}0`, `${key}\n`, key.toUpperCase(), '']) {
    expect(isOrchestratorKey(text)).toBe(false);
  }
});

it('a key works until its last moment, and never once it was revoked', () => {
  const now = new Date('2026-01-02T03:04:05.000Z');
  const later = new Date(now.getTime() + 1);
  expect(keyStatus({ expiresAt: null, revokedAt: null }, now)).toBe('active');
  expect(keyStatus({ expiresAt: later, revokedAt: null }, now)).toBe('active');
  expect(keyStatus({ expiresAt: now, revokedAt: null }, now)).toBe('expired');
  expect(keyStatus({ expiresAt: later, revokedAt: now }, now)).toBe('revoked');
});
