import { describe, expect, it } from 'vitest';
import { approvalTransaction, bigNumberTransaction, transactionOf } from './wire-transaction.ts';

const call = (valueUnits: bigint) => transactionOf({ to: '0xA', data: '0x', valueUnits });
const hexOf = (valueUnits: bigint) => bigNumberTransaction(call(valueUnits)).value.hex;

it('keeps the fields that only one family signs, in every spelling', () => {
  const familyFields = { txID: 'ab', raw_data_hex: '0a', visible: true };
  const written = transactionOf({ to: 'T', data: '0x', valueUnits: 0n, familyFields });
  expect(written).toEqual({ to: 'T', data: '0x', value: '0x0', ...familyFields });
  expect(bigNumberTransaction(written)).toMatchObject(familyFields);
  expect(approvalTransaction(written)).toEqual({ ...written, value: 0 });
});

describe('the value of a transaction', () => {
  it('is a 0x number for secure payments', () => {
    expect(call(0n)).toEqual({ to: '0xA', data: '0x', value: '0x0' });
    expect(call(10n ** 15n).value).toBe('0x38d7ea4c68000');
  });

  // The first is what the public API shows for a thousandth of an ether.
  it('is a BigNumber of whole bytes where older endpoints want it', () => {
    expect(hexOf(10n ** 15n)).toBe('0x038d7ea4c68000');
    expect(hexOf(0n)).toBe('0x00');
    expect(hexOf(255n)).toBe('0xff');
    expect(hexOf(256n)).toBe('0x0100');
    expect(bigNumberTransaction(call(1n))).toEqual({
      to: '0xA',
      data: '0x',
      value: { type: 'BigNumber', hex: '0x01' },
    });
  });

  it('is the number 0 of an approval', () => {
    expect(approvalTransaction(call(0n))).toEqual({ to: '0xA', data: '0x', value: 0 });
  });
});
