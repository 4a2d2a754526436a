import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import {
  approval,
  batchCall,
  COLLECTOR,
  conversionCall,
  DETAILS,
  nativeCall,
  THIEF,
  tokenCall,
  USDC,
  type WireCall,
} from '../sample-forms.ts';
import { checkUnpaid } from './check-unpaid.ts';
import { listedFees, readUnpaidFees } from './unpaid-fees.ts';

const { batch, conversionProxy, feeProxy } = TRUSTED_CONTRACTS['sepolia'] ?? {};
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

function check(answer: readonly object[], body: object) {
  const unpaid = readUnpaidFees(answer);
  if (typeof unpaid === 'string') throw new Error(unpaid);
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
    ['an approval of another spender', [approval(THIEF, 250_000n), feeCall()], 'approval'],
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

/** A fee of ten euros, which takes eleven USDC and a slippage of a percent. */
const inEuros = (parts: object = {}, conversion: object = {}) =>
  listed({
    amount: '10',
    currency: 'EUR',
    paymentCurrency: 'USDC-sepolia',
    conversion: {
      invoiceCurrency: 'EUR',
      invoiceAmount: '10',
      maxAmount: '11110000',
      conversionRate: '0.90909090',
      rateTimestamp: '2026-01-02T03:04:05.000Z',
      isStale: false,
      ...conversion,
    },
    ...parts,
  });
const otherInEuros = inEuros({ paymentReference: SECOND, recipient: OTHER });
const euroCall = (parts: Parameters<typeof conversionCall>[0] = {}) =>
  conversionCall({ payee: COLLECTOR, reference: FIRST, ...parts });
const euroItem = (parts: object = {}) =>
  ({ ...DETAILS.conversion, recipient: COLLECTOR, paymentReference: FIRST, ...parts }) as const;
const otherItem = euroItem({ recipient: OTHER, paymentReference: SECOND });
const euroBatch = (conversion: readonly (typeof otherItem)[]) =>
  batchCall({ conversion, token: [], native: [], value: 0n });

describe('calldata of outstanding fees of an invoice in another currency', () => {
  const euros = (...transactions: readonly WireCall[]) => check([inEuros()], { transactions });
  const twoOfEuros = (...atomicTransactions: readonly WireCall[]) =>
    check([inEuros(), otherInEuros], { transactions: [], atomicTransactions });

  it('is read with what it takes of the token at most', () => {
    expect(euros(approval(conversionProxy, 11_110_000n), euroCall())).toMatchObject({
      steps: [
        { kind: 'approve', units: 11_110_000n, spender: conversionProxy },
        {
          kind: 'pay',
          totals: [{ asset: { address: USDC }, units: 11_110_000n }],
          fees: [{ units: 1_000_000_000n, asset: { symbol: 'EUR', decimals: 8 } }],
        },
      ],
      paid: [{ reference: FIRST, spend: { units: 11_110_000n }, isConverted: true }],
    });
  });

  it('shows the limit of the bytes where that is lower than the one that was reported', () => {
    expect(euros(euroCall({ maxToSpend: 11_000_000n }))).toMatchObject({
      steps: [{ kind: 'pay', totals: [{ units: 11_000_000n }] }],
      paid: [{ spend: { units: 11_000_000n } }],
    });
  });

  it('is read as one call for all fees, with tokens among them', () => {
    const call = euroBatch([euroItem(), otherItem]);
    expect(twoOfEuros(approval(batch, 22_220_000n), call)).toMatchObject({
      steps: [{ kind: 'approve' }, { kind: 'pay', totals: [{ units: 22_220_000n }] }],
      paid: [{ reference: FIRST }, { reference: SECOND }],
    });
    const mixed = batchCall({
      conversion: [euroItem()],
      token: [secondItem],
      native: [],
      value: 0n,
    });
    const atomicTransactions = [approval(batch, 11_610_000n), mixed];
    expect(check([inEuros(), second], { atomicTransactions })).toMatchObject({
      steps: [{ units: 11_610_000n }, { totals: [{ units: 11_610_000n }] }],
    });
  });

  const [EUR = '0x', USD = '0x'] = DETAILS.conversion.path;
  it.each<[string, readonly WireCall[], string]>([
    ['one unit above the limit', [euroCall({ maxToSpend: 11_110_001n })], 'rate'],
    ['another receiver', [euroCall({ payee: THIEF })], 'payee'],
    ['another amount of the invoice', [euroCall({ amount: 1_000_000_001n })], 'amount'],
    ['another reference', [euroCall({ reference: SECOND })], 'reference'],
    ['another token', [euroCall({ path: [EUR, USD, THIEF] })], 'token'],
    ['another currency', [euroCall({ path: [USD, USDC] })], 'token'],
    ['the token alone', [euroCall({ path: [USDC] })], 'token'],
    ['another contract', [euroCall({ to: THIEF })], 'contract'],
    ['a fee on top', [euroCall({ fee: 1n, feeAddress: THIEF })], 'fee'],
    ['coins along', [{ ...euroCall(), value: '0x1' }], 'coin'],
    ['a payment that is not converted', [feeCall({ amount: 1_000_000_000n })], 'token'],
    ['a larger approval', [approval(conversionProxy, 11_110_001n), euroCall()], 'approval'],
    ['an approval of another contract', [approval(feeProxy, 11_110_000n), euroCall()], 'approval'],
  ])('is no plan with %s', (_, transactions, problem) => {
    expect(euros(...transactions)).toBe(problem);
  });

  it.each<[string, readonly WireCall[], string]>([
    [
      'one unit above a limit',
      [euroBatch([euroItem({ maxToSpend: 11_110_001n }), otherItem])],
      'rate',
    ],
    ['another path', [euroBatch([euroItem({ path: [EUR, USD, THIEF] }), otherItem])], 'token'],
    ['a fee of an item', [euroBatch([euroItem({ fee: 1n }), otherItem])], 'fee'],
    ['a fee twice', [euroBatch([euroItem(), euroItem()])], 'reference'],
    ['coins along', [{ ...euroBatch([euroItem(), otherItem]), value: '0x1' }], 'coin'],
  ])('is no plan in one call with %s', (_, calls, problem) => {
    expect(twoOfEuros(...calls)).toBe(problem);
  });

  it('pays no fee in tokens by a conversion', () => {
    const transactions = [euroCall({ path: [EUR, USDC], amount: 250_000n })];
    expect(check([listed()], { transactions })).toBe('token');
  });
});

describe('the list of outstanding fees', () => {
  it('is payable here only where every fee can be read, on one network, with its own reference', () => {
    const bad = [
      listed({ currency: 'EUR' }),
      listed({ currency: 'USDC-nowhere' }),
      listed({ paymentCurrency: 'FAU-sepolia' }),
      listed({ recipient: '0x12' }),
      listed({ paymentReference: '0x12' }),
      listed({ paymentReference: undefined }),
      listed({ amount: '0.0000001' }),
      listed({ amount: '0' }),
      inEuros({ currency: 'XYZ' }),
      inEuros({ currency: 'constructor' }),
      inEuros({ paymentCurrency: 'USDC-nowhere' }),
      inEuros({ paymentCurrency: 'ETH-sepolia-sepolia' }),
      inEuros({}, { invoiceCurrency: 'USD' }),
      inEuros({}, { invoiceAmount: '9' }),
      inEuros({}, { maxAmount: '1.5' }),
    ];
    for (const fee of bad) expect(readUnpaidFees([second, fee])).toBe('unknown');
    expect(readUnpaidFees([listed(), listed()])).toBe('unknown');
    expect(readUnpaidFees([second, listed({ currency: 'USDC-base' })])).toBe('unknown');
    expect(readUnpaidFees([])).toBe('unknown');
    expect(readUnpaidFees([listed({ paymentCurrency: 'USDC-sepolia' }), second])).toMatchObject({
      networkId: 'sepolia',
      fees: [{ asset: { address: USDC } }, { reference: SECOND }],
    });
  });

  it('is read with the token and the limit of fees in another currency', () => {
    expect(readUnpaidFees([inEuros()])).toMatchObject({
      networkId: 'sepolia',
      fees: [
        {
          asset: { symbol: 'EUR', decimals: 8 },
          units: 1_000_000_000n,
          spend: { asset: { address: USDC }, units: 11_110_000n },
          isConverted: true,
        },
      ],
    });
  });

  it('shows why it cannot be paid where a rate is missing or too old', () => {
    const unread = inEuros({ conversion: undefined });
    const stale = inEuros({}, { isStale: true });
    expect(readUnpaidFees([second, unread])).toBe('noRate');
    expect(readUnpaidFees([second, stale])).toBe('staleRate');
    expect(readUnpaidFees([unread, listed({ recipient: '0x12' })])).toBe('unknown');
  });

  it('leads to the links of a bundle’s parts, which alone prepare their fees', () => {
    const part = { securePaymentToken: '01K0000000000000000000PART' };
    expect(readUnpaidFees([listed(part)])).toBe('inParts');
    expect(listedFees([listed(part), listed()])).toMatchObject([
      { partToken: part.securePaymentToken },
      { partToken: undefined },
    ]);
    const [odd] = listedFees([listed({ securePaymentToken: 'x" onclick="' })]);
    expect(odd?.partToken).toBeUndefined();
  });

  it('names what a converted fee takes at most beside its amount', () => {
    expect(listedFees([inEuros(), listed(), inEuros({ conversion: undefined })])).toMatchObject([
      { amount: '10', currency: 'EUR', most: { units: 11_110_000n } },
      { amount: '0.25', currency: 'USDC', most: undefined },
      { amount: '10', currency: 'EUR', most: undefined },
    ]);
  });
});
