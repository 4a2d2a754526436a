import { describe, expect, it } from 'vitest';
import { endOfSession } from './end-of-session.ts';

const MINUTE_MS = 60_000;
const opened = Date.parse('2026-01-02T03:00:00.000Z');
const expiresAt = '2026-01-02T15:00:00.000Z';

describe('the end of a session', () => {
  it('of a wallet is fifteen minutes after the last call', () => {
    const end = endOfSession({ kind: 'wallet', expiresAt }, opened + 2 * MINUTE_MS);
    expect(end).toBe(opened + 17 * MINUTE_MS);
  });

  it('of a wallet is never after the latest one', () => {
    const lastCall = Date.parse(expiresAt) - MINUTE_MS;
    expect(endOfSession({ kind: 'wallet', expiresAt }, lastCall)).toBe(Date.parse(expiresAt));
  });

  it('of a password is fixed', () => {
    expect(endOfSession({ kind: 'email', expiresAt }, opened)).toBe(Date.parse(expiresAt));
  });
});
