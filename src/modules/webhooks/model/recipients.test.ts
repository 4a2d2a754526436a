import { describe, expect, it } from 'vitest';
import { receives } from './recipients.ts';

const scope = (accountId: string, clientIdId: string | null) => ({ accountId, clientIdId });

describe('an endpoint', () => {
  it.each(['platform_wide', 'whole_account'] as const)(
    'never receives what is not of its account (%s)',
    (reach) => {
      expect(receives(scope('a', null), scope('b', null), reach)).toBe(false);
      expect(receives(scope('a', 'x'), scope('b', 'x'), reach)).toBe(false);
    },
  );

  it('that is platform-wide receives everything of its account', () => {
    expect(receives(scope('a', null), scope('a', null), 'platform_wide')).toBe(true);
    expect(receives(scope('a', null), scope('a', 'x'), 'platform_wide')).toBe(true);
  });

  it('of a client ID receives that client ID and no other', () => {
    expect(receives(scope('a', 'x'), scope('a', 'x'), 'platform_wide')).toBe(true);
    expect(receives(scope('a', 'x'), scope('a', 'y'), 'whole_account')).toBe(false);
  });

  it('of a client ID receives the links of API keys only where asked', () => {
    expect(receives(scope('a', 'x'), scope('a', null), 'platform_wide')).toBe(false);
    expect(receives(scope('a', 'x'), scope('a', null), 'whole_account')).toBe(true);
  });
});
