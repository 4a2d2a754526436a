import { describe, expect, it } from 'vitest';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import {
  COLLECTOR,
  FEE_REFERENCE,
  REFERENCE,
  THIEF,
  tokenCall,
  type WireCall,
} from './sample-forms.ts';
import { VIEW } from './sample-states.ts';

/** The result of the check of calls for a link. */
function check(view: object, calls: readonly WireCall[], more: object) {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(link);
  return checkCalldata(link, { paymentReference: REFERENCE, transactions: calls, ...more });
}

describe('fees that are paid by themselves', () => {
  const agreed = {
    type: 'orchestrator_fee',
    label: 'Platform fee',
    feeBearer: 'payee',
    percentageBps: 200,
    capUsd: null,
    calculatedAmountUsd: '0.25',
    destinationRef: { evmAddress: COLLECTOR },
  };
  const view = { ...VIEW, feePlan: { fees: [agreed] } };
  const fixture = {
    feeType: 'orchestrator_fee',
    feeBearer: 'payee',
    amount: '0.25',
    recipient: COLLECTOR,
    paymentReference: FEE_REFERENCE,
  };
  const fee = { payee: COLLECTOR, amount: 250_000n, reference: FEE_REFERENCE } as const;
  const main = { amount: 12_250_000n } as const;
  const answer = (changes: object = {}) => ({
    feeBundle: { fees: [{ ...fixture, ...changes }] },
    metadata: { paymentTransactionIndex: 0 },
  });

  it('are read with their bearer, and come out of the recipient’s share', () => {
    expect(check(view, [tokenCall(main), tokenCall(fee)], answer())).toMatchObject({
      steps: [{ kind: 'pay' }, { kind: 'fee' }],
      mainUnits: 12_250_000n,
      fees: [{ label: 'Platform fee', percentage: '2', bearer: 'payee', units: 250_000n }],
      totals: [{ units: 12_500_000n }],
    });
  });

  it.each([
    ['the whole amount beside them', [tokenCall(), tokenCall(fee)], {}, 'amount'],
    ['another receiver', [tokenCall(main), tokenCall({ ...fee, payee: THIEF })], {}, 'fee'],
    [
      'a receiver that was not agreed',
      [tokenCall(main), tokenCall({ ...fee, payee: THIEF })],
      { recipient: THIEF },
      'fee',
    ],
    ['more than announced', [tokenCall(main), tokenCall({ ...fee, amount: 250_001n })], {}, 'fee'],
    [
      'more than agreed',
      [tokenCall({ amount: 12_200_000n }), tokenCall({ ...fee, amount: 300_000n })],
      { amount: '0.3' },
      'fee',
    ],
    ['another bearer', [tokenCall(), tokenCall(fee)], { feeBearer: 'payer' }, 'fee'],
    ['another kind', [tokenCall(main), tokenCall(fee)], { feeType: 'protocol_fee' }, 'fee'],
    ['another token', [tokenCall(main), tokenCall({ ...fee, token: THIEF })], {}, 'token'],
    [
      'another reference',
      [tokenCall(main), tokenCall({ ...fee, reference: REFERENCE })],
      {},
      'reference',
    ],
    [
      'a fee of a fee',
      [tokenCall(main), tokenCall({ ...fee, fee: 1n, feeAddress: THIEF })],
      {},
      'fee',
    ],
    ['one missing', [tokenCall(main)], {}, 'unreadable'],
    ['one too many', [tokenCall(main), tokenCall(fee), tokenCall(fee)], {}, 'unreadable'],
  ])('are refused with %s', (...[, calls, changes, problem]) => {
    expect(check(view, calls, answer(changes))).toBe(problem);
  });

  it('are refused where one of them is announced and paid twice', () => {
    const payer = { ...agreed, feeBearer: 'payer' };
    const shown = { ...VIEW, feePlan: { fees: [payer] } };
    const named = { ...fixture, feeBearer: 'payer' };
    const twice = {
      feeBundle: { fees: [named, { ...named }] },
      metadata: { paymentTransactionIndex: 0 },
    };
    expect(check(shown, [tokenCall(), tokenCall(fee), tokenCall(fee)], twice)).toBe('fee');
    // Two that were agreed are two, whoever gets them.
    const both = { ...VIEW, feePlan: { fees: [payer, payer] } };
    expect(check(both, [tokenCall(), tokenCall(fee), tokenCall(fee)], twice)).toMatchObject({
      totals: [{ units: 13_000_000n }],
    });
  });
});
