import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import {
  approval,
  batchCall,
  COLLECTOR,
  DETAILS,
  nativeCall,
  THIEF,
  tokenCall,
  USDC,
  type WireCall,
} from '../sample-forms.ts';
import { checkUnpaid } from './check-unpaid.ts';
import { readUnpaidFees } from './unpaid-fees.ts';

const { batch, feeProxy } = TRUSTED_CONTRACTS['sepolia'] ?? {};
const OTHER = '0x3333333333333333333333333333333333333333';
const [FIRST, SECOND] = ['0x8899aabbccddeeff', '0x1122334455667788'] as const;

const listed = (parts: object = {}) => ({
  requestId: '01',
  paymentReference: FIRST,
  feeType: 'protocol_fee',
  feeLabel: 'Protocol fee',
  feeBearer: 'payer',
  amount: '0.25',
  currency: 'USDC-sepolia',
  recipient: COLLECTOR,
  ...parts,
});
const second = listed({ paymentReference: SECOND, amount: '0.5', recipient: OTHER });

const feeCall = (parts: Parameters<typeof tokenCall>[0] = {}) =>
  tokenCall({ payee: COLLECTOR, amount: 250_000n, reference: FIRST, ...parts });
const secondCall = tokenCall({ payee: OTHER, amount: 500_000n, reference: SECOND });
const item = (parts: object = {}) =>
  ({
    ...DETAILS.token,
    recipient: COLLECTOR,
    amount: 250_000n,
    paymentReference: FIRST,
    ...parts,
  }) as const;
const secondItem = item({ recipient: OTHER, amount: 500_000n, paymentReference: SECOND });
const atomic = (token = [item(), secondItem]) =>
  batchCall({ conversion: [], token, native: [], value: 0n });

function check(told: readonly object[], body: object) {
  const unpaid = readUnpaidFees(told);
  if (unpaid === undefined) throw new Error('the list was read');
  return checkUnpaid(unpaid, body);
}

const one = (transactions: readonly WireCall[]) => check([listed()], { transactions });
const two = (atomicTransactions: readonly WireCall[]) =>
  check([listed(), second], { transactions: [feeCall({ payee: THIEF })], atomicTransactions });

describe('calldata of outstanding fees', () => {
  it('is read as an approval and one call for one fee', () => {
    expect(one([approval(feeProxy, 250_000n), feeCall()])).toMatchObject({
      steps: [
        { kind: 'approve', units: 250_000n, spender: feeProxy },
        { kind: 'pay', totals: [{ units: 250_000n }], fees: [{ label: 'Protocol fee' }] },
      ],
      paid: [{ address: COLLECTOR, units: 250_000n, reference: FIRST }],
    });
  });

  it('is read as one call for all fees where the API offers that', () => {
    expect(two([approval(batch, 750_000n), atomic()])).toMatchObject({
      steps: [{ kind: 'approve' }, { kind: 'pay', totals: [{ units: 750_000n }] }],
      paid: [{ units: 250_000n }, { units: 500_000n }],
    });
  });

  it('pays one fee at a time where each is a call of its own', () => {
    const transactions = [approval(feeProxy, 750_000n), feeCall(), secondCall];
    expect(check([listed(), second], { transactions })).toMatchObject({
      steps: [
        { kind: 'approve', units: 750_000n },
        { kind: 'pay', totals: [{ units: 250_000n }] },
      ],
      paid: [{ reference: FIRST }],
    });
  });

  it('is read in coins, with exactly those of the fee sent along', () => {
    const coin = listed({ currency: 'ETH-sepolia-sepolia', amount: '0.25' });
    const call = (value: bigint) => nativeCall({ payee: COLLECTOR, reference: FIRST, value });
    const checked = (value: bigint) => check([coin], { transactions: [call(value)] });
    expect(checked(25n * 10n ** 16n)).toMatchObject({ steps: [{ kind: 'pay' }] });
    expect(checked(25n * 10n ** 16n + 1n)).toBe('amount');
  });

  it.each<[string, readonly WireCall[], string]>([
    ['another receiver', [feeCall({ payee: THIEF })], 'payee'],
    ['another amount', [feeCall({ amount: 250_001n })], 'amount'],
    ['another reference', [feeCall({ reference: SECOND })], 'reference'],
    ['another token', [feeCall({ token: THIEF })], 'token'],
    ['another contract', [feeCall({ to: THIEF })], 'contract'],
    ['a fee on top', [feeCall({ fee: 1n, feeAddress: THIEF })], 'fee'],
    ['coins along', [{ ...feeCall(), value: '0x1' }], 'coin'],
    ['an extra payment before it', [feeCall({ payee: THIEF }), feeCall()], 'approval'],
    ['an extra payment behind it', [feeCall(), feeCall({ payee: THIEF })], 'payee'],
    ['a larger approval', [approval(feeProxy, 250_001n), feeCall()], 'approval'],
    ['an approval of somebody else', [approval(THIEF, 250_000n), feeCall()], 'approval'],
    ['an approval of another token', [approval(feeProxy, 250_000n, THIEF), feeCall()], 'approval'],
    ['an approval alone', [approval(feeProxy, 250_000n)], 'unreadable'],
    ['nothing', [], 'payments'],
  ])('is no plan with %s', (_, transactions, problem) => {
    expect(one(transactions)).toBe(problem);
  });

  it.each<[string, readonly WireCall[], string]>([
    ['a fee twice', [atomic([item(), item()])], 'reference'],
    ['a third payment', [atomic([item(), secondItem, item({ recipient: THIEF })])], 'payments'],
    ['one of two fees', [atomic([item()])], 'payments'],
    ['another receiver', [atomic([item({ recipient: THIEF }), secondItem])], 'payee'],
    ['another amount', [atomic([item({ amount: 1n }), secondItem])], 'amount'],
    ['another token', [atomic([item({ path: [THIEF] }), secondItem])], 'token'],
    ['a fee of an item', [atomic([item({ fee: 1n }), secondItem])], 'fee'],
    ['coins along', [{ ...atomic(), value: '0x1' }], 'coin'],
    ['a larger approval', [approval(batch, 750_001n), atomic()], 'approval'],
    ['a call before it', [feeCall(), atomic()], 'approval'],
  ])('is no plan in one call with %s', (_, calls, problem) => {
    expect(two(calls)).toBe(problem);
  });
});

describe('the list of outstanding fees', () => {
  it('is payable here only where every fee can be read, on one network, with its own reference', () => {
    const bad = [
      listed({ currency: 'EUR' }),
      listed({ currency: 'USDC-nowhere' }),
      listed({ recipient: '0x12' }),
      listed({ paymentReference: '0x12' }),
      listed({ paymentReference: undefined }),
      listed({ amount: '0.0000001' }),
      listed({ amount: '0' }),
    ];
    for (const fee of bad) expect(readUnpaidFees([second, fee])).toBeUndefined();
    expect(readUnpaidFees([listed(), listed()])).toBeUndefined();
    expect(readUnpaidFees([second, listed({ currency: 'USDC-base' })])).toBeUndefined();
    expect(readUnpaidFees([])).toBeUndefined();
    expect(readUnpaidFees([listed(), second])).toMatchObject({
      networkId: 'sepolia',
      fees: [{ asset: { address: USDC } }, { reference: SECOND }],
    });
  });
});
