import { expect, it } from 'vitest';
import { feeRows } from './fee-rows.ts';

const rowsOf = (
  isCryptoToFiatAvailable: boolean,
  fees: Parameters<typeof feeRows>[0]['request']['fees'] = null,
) => feeRows({ request: { fees, isCryptoToFiatAvailable }, link: undefined });

it('are none of a payment without fees, and not known of a payout to a bank account', () => {
  expect(rowsOf(false)).toEqual([]);
  expect(rowsOf(true)).toBeUndefined();
});
