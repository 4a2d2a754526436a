import { describe, expect, it } from 'vitest';
import { findHolding, type OverriddenPlan } from './screening-override.ts';

const own: OverriddenPlan = {};
const ofPartner: OverriddenPlan = { isOfPartner: true };
const by = (setBy: 'account' | 'operator', decision: 'approved' | 'rejected') =>
  ({ setBy, decision }) as const;

describe('what holds about a wallet', () => {
  it('is a rejection, whoever approves', () => {
    const rejected = by('account', 'rejected');
    for (const plan of [null, own, ofPartner]) {
      expect(findHolding([by('operator', 'approved'), rejected], plan)).toBe(rejected);
    }
  });

  it('is an approval where vendors would judge, and nothing where nobody does', () => {
    const approved = by('account', 'approved');
    expect(findHolding([approved], own)).toBe(approved);
    expect(findHolding([approved], null)).toBeUndefined();
    expect(findHolding([], own)).toBeUndefined();
  });

  it('is for the vendors of a partner what the operator approves, and not what the account does', () => {
    const approved = by('operator', 'approved');
    expect(findHolding([by('account', 'approved')], ofPartner)).toBeUndefined();
    expect(findHolding([by('account', 'approved'), approved], ofPartner)).toBe(approved);
  });
});
