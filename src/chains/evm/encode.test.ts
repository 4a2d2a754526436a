import fc from 'fast-check';
import { encodeFunctionData, getAddress, keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { CONTRACTS, NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { UNITS_MAX } from '#kit/amount.ts';
import { hexOf } from '#kit/hex.ts';
import { PROXY_EVENT_TOPIC } from './decode.ts';
import { encodeApproval, encodePayment } from './encode.ts';

const FAU = '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C';
const PROXY = CONTRACTS.sepolia.erc20FeeProxy;
const units = fc.bigInt({ min: 0n, max: UNITS_MAX });
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf);
const address = bytes(20).map((hex) => getAddress(hex));

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
      fc.property(
        fc.record({
          kind: fc.constant('token' as const),
          tokenAddress: address,
          payeeAddress: address,
          amountUnits: units,
          paymentReference: bytes(8),
          feeUnits: units,
          feeAddress: address,
        }),
        (payment) => {
          const args = [
            payment.tokenAddress,
            payment.payeeAddress,
            payment.amountUnits,
            payment.paymentReference,
            payment.feeUnits,
            payment.feeAddress,
          ] as const;
          expect(encodePayment(PROXY, payment).data).toBe(
            encodeFunctionData({
              abi: erc20FeeProxyAbi,
              functionName: 'transferFromWithReferenceAndFee',
              args,
            }),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('of any approval equals that of a general encoder', () => {
    fc.assert(
      fc.property(address, address, units, (token, spender, value) => {
        const call = encodeApproval(token, spender, value);
        expect(call.to).toBe(token);
        expect(call.data).toBe(
          encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] }),
        );
      }),
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
    expect(() => encodeApproval(FAU, PROXY, UNITS_MAX + 1n)).toThrow(/uint256/);
    expect(() => encodePayment(PROXY, { ...payment, feeUnits: -1n })).toThrow(/uint256/);
    expect(() =>
      encodePayment(PROXY, { ...payment, paymentReference: '0x00112233445566' }),
    ).toThrow(/8 bytes/);
    expect(() => encodePayment(PROXY, { ...payment, payeeAddress: '0x1111' })).toThrow(
      /not an EVM address/,
    );
  });
});

describe('events', () => {
  it('are found by the published topics', () => {
    expect(PROXY_EVENT_TOPIC).toBe(
      '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6',
    );
    expect(keccak256('0x0011223344556677')).toMatch(/^0x[0-9a-f]{64}$/);
  });
});
