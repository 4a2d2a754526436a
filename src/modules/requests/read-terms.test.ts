import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { Refusal } from '#kit/failure.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { readTerms, type TermsInput } from './read-terms.ts';

const PAYEE = '0x1111111111111111111111111111111111111111';

/** The parts of a context that terms are read from: no database, so nothing can be written. */
function context(mode: 'sandbox' | 'production' = 'sandbox') {
  return {
    actor: { kind: 'api_key', apiKeyId: 'k', accountId: 'a' },
    chains: connected(stillChain('sepolia'), stillChain('base')),
    settings: { mode, conversion: { maxRateAgeSeconds: 3_600, slippageBps: 50 } },
  } satisfies Parameters<typeof readTerms>[0];
}

const input = (more: Partial<TermsInput> = {}): TermsInput => ({
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  ...more,
});

const refusalOf = (more: Partial<TermsInput>, mode?: 'sandbox' | 'production') => {
  try {
    readTerms(context(mode), input(more), { fieldPrefix: 'requests[1]' });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the terms were accepted');
};

describe('terms', () => {
  it('of a token are in its own units', () => {
    expect(readTerms(context(), input())).toMatchObject({
      accountId: 'a',
      kind: 'token',
      currency: { id: 'USDC-base' },
      payeeAddress: PAYEE,
      expectedUnits: 12_500_000n,
      fee: undefined,
      conversion: undefined,
    });
  });

  it('of a coin are in its smallest unit, with the fee’s share', () => {
    const coin = { invoiceCurrency: 'ETH-base-base', paymentCurrency: 'ETH-base-base' };
    const fee = { feePercentage: '2', feeAddress: PAYEE };
    expect(readTerms(context(), input({ ...coin, ...fee, amount: '0.5' }))).toMatchObject({
      kind: 'native',
      expectedUnits: 500_000_000_000_000_000n,
      fee: { units: 10_000_000_000_000_000n, percentage: '2', address: PAYEE },
    });
  });

  it.each([
    ['USD', '12.34', 1_234_000_000n],
    ['JPY', '1500', 150_000_000_000n],
  ])(
    'of an invoice in %s count with eight decimals and agree on its limits',
    (code, amount, units) => {
      const invoice = { invoiceCurrency: code, paymentCurrency: 'USDC-sepolia', amount };
      const terms = readTerms(context(), input(invoice));
      expect(terms).toMatchObject({ kind: 'conversion', expectedUnits: units });
      expect(terms.conversion).toMatchObject({
        invoiceCurrencyId: code,
        maxRateAgeSeconds: 3_600,
        slippageBps: 50,
      });
      const { path } = terms.conversion ?? { path: [] };
      expect(path.at(-1)).toBe(terms.currency.address.toLowerCase());
    },
  );

  it('know the other spellings of a currency as the same', () => {
    const other = { invoiceCurrency: 'fUSDC-sepolia', paymentCurrency: 'USDC-sepolia' };
    expect(readTerms(context(), input(other))).toMatchObject({ kind: 'token' });
  });
});

describe('terms are refused', () => {
  it.each([
    ['a currency that does not exist', { paymentCurrency: 'XYZ-base' }, 'paymentCurrency'],
    ['fiat as what is paid', { paymentCurrency: 'USD' }, 'paymentCurrency'],
    [
      'a token that is only listed',
      { paymentCurrency: 'UNI-mainnet', invoiceCurrency: 'UNI-mainnet' },
      'paymentCurrency',
    ],
    ['two different tokens', { invoiceCurrency: 'USDT-base' }, 'invoiceCurrency'],
    ['a fiat currency without rates', { invoiceCurrency: 'CHF' }, 'invoiceCurrency'],
    [
      'an invoice that a coin cannot pay',
      { invoiceCurrency: 'USD', paymentCurrency: 'ETH-base-base' },
      'invoiceCurrency',
    ],
    ['more decimals than the token has', { amount: '1.0000001' }, 'amount'],
    ['nothing', { amount: '0' }, 'amount'],
    ['cents of yen', { invoiceCurrency: 'JPY', paymentCurrency: 'USDC-sepolia' }, 'amount'],
    ['what is no wallet', { payee: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH' }, 'payee'],
    [
      'the token’s own contract as payee',
      { payee: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      'payee',
    ],
    [
      'a network without a node',
      { paymentCurrency: 'USDC-optimism', invoiceCurrency: 'USDC-optimism' },
      'paymentCurrency',
    ],
    [
      'Tron',
      {
        payee: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
        paymentCurrency: 'USDT-tron',
        invoiceCurrency: 'USDT-tron',
      },
      'paymentCurrency',
    ],
  ] as const)('for %s', (_, more, field) => {
    const { status, errors } = refusalOf(more);
    expect(status).toBe(400);
    expect(errors?.map((issue) => issue.field)).toEqual([`requests[1].${field}`]);
  });

  it('for a fee without a receiver, a receiver without a fee, and half an address', () => {
    expect(refusalOf({ feePercentage: '1' }).errors?.[0]?.field).toBe('feeAddress');
    expect(refusalOf({ feeAddress: PAYEE }).errors?.[0]?.field).toBe('feePercentage');
    const short = { feePercentage: '1', feeAddress: '0x11' };
    expect(refusalOf(short).errors?.[0]?.field).toBe('feeAddress');
    const much = { feePercentage: '100.1', feeAddress: PAYEE };
    expect(refusalOf(much).errors?.[0]?.field).toBe('feePercentage');
  });

  it('for a fee that the token’s own contract would receive', () => {
    const contract = currencyById('USDC-base')?.address ?? '';
    const { status, errors } = refusalOf({ feePercentage: '1', feeAddress: contract });
    expect(status).toBe(400);
    expect(errors).toEqual([
      { field: 'feeAddress', message: expect.stringContaining("is the token's own contract") },
    ]);
  });

  it('for a pair that only the sandbox has a rate for, in production', () => {
    const pair = { invoiceCurrency: 'USD', paymentCurrency: 'USDC-sepolia' };
    expect(refusalOf(pair, 'production')).toMatchObject({ code: 'conversion_not_supported' });
  });
});
