import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Hex } from '#kit/hex.ts';
import { encodeApproval, encodePayment } from '../encode.ts';
import { readPaymentCall } from './read-payment-call.ts';

const PROXY = CONTRACTS.base.erc20FeeProxy;
const PAYMENT = {
  kind: 'token',
  tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payeeAddress: '0x1111111111111111111111111111111111111111',
  amountUnits: 12_500_000n,
  paymentReference: '0x00aabbccddeeff11',
  feeUnits: 100_000n,
  feeAddress: '0x3333333333333333333333333333333333333333',
} as const;
const { data } = encodePayment(PROXY, PAYMENT);
const read = (changed: Hex, to: string = PROXY) => readPaymentCall(PROXY, { to, data: changed });

describe('a call of the fee proxy', () => {
  it('is read as the payment that it makes, whatever the case of its digits', () => {
    expect(read(data)).toEqual(PAYMENT);
    expect(readPaymentCall(PROXY, { to: PROXY.toLowerCase(), data })).toEqual(PAYMENT);
  });

  it.each([
    ['of another contract', data, PAYMENT.payeeAddress],
    ['to what is no address', data, 'nobody'],
    ['of another function', encodeApproval(PAYMENT.tokenAddress, PROXY, 1n).data, PROXY],
    ['with bytes behind it', `${data}00` as const, PROXY],
    ['that is cut off', data.slice(0, -64), PROXY],
    ['without arguments', data.slice(0, 10), PROXY],
    ['without data', '0x', PROXY],
    ['with an address of 32 bytes', data.replace('0'.repeat(24), 'f'.repeat(24)), PROXY],
  ])('%s is none', (_, changed, to) => {
    expect(read(`0x${changed.slice(2)}`, to)).toBeUndefined();
  });

  it('whose reference has another length is none', () => {
    const longer = data.replace(
      /0{63}8(00aabbccddeeff11)0{48}/,
      (_, reference) => `${'9'.padStart(64, '0')}${`${reference}22`.padEnd(64, '0')}`,
    );
    expect(longer).not.toBe(data);
    expect(read(`0x${longer.slice(2)}`)).toBeUndefined();
  });
});
