import { describe, expect, it } from 'vitest';
import { type MatchedTransfer, type MatchTerms, suspicionOf } from './match.ts';

const terms: MatchTerms = {
  network: 'base',
  kind: 'token',
  tokenAddress: '0xT',
  payeeAddress: '0xP',
  invoiceCurrencyHash: null,
  maxRateAgeSeconds: null,
  isFee: false,
};
const matched: MatchedTransfer = {
  network: 'base',
  kind: 'token',
  tokenAddress: '0xT',
  payeeAddress: '0xP',
  payerAddress: '0xA',
  proxyAddress: '0xF',
  creditedUnits: 1n,
  payeeNetUnits: 1n,
  payeeCreditedUnits: 1n,
  conversion: undefined,
};

describe('a transfer', () => {
  it('pays a request when everything matches the request', () => {
    expect(suspicionOf(matched, terms, '0xF')).toBeUndefined();
  });

  it.each([
    ['foreign_proxy', { proxyAddress: '0xE' }],
    ['wrong_network', { network: 'sepolia' }],
    ['wrong_kind', { kind: 'native' }],
    ['foreign_token', { tokenAddress: '0xE' }],
    ['foreign_token', { tokenAddress: undefined }],
    ['wrong_payee', { payeeAddress: '0xE' }],
    ['nothing_arrived', { creditedUnits: 0n }],
    ['self_payment', { payeeNetUnits: 0n }],
    ['self_payment', { payeeNetUnits: -1n }],
    ['self_payment', { payeeCreditedUnits: 2n }],
  ] as const)('is left out as %s', (suspicion, parts) => {
    expect(suspicionOf({ ...matched, ...parts }, terms, '0xF')).toBe(suspicion);
  });

  it('is left out where a network has no such contract', () => {
    expect(suspicionOf(matched, terms, undefined)).toBe('foreign_proxy');
  });
});

describe('a fee', () => {
  const fee = { ...terms, isFee: true };
  const own = { ...matched, payerAddress: fee.payeeAddress, payeeNetUnits: 0n };

  it.each([
    ['its receiver pays it to itself', {}],
    ['its receiver pays it with other things that cost it more', { payeeNetUnits: -90n }],
    ['its receiver pays it twice', { payeeCreditedUnits: 2n }],
  ])('is paid where %s', (_, parts) => {
    expect(suspicionOf({ ...own, ...parts }, fee, '0xF')).toBeUndefined();
  });

  it.each([
    ['self_payment', 'another account pays what its receiver gives away', { payerAddress: '0xA' }],
    ['nothing_arrived', 'nothing moved', { creditedUnits: 0n }],
    ['wrong_payee', 'its payer paid itself in place of the receiver', { payeeAddress: '0xA' }],
    ['foreign_token', 'another token moved', { tokenAddress: '0xE' }],
    ['foreign_proxy', 'another contract emitted the event', { proxyAddress: '0xE' }],
  ] as const)('is left out as %s where %s', (suspicion, _, parts) => {
    expect(suspicionOf({ ...own, ...parts }, fee, '0xF')).toBe(suspicion);
  });

  it('lends its exception to no payment that is none', () => {
    expect(suspicionOf(own, terms, '0xF')).toBe('self_payment');
  });
});

describe('native coins', () => {
  it('need no token', () => {
    const native = { ...matched, kind: 'native', tokenAddress: undefined } as const;
    expect(suspicionOf(native, { ...terms, kind: 'native' }, '0xF')).toBeUndefined();
  });
});

describe('a conversion', () => {
  const agreed: MatchTerms = {
    ...terms,
    kind: 'conversion',
    invoiceCurrencyHash: '0xdollar',
    maxRateAgeSeconds: 3_600,
  };
  const seen = (conversion: MatchedTransfer['conversion']): MatchedTransfer => ({
    ...matched,
    kind: 'conversion',
    conversion,
  });

  it.each([
    [undefined, { currencyAddress: '0xDOLLAR', maxRateAgeSeconds: 3_600 }],
    [undefined, { currencyAddress: '0xdollar', maxRateAgeSeconds: 60 }],
    ['foreign_invoice_currency', { currencyAddress: '0xyen', maxRateAgeSeconds: 3_600 }],
    ['older_rate_than_agreed', { currencyAddress: '0xdollar', maxRateAgeSeconds: 3_601 }],
    ['older_rate_than_agreed', { currencyAddress: '0xdollar', maxRateAgeSeconds: 0 }],
  ] as const)('counts as %s', (suspicion, conversion) => {
    expect(suspicionOf(seen(conversion), agreed, '0xF')).toBe(suspicion);
  });

  it('may take any rate where any was agreed on', () => {
    const any = { ...agreed, maxRateAgeSeconds: 0 };
    const conversion = { currencyAddress: '0xdollar', maxRateAgeSeconds: 0 };
    expect(suspicionOf(seen(conversion), any, '0xF')).toBeUndefined();
  });
});
