import fc from 'fast-check';
import { decodeFunctionData, encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import {
  anyAddress,
  anyConversion,
  anyNativePayment,
  anyTokenPayment,
  GOLDEN,
} from '../../../tests/support/random-payments.ts';
import { evmAddress } from './address.ts';
import { bytesInBatch, encodeBatch } from './encode-batch.ts';

const BATCH = evmAddress(CONTRACTS.sepolia.batchPayments ?? '');
const FEE_ADDRESS = '0x000000000000000000000000000000000000dEaD';

const anyPayment = fc.oneof(anyTokenPayment, anyNativePayment, anyConversion);
type AnyPayment = typeof anyPayment extends fc.Arbitrary<infer Payment> ? Payment : never;

/** A payment with the member names of the contract's interface. */
function detailOf(payment: AnyPayment) {
  const { payeeAddress: recipient, paymentReference } = payment;
  if (payment.kind === 'conversion') {
    return {
      recipient,
      requestAmount: payment.invoiceUnits,
      path: payment.path,
      paymentReference,
      feeAmount: payment.feeInvoiceUnits,
      maxToSpend: payment.maxToSpendUnits,
      maxRateTimespan: BigInt(payment.maxRateAgeSeconds),
    };
  }
  return {
    recipient,
    requestAmount: payment.amountUnits,
    path: payment.kind === 'token' ? [payment.tokenAddress] : [],
    paymentReference,
    feeAmount: payment.feeUnits,
    maxToSpend: 0n,
    maxRateTimespan: 0n,
  };
}

function detailsOf(payments: readonly AnyPayment[], kind: AnyPayment['kind']) {
  return payments.filter((payment) => payment.kind === kind).map(detailOf);
}

describe('calldata of a batch', () => {
  it('equals that of a general encoder, for any mix of payments', () => {
    const batch = fc.tuple(fc.array(anyPayment, { minLength: 1, maxLength: 4 }), anyAddress);
    fc.assert(
      fc.property(batch, ([sample, feeAddress]) => {
        const payments = sample.map((payment) => ({ ...payment, feeAddress }));
        const tokens = payments.flatMap((one) => (one.kind === 'token' ? [one.tokenAddress] : []));
        const isOne = new Set(tokens.map((token) => token.toLowerCase())).size === 1;
        const groups = [
          { paymentNetworkId: 0n, requestDetails: detailsOf(payments, 'conversion') },
          { paymentNetworkId: isOne ? 1n : 2n, requestDetails: detailsOf(payments, 'token') },
          { paymentNetworkId: 3n, requestDetails: detailsOf(payments, 'native') },
        ].filter(({ requestDetails }) => requestDetails.length > 0);
        const data = encodeFunctionData({
          abi: batchPaymentsAbi,
          functionName: 'batchPayments',
          args: [groups, [], feeAddress],
        });
        expect(encodeBatch(BATCH, payments, feeAddress).data).toBe(data);
      }),
      GOLDEN,
    );
  });

  const token = {
    kind: 'token',
    tokenAddress: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
    payeeAddress: '0x1111111111111111111111111111111111111111',
    amountUnits: 5n,
    paymentReference: '0x0011223344556677',
    feeUnits: 1n,
    feeAddress: FEE_ADDRESS,
  } as const;
  const native = { ...token, kind: 'native', amountUnits: 70n, feeUnits: 3n } as const;

  it('names one token as one, also in another spelling, and several as several', () => {
    const other = { ...token, tokenAddress: token.tokenAddress.toLowerCase() };
    const third = { ...token, tokenAddress: FEE_ADDRESS };
    const idOf = (...payments: Parameters<typeof encodeBatch>[1]) => {
      const { data } = encodeBatch(BATCH, payments, FEE_ADDRESS);
      return decodeFunctionData({ abi: batchPaymentsAbi, data }).args?.[0];
    };
    expect(idOf(token, other)).toMatchObject([{ paymentNetworkId: 1n }]);
    expect(idOf(token, third)).toMatchObject([{ paymentNetworkId: 2n }]);
    expect(idOf(native, token)).toMatchObject([{ paymentNetworkId: 1n }, { paymentNetworkId: 3n }]);
  });

  it('sends along what the payments in coins take, and nothing for the others', () => {
    expect(encodeBatch(BATCH, [token, native, native], FEE_ADDRESS)).toMatchObject({
      to: BATCH,
      valueUnits: 146n,
    });
    expect(encodeBatch(BATCH, [token], FEE_ADDRESS).valueUnits).toBe(0n);
  });

  it('grows with each payment by the predicted number of bytes', () => {
    fc.assert(
      fc.property(anyPayment, (sample) => {
        const payment = { ...sample, feeAddress: FEE_ADDRESS };
        const bytesOf = (times: number) =>
          encodeBatch(BATCH, Array(times).fill(payment), FEE_ADDRESS).data.length / 2;
        expect(bytesOf(3) - bytesOf(2)).toBe(bytesInBatch(payment));
      }),
    );
  });

  it('is not made of nothing, nor of fees that go to several', () => {
    expect(() => encodeBatch(BATCH, [], FEE_ADDRESS)).toThrow(/pays something/);
    const elsewhere = { ...token, feeAddress: token.payeeAddress };
    expect(() => encodeBatch(BATCH, [token, elsewhere], FEE_ADDRESS)).toThrow(/one address/);
    const withoutFee = { ...elsewhere, feeUnits: 0n };
    expect(() => encodeBatch(BATCH, [token, withoutFee], FEE_ADDRESS)).not.toThrow();
  });
});
