import { maxUint256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import {
  approval,
  BATCH_VIEW,
  type BatchDetail,
  batchCall,
  COLLECTOR,
  CONVERSION_VIEW,
  conversionCall,
  DETAILS,
  FEE_REFERENCE,
  NATIVE_VIEW,
  nativeCall,
  REFERENCE,
  THIEF,
  tokenCall,
  USDC,
  type WireCall,
} from './sample-forms.ts';
import { PAYEE } from './sample-states.ts';

const { conversionProxy, batch, feeProxy, nativeProxy } = TRUSTED_CONTRACTS['sepolia'] ?? {};

/** The result of the check of calls for a link. */
function check(view: object, calls: readonly WireCall[], more: object = {}) {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(link);
  return checkCalldata(link, { paymentReference: REFERENCE, transactions: calls, ...more });
}

const platform = (percentage: string) => ({
  metadata: { platformFee: { percentage, address: COLLECTOR } },
});

describe('a payment of a coin', () => {
  it('is read with its fee, and needs nothing before it', () => {
    const call = nativeCall({
      value: 255n * 10n ** 15n,
      fee: 5n * 10n ** 15n,
      feeAddress: COLLECTOR,
    });
    expect(check(NATIVE_VIEW, [call], platform('2'))).toMatchObject({
      steps: [{ kind: 'pay', call: { value: '0x389f12621b98000' } }],
      fees: [{ units: 5n * 10n ** 15n, address: COLLECTOR, bearer: 'payer' }],
      totals: [{ units: 255n * 10n ** 15n, asset: { symbol: 'ETH', address: undefined } }],
    });
  });

  it.each([
    ['another contract', nativeCall({ to: THIEF }), 'contract'],
    ['another payee', nativeCall({ payee: THIEF }), 'payee'],
    ['one unit more', nativeCall({ value: 25n * 10n ** 16n + 1n }), 'amount'],
    ['nothing sent along', { ...nativeCall(), value: '0x0' }, 'amount'],
    ['another reference', nativeCall({ reference: FEE_REFERENCE }), 'reference'],
    [
      'an unannounced fee',
      nativeCall({ fee: 1n, value: 25n * 10n ** 16n + 1n, feeAddress: THIEF }),
      'fee',
    ],
    ['a byte too many', { ...nativeCall(), data: `${nativeCall().data}00` as const }, 'unreadable'],
    ['a token payment', tokenCall(), 'unreadable'],
    ['a value that is no number', { ...nativeCall(), value: 'all' }, 'unreadable'],
  ])('is refused with %s', (_, call, problem) => {
    expect(check(NATIVE_VIEW, [call])).toBe(problem);
  });

  it('is refused behind an approval', () => {
    const calls = [approval(nativeProxy, 1n), nativeCall()];
    expect(check(NATIVE_VIEW, calls)).toBe('approval');
  });
});

describe('a conversion', () => {
  it('is read with the most that it may take, and its allowance', () => {
    const calls = [approval(conversionProxy, 11_110_000n), conversionCall()];
    expect(check(CONVERSION_VIEW, calls)).toMatchObject({
      steps: [{ kind: 'approve', units: 11_110_000n }, { kind: 'pay' }],
      mainUnits: 1_000_000_000n,
      totals: [{ units: 11_110_000n, asset: { symbol: 'USDC' } }],
    });
  });

  const path = (first: `0x${string}`, last: `0x${string}`) => [first, last] as const;
  it.each([
    ['another contract', conversionCall({ to: THIEF }), 'contract'],
    ['another payee', conversionCall({ payee: THIEF }), 'payee'],
    ['more of the invoice', conversionCall({ amount: 1_000_000_001n }), 'amount'],
    ['another reference', conversionCall({ reference: FEE_REFERENCE }), 'reference'],
    ['another token at the end', conversionCall({ path: path(THIEF, THIEF) }), 'token'],
    ['another currency at the start', conversionCall({ path: path(THIEF, USDC) }), 'token'],
    ['no path', conversionCall({ path: [] }), 'token'],
    ['a limit far above the rate', conversionCall({ maxToSpend: 12_000_000n }), 'rate'],
    ['no limit', conversionCall({ maxToSpend: maxUint256 }), 'rate'],
    ['an unannounced fee', conversionCall({ fee: 1n, feeAddress: THIEF }), 'fee'],
    ['a coin', { ...conversionCall(), value: '0x1' }, 'coin'],
    [
      'a byte too many',
      { ...conversionCall(), data: `${conversionCall().data}00` as const },
      'unreadable',
    ],
  ])('is refused with %s', (_, call, problem) => {
    expect(check(CONVERSION_VIEW, [call])).toBe(problem);
  });

  it.each([
    ['for another contract', approval(feeProxy, 11_110_000n)],
    ['of another token', approval(conversionProxy, 11_110_000n, THIEF)],
    ['too small', approval(conversionProxy, 11_000_000n)],
    ['that only clears the old one', approval(conversionProxy, 0n)],
  ])('is refused behind an allowance %s', (_, before) => {
    expect(check(CONVERSION_VIEW, [before, conversionCall()])).toBe('approval');
  });
});

describe('a batch', () => {
  const whole = 14_110_000n;
  const wire = (call: WireCall, approvals: readonly WireCall[]) => ({
    transactions: undefined,
    ERC20ApprovalTransactions: approvals.map(({ to, data }) => ({ to, data, value: 0 })),
    batchPaymentTransaction: { ...call, value: { type: 'BigNumber', hex: call.value } },
    metadata: { hasEnoughBalance: true, hasEnoughGas: true, canMakePayment: true },
  });
  const checkBatch = (call: WireCall, approvals = [approval(batch, whole)]) =>
    check(BATCH_VIEW, [], wire(call, approvals));

  it('is read with the totals by token, without what was paid already', () => {
    expect(checkBatch(batchCall())).toMatchObject({
      steps: [
        { kind: 'approve', units: whole },
        { kind: 'pay', call: { value: '0x16345785d8a0000' } },
      ],
      totals: [
        { asset: { symbol: 'USDC' }, units: whole },
        { asset: { symbol: 'ETH' }, units: 10n ** 17n },
      ],
      fees: [],
    });
  });

  it('shows fees and what the contract takes for itself', () => {
    const call = batchCall({
      token: [{ ...DETAILS.token, fee: 30_000n }],
      feeAddress: COLLECTOR,
      value: 10n ** 17n + 10n ** 14n,
    });
    expect(checkBatch(call, [approval(batch, 15_000_000n)])).toMatchObject({
      fees: [{ asset: { symbol: 'USDC' }, units: 30_000n, address: COLLECTOR }],
      contractFees: [{ asset: { symbol: 'ETH' }, units: 10n ** 14n }],
    });
  });

  const { conversion, token, native } = DETAILS;
  it.each([
    ['another contract', batchCall({ to: THIEF }), 'contract'],
    ['another payee', batchCall({ token: [{ ...token, recipient: THIEF }] }), 'payee'],
    ['one unit more', batchCall({ token: [{ ...token, amount: 3_000_001n }] }), 'amount'],
    ['another token', batchCall({ token: [{ ...token, path: [THIEF] }] }), 'token'],
    ['a token in place of coins', batchCall({ native: [{ ...native, path: [USDC] }] }), 'token'],
    [
      'another reference',
      batchCall({ native: [{ ...native, paymentReference: REFERENCE }] }),
      'reference',
    ],
    ['a payment left out', batchCall({ native: [], value: 0n }), 'payments'],
    ['a payment twice', batchCall({ token: [token, token] }), 'payments'],
    [
      'a payment as another kind',
      batchCall({ conversion: [], token: [conversion, token] }),
      'payments',
    ],
    ['a fee above the payment', batchCall({ token: [{ ...token, fee: 3_000_001n }] }), 'fee'],
    [
      'a limit far above the rate',
      batchCall({ conversion: [{ ...conversion, maxToSpend: 12_000_000n }] }),
      'rate',
    ],
    [
      'another currency',
      batchCall({ conversion: [{ ...conversion, path: [THIEF, USDC] }] }),
      'token',
    ],
    ['far more coins', batchCall({ value: 2n * 10n ** 17n }), 'coin'],
    ['fewer coins', batchCall({ value: 1n }), 'coin'],
    ['a byte too many', { ...batchCall(), data: `${batchCall().data}00` as const }, 'unreadable'],
    ['a single payment', tokenCall(), 'unreadable'],
  ])('is refused with %s', (_, call, problem) => {
    expect(checkBatch(call)).toBe(problem);
  });

  it.each([
    ['for another spender', approval(THIEF, whole)],
    ['that is too small', approval(batch, whole - 1n)],
    ['of another token', approval(batch, whole, THIEF)],
  ])('is refused behind an allowance %s', (_, before) => {
    expect(checkBatch(batchCall(), [before])).toBe('approval');
  });

  it('names every token of which the wallet has too little', () => {
    const body = wire(batchCall(), []);
    const insufficientTokens = [
      { tokenAddress: USDC, required: whole.toString(), available: '9000000' },
    ];
    const metadata = { hasEnoughBalance: false, hasEnoughGas: true, insufficientTokens };
    expect(check(BATCH_VIEW, [], { ...body, metadata })).toMatchObject({
      shortages: [{ asset: { symbol: 'USDC' }, requiredUnits: whole, heldUnits: 9_000_000n }],
    });
  });
});

describe('a bundle', () => {
  const fee = {
    type: 'protocol_fee',
    label: 'Protocol fee',
    feeBearer: 'payee',
    percentageBps: 200,
    capUsd: null,
    calculatedAmountUsd: '0.1',
    destinationRef: { evmAddress: COLLECTOR },
  };
  const child = (position: number, more: object = {}) => ({
    position,
    payee: PAYEE,
    amount: '5',
    blockReason: null,
    context: { network: 'sepolia', currency: 'USDC-sepolia' },
    feePlan: { netRecipientAmountUsd: '4.9', fees: [fee] },
    ...more,
  });
  const view = {
    paymentType: 'multicall',
    children: [child(0), child(1, { blockReason: 'already_paid' }), child(2)],
  };
  const reference = (position: number) => `0x000000000000000${position}` as const;
  const feeReference = (position: number) => `0x00000000000000f${position}` as const;
  const { token } = DETAILS;
  const main = (position: number): BatchDetail => ({
    ...token,
    recipient: PAYEE,
    amount: 4_900_000n,
    paymentReference: reference(position),
  });
  const leg = (position: number): BatchDetail => ({
    ...token,
    recipient: COLLECTOR,
    amount: 100_000n,
    paymentReference: feeReference(position),
  });
  const callOf = (details: readonly BatchDetail[]) =>
    batchCall({ conversion: [], native: [], value: 0n, token: details });
  const fixture = (position: number) => ({
    feeType: 'protocol_fee',
    feeBearer: 'payee',
    amount: '0.1',
    recipient: COLLECTOR,
    paymentReference: feeReference(position),
  });
  const first = callOf([main(0), leg(0)]);
  const second = callOf([main(2), leg(2)]);
  const checkBundle = (calls: readonly WireCall[], more: object = {}) =>
    check(view, [approval(batch, 10_000_000n), ...calls], {
      children: [0, 2].map((position) => ({ position, paymentReference: reference(position) })),
      feeBundle: { fees: [fixture(0), fixture(2)] },
      metadata: {
        batchPayments: [
          { transactionIndex: 1, childPositions: [0] },
          { transactionIndex: 2, childPositions: [2] },
        ],
      },
      ...more,
    });

  it('is read as parts that are paid one after the other, with their fees', () => {
    expect(checkBundle([first, second])).toMatchObject({
      steps: [
        { kind: 'approve', units: 10_000_000n },
        { kind: 'pay', payments: 1, totals: [{ units: 5_000_000n }] },
        { kind: 'pay', payments: 1, totals: [{ units: 5_000_000n }] },
      ],
      fees: [{ label: 'Protocol fee', bearer: 'payee', units: 200_000n }],
      totals: [{ units: 10_000_000n }],
    });
  });

  const batches = (positions: readonly (readonly number[])[]) => ({
    metadata: {
      batchPayments: positions.map((childPositions, at) => ({
        transactionIndex: at + 1,
        childPositions,
      })),
    },
  });
  it.each([
    ['a child left out', [first], batches([[0]]), 'payments'],
    ['a child twice', [first, first], batches([[0], [0]]), 'payments'],
    ['a blocked child', [first, second], batches([[0, 1], [2]]), 'payments'],
    ['an unannounced call', [first, second, second], {}, 'payments'],
    ['another payee', [callOf([{ ...main(0), recipient: THIEF }, leg(0)]), second], {}, 'payee'],
    ['one unit more', [callOf([{ ...main(0), amount: 4_900_001n }, leg(0)]), second], {}, 'amount'],
    ['the references swapped', [callOf([main(2), leg(0)]), second], {}, 'reference'],
    [
      'a fee for another receiver',
      [callOf([main(0), { ...leg(0), recipient: THIEF }]), second],
      {},
      'fee',
    ],
    [
      'more fee than agreed',
      [callOf([main(0), { ...leg(0), amount: 100_001n }]), second],
      {},
      'fee',
    ],
    ['a fee twice', [callOf([main(0), leg(0), leg(0)]), second], {}, 'fee'],
    ['a fee left out', [callOf([main(0)]), second], {}, 'fee'],
    [
      'an unannounced payment',
      [callOf([main(0), leg(0), { ...leg(0), paymentReference: REFERENCE }]), second],
      {},
      'payments',
    ],
  ])('is refused with %s', (...[, calls, more, problem]) => {
    expect(checkBundle(calls, more)).toBe(problem);
  });
});
