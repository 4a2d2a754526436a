import fc from 'fast-check';
import { encodeFunctionData, getAddress, keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20ConversionProxyAbi } from '#catalog/abis/erc20-conversion-proxy.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { ethereumFeeProxyAbi } from '#catalog/abis/ethereum-fee-proxy.generated.ts';
import { CONTRACTS, NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { UNITS_MAX } from '#kit/amount.ts';
import { Bug } from '#kit/failure.ts';
import {
  anyAddress,
  anyConversion,
  anyNativePayment,
  anyTokenPayment,
  anyUnits,
  GOLDEN,
} from '../../../tests/support/random-payments.ts';
import { CONVERSION_EVENT_TOPIC, NATIVE_EVENT_TOPIC, PROXY_EVENT_TOPIC } from '../events/decode.ts';
import { encodeApproval, encodeConversion, encodeNativePayment, encodePayment } from './encode.ts';

const FAU = '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C';
const PROXY = CONTRACTS.sepolia.erc20FeeProxy;
describe('calldata', () => {
  it('of a payment without a fee equals the published sample', () => {
    const call = encodePayment(PROXY, {
      kind: 'token',
      tokenAddress: FAU,
      payeeAddress: '0x1111111111111111111111111111111111111111',
      amountUnits: 10n ** 19n,
      paymentReference: '0x0011223344556677',
      feeUnits: 0n,
      feeAddress: NO_FEE_ADDRESS,
    });
    const word = (digits: string) => digits.padStart(64, '0');
    expect(call).toEqual({
      to: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
      valueUnits: 0n,
      data: [
        '0xc219a14d',
        word('370de27fdb7d1ff1e1baa7d11c5820a324cf623c'),
        word('1'.repeat(40)),
        word('8ac7230489e80000'),
        word('c0'),
        word('0'),
        word('dead'),
        word('8'),
        '0011223344556677'.padEnd(64, '0'),
      ].join(''),
    });
  });

  it('of any payment equals that of a general encoder', () => {
    fc.assert(
      fc.property(anyTokenPayment, (payment) => {
        const args = [
          payment.tokenAddress,
          payment.payeeAddress,
          payment.amountUnits,
          payment.paymentReference,
          payment.feeUnits,
          payment.feeAddress,
        ] as const;
        const functionName = 'transferFromWithReferenceAndFee';
        const data = encodeFunctionData({ abi: erc20FeeProxyAbi, functionName, args });
        expect(encodePayment(PROXY, payment).data).toBe(data);
      }),
      GOLDEN,
    );
  });

  it('of any payment in coins equals that of a general encoder, and sends amount and fee along', () => {
    fc.assert(
      fc.property(anyNativePayment, (payment) => {
        const { payeeAddress, paymentReference, feeUnits, feeAddress } = payment;
        const args = [payeeAddress, paymentReference, feeUnits, feeAddress] as const;
        const functionName = 'transferWithReferenceAndFee';
        const data = encodeFunctionData({ abi: ethereumFeeProxyAbi, functionName, args });
        const valueUnits = payment.amountUnits + feeUnits;
        expect(encodeNativePayment(PROXY, payment)).toEqual({ to: PROXY, data, valueUnits });
      }),
      GOLDEN,
    );
  });

  it('of any conversion equals that of a general encoder', () => {
    fc.assert(
      fc.property(anyConversion, (payment) => {
        const args = [
          payment.payeeAddress,
          payment.invoiceUnits,
          payment.path,
          payment.paymentReference,
          payment.feeInvoiceUnits,
          payment.feeAddress,
          payment.maxToSpendUnits,
          BigInt(payment.maxRateAgeSeconds),
        ] as const;
        const functionName = 'transferFromWithReferenceAndFee';
        const data = encodeFunctionData({ abi: erc20ConversionProxyAbi, functionName, args });
        expect(encodeConversion(PROXY, payment).data).toBe(data);
      }),
      GOLDEN,
    );
  });

  it('of any approval equals that of a general encoder', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, anyUnits, (token, spender, value) => {
        const args = [spender, value] as const;
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
        const to = getAddress(token);
        expect(encodeApproval(token, spender, value)).toEqual({ to, data, valueUnits: 0n });
      }),
      GOLDEN,
    );
  });

  it('is not made of what does not fit', () => {
    const payment = {
      kind: 'token',
      tokenAddress: FAU,
      payeeAddress: FAU,
      amountUnits: 1n,
      paymentReference: '0x0011223344556677',
      feeUnits: 0n,
      feeAddress: FAU,
    } as const;
    expect(() => encodeApproval(FAU, PROXY, UNITS_MAX + 1n)).toThrow(Bug);
    expect(() => encodePayment(PROXY, { ...payment, feeUnits: -1n })).toThrow(Bug);
    expect(() =>
      encodePayment(PROXY, { ...payment, paymentReference: '0x00112233445566' }),
    ).toThrow(/8 bytes/);
    expect(() => encodePayment(PROXY, { ...payment, payeeAddress: '0x1111' })).toThrow(
      /not an EVM address/,
    );
    const conversion = {
      kind: 'conversion',
      tokenAddress: FAU,
      payeeAddress: FAU,
      invoiceUnits: 1n,
      feeInvoiceUnits: 0n,
      path: [FAU, FAU],
      paymentReference: '0x0011223344556677',
      feeAddress: FAU,
      maxToSpendUnits: 1n,
      maxRateAgeSeconds: -1,
    } as const;
    expect(() => encodeConversion(PROXY, conversion)).toThrow(Bug);
    expect(() => encodeConversion(PROXY, { ...conversion, maxRateAgeSeconds: 0.5 })).toThrow();
  });
});

describe('events', () => {
  it('are found by the published topics', () => {
    expect(PROXY_EVENT_TOPIC).toBe(
      '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6',
    );
    expect(NATIVE_EVENT_TOPIC).toBe(
      '0xa1c241e337c4610a9d0f881111e977e9dc8690c85fe2108897bb1483c66e6a96',
    );
    expect(CONVERSION_EVENT_TOPIC).toBe(
      '0x96d0d1d75923f40b50f6fe74613b2c23239149607848fbca3941fee7ac041cdc',
    );
    expect(keccak256('0x0011223344556677')).toMatch(/^0x[0-9a-f]{64}$/);
  });
});
