import { describe, expect, it } from 'vitest';
import { feesPaid, moveFees, noteFees } from './paid-fees.ts';
import type { PlannedFee, Step } from './plan.ts';
import { COLLECTOR, THIEF, USDC } from './sample-forms.ts';
import { HASH } from './sample-states.ts';

const OTHER_HASH = `0x${'0f'.repeat(32)}`;
const call = { to: COLLECTOR, data: '0x', value: '0x0' };
const asset = { symbol: 'USDC', decimals: 6, address: USDC };
const fee = (units: bigint, more: Partial<PlannedFee> = {}): PlannedFee => ({
  asset,
  units,
  label: 'Protocol fee',
  percentage: '1',
  address: COLLECTOR,
  bearer: 'payer',
  ...more,
});
const paying = (...fees: readonly PlannedFee[]): Step => ({
  kind: 'pay',
  call,
  payments: 1,
  positions: [0],
  totals: [],
  fees,
});

let links = 0;
const newToken = () => {
  links += 1;
  return `token${links}`;
};

describe('the fees of a link', () => {
  it('are one line for each kind, receiver and bearer, over all its transactions', () => {
    const token = newToken();
    noteFees(token, HASH, [paying(fee(5n), fee(1n, { bearer: 'payee' })), paying()]);
    noteFees(token, OTHER_HASH, [{ kind: 'fee', call, fee: fee(2n), totals: [fee(2n)] }]);
    expect(feesPaid(token)).toEqual([fee(7n), fee(1n, { bearer: 'payee' })]);
    expect(feesPaid(newToken())).toEqual([]);
  });

  it('that a failed transaction would have paid are none', () => {
    const token = newToken();
    noteFees(token, HASH, [paying(fee(5n))]);
    noteFees(token, OTHER_HASH, [paying(fee(3n))]);
    moveFees(token, HASH);
    expect(feesPaid(token)).toEqual([fee(3n)]);
  });

  it('go with the transaction that took the place of theirs, and fail with it', () => {
    const token = newToken();
    noteFees(token, HASH, [paying(fee(5n, { address: THIEF }))]);
    moveFees(token, HASH, OTHER_HASH);
    moveFees(token, HASH);
    expect(feesPaid(token)).toEqual([fee(5n, { address: THIEF })]);
    moveFees(token, OTHER_HASH);
    expect(feesPaid(token)).toEqual([]);
  });

  it('of an invoice are in its currency, which is no token', () => {
    const token = newToken();
    const euros = { symbol: 'EUR', decimals: 8, address: undefined };
    noteFees(token, HASH, [paying(fee(5n, { asset: euros, label: undefined }))]);
    expect(feesPaid(token)).toEqual([fee(5n, { asset: euros, label: undefined })]);
  });
});
