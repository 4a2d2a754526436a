import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { next } from '#kit/machine.ts';
import { totalsOf } from '#modules/ledger/index.ts';
import { type RequestStatus, requestEventOf, requestMachine } from './status.ts';

describe('a request', () => {
  it('ends in the same state for any order in which payments come and vanish', () => {
    const change = fc.record({ units: fc.bigInt({ min: 1n, max: 20n }), undone: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        let status: RequestStatus = 'created';
        let paidUnits = 0n;
        const step = (units: bigint) => {
          paidUnits += units;
          const event = requestEventOf(totalsOf(20n, paidUnits));
          status = next(requestMachine, status, event) ?? status;
        };
        for (const { units } of changes) step(units);
        for (const { units, undone } of changes) if (undone) step(-units);
        const fresh = requestEventOf(totalsOf(20n, paidUnits));
        const meant = {
          none_active: 'created',
          partial_active: 'partially_paid',
          full_active: 'paid',
        };
        expect(status).toBe(meant[fresh]);
      }),
    );
  });
});
