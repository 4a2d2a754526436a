import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import type { Hex } from '#kit/hex.ts';
import {
  anyAddress,
  anyConversion,
  anyNativePayment,
  anyTokenPayment,
  anyUnits,
} from '../../../tests/support/random-payments.ts';
import { stepCalls } from '../../../tests/support/step-calls.ts';
import type { Call, Spender, TransactionStep } from '../chain.ts';

const { prepare, readStep } = stepCalls('base');
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const OTHER = '0x5555555555555555555555555555555555555555';

const callOf = async (step: TransactionStep): Promise<Call> => {
  const [call] = await prepare([step], undefined);
  if (call === undefined) throw new Error('a step is one call');
  return call;
};

const anyPayment = fc.oneof(anyTokenPayment, anyNativePayment, anyConversion);
const spenders: readonly Spender[] = ['fee_proxy', 'conversion_proxy', 'batch', 'bridge'];
const anyStep: fc.Arbitrary<TransactionStep> = fc.oneof(
  anyPayment.map((payment) => ({ type: 'payment' as const, payment })),
  fc.record({
    type: fc.constant('approval' as const),
    tokenAddress: anyAddress,
    units: anyUnits,
    spender: fc.constantFrom(...spenders),
  }),
  fc
    .tuple(fc.array(anyPayment, { minLength: 1, maxLength: 4 }), anyAddress)
    .map(([payments, feeAddress]) => ({
      type: 'batch' as const,
      payments: payments.map((payment) => ({ ...payment, feeAddress })),
      feeAddress,
      extraValueUnits: 0n,
    })),
);

const PAYMENT: TransactionStep = {
  type: 'payment',
  payment: {
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: OTHER,
    amountUnits: 5n,
    paymentReference: '0x0011223344556677',
    feeUnits: 0n,
    feeAddress: NO_FEE_ADDRESS,
  },
};

describe('a call', () => {
  it('is read as the step that it was encoded from, for any step', async () => {
    await fc.assert(
      fc.asyncProperty(anyStep, async (step) => {
        const call = await callOf(step);
        const read = readStep(call);
        expect(read?.type).toBe(step.type);
        expect(read && (await callOf(read))).toEqual(call);
      }),
      { numRuns: 500 },
    );
  });

  it('names all that a payment in a token moves', async () => {
    expect(readStep(await callOf(PAYMENT))).toEqual(PAYMENT);
  });

  const changes: readonly (readonly [string, (call: Call) => Call])[] = [
    ['of another contract', (call) => ({ ...call, to: OTHER })],
    ['of no address', (call) => ({ ...call, to: '0x12' })],
    ['that also sends coins', (call) => ({ ...call, valueUnits: 1n })],
    ['with bytes behind it', (call) => ({ ...call, data: `${call.data}00` })],
    ['of another function', (call) => ({ ...call, data: `0xa9059cbb${call.data.slice(10)}` })],
  ];

  it.each(changes)('%s is none', async (_, change) => {
    expect(readStep(change(await callOf(PAYMENT)))).toBeUndefined();
  });

  it('that lets somebody else take a token is none, nor is a plain transfer', async () => {
    const approval = await callOf({
      type: 'approval',
      tokenAddress: TOKEN,
      units: 5n,
      spender: 'fee_proxy',
    });
    const others: Hex = `0x${approval.data.slice(2, 34)}${OTHER.slice(2)}${approval.data.slice(74)}`;
    expect(readStep({ ...approval, data: others })).toBeUndefined();
    const transfer: Hex = `0xa9059cbb${approval.data.slice(10)}`;
    expect(readStep({ ...approval, data: transfer })).toBeUndefined();
  });
});
