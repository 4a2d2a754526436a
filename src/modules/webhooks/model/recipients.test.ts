import { describe, expect, it } from 'vitest';
import { receives } from './recipients.ts';

const scope = (accountId: string, clientIdId: string | null) => ({ accountId, clientIdId });

describe('an endpoint', () => {
  it('never receives what is not of its account', () => {
    expect(receives(scope('a', null), scope('b', null))).toBe(false);
    expect(receives(scope('a', 'x'), scope('b', 'x'))).toBe(false);
    expect(receives(scope('a', 'x'), scope('b', null))).toBe(false);
  });

  it('that is platform-wide receives everything of its account', () => {
    expect(receives(scope('a', null), scope('a', null))).toBe(true);
    expect(receives(scope('a', null), scope('a', 'x'))).toBe(true);
  });

  it('of a client ID receives that client ID and no other', () => {
    expect(receives(scope('a', 'x'), scope('a', 'x'))).toBe(true);
    expect(receives(scope('a', 'x'), scope('a', 'y'))).toBe(false);
  });

  it('of a client ID receives what belongs to no client ID but to the account', () => {
    expect(receives(scope('a', 'x'), scope('a', null))).toBe(true);
  });
});
