import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVOICE_DECIMALS, invoiceCurrencyOf } from '#catalog/request-units.ts';
import { parseAmount } from '#kit/amount.ts';
import { totalsOf } from '#modules/ledger/index.ts';
import { type ShownPayment, wirePayment } from './shown-payment.ts';

const INVOICE_CURRENCIES = [
  { kind: 'token', currencyId: 'USDC-sepolia', invoiceCurrencyId: null, decimals: 6 },
  { kind: 'token', currencyId: 'FAU-sepolia', invoiceCurrencyId: null, decimals: 18 },
  { kind: 'native', currencyId: 'ETH-sepolia-sepolia', invoiceCurrencyId: null, decimals: 18 },
  {
    kind: 'conversion',
    currencyId: 'USDC-sepolia',
    invoiceCurrencyId: 'JPY',
    decimals: INVOICE_DECIMALS,
  },
  {
    kind: 'conversion',
    currencyId: 'FAU-sepolia',
    invoiceCurrencyId: 'EUR',
    decimals: INVOICE_DECIMALS,
  },
] as const;

const units = fc.bigInt({ min: 1n, max: 10n ** 20n });
const payers = fc.constantFrom('0xA', '0xB', '0xC');
const paymentCase = fc.record({
  invoiceCurrency: fc.constantFrom(...INVOICE_CURRENCIES),
  expectedUnits: units,
  payments: fc.array(fc.record({ units, payer: payers }), { minLength: 1, maxLength: 6 }),
  /** A payer pays all of it twice. */
  twice: fc.boolean(),
});

type PaymentCase = typeof paymentCase extends fc.Arbitrary<infer T> ? T : never;

/** The payments of a scenario as they are shown one after another. */
function shown({ invoiceCurrency, expectedUnits, payments, twice }: PaymentCase) {
  const full = { units: expectedUnits, payer: '0xD' };
  const all = twice ? [...payments, full, full] : payments;
  let paidBeforeUnits = 0n;
  return all.map(({ units: amountUnits, payer }, i): ShownPayment => {
    const payment = {
      id: `payment ${i}`,
      amountUnits,
      paidBeforeUnits,
      // The token's units do not affect the invoiced amounts.
      tokenUnits: invoiceCurrency.kind === 'conversion' ? BigInt(i + 1) : amountUnits,
      seenFeeUnits: 0n,
      seenFeeTokenUnits: 0n,
      seenFeeAddress: '0xdead',
      ownFees: [],
      payerAddress: payer,
      payerEoaAddress: null,
      originChainId: null,
      transactionHash: '0x' as const,
      blockHash: '0x',
      logIndex: 0,
      receivedAt: new Date(i),
      network: 'sepolia',
      kind: invoiceCurrency.kind,
      currencyId: invoiceCurrency.currencyId,
      invoiceCurrencyId: invoiceCurrency.invoiceCurrencyId,
      expectedUnits,
      requestId: 'request',
      paymentReference: '0x' as const,
      isPaid: false,
      reference: null,
      customerInfo: null,
      payeeAddress: '0x1111111111111111111111111111111111111111',
      hidesPayee: false,
      flow: 'incoming' as const,
      feeType: null,
      createdBy: null,
      recurringPayoutId: null,
      milestones: { seen: { blockNumber: 1n, at: new Date(i) }, confirmed: null, finalized: null },
      source: null,
      clientIdId: null,
    };
    paidBeforeUnits += amountUnits;
    return payment;
  });
}

const rendered = (text: string | null, decimals: number) =>
  text === null || text === '0' ? 0n : unitsOf(text, decimals);
const unitsOf = (text: string, decimals: number) =>
  parseAmount(text, { field: 'amount', decimals, symbol: 'any' });

describe('what is reported about payments', () => {
  it('conserves money to the unit, over parts, several payers, excess and paying twice', () => {
    fc.assert(
      fc.property(paymentCase, (one) => {
        const { decimals } = invoiceCurrencyOf(one.invoiceCurrency);
        expect(decimals).toBe(one.invoiceCurrency.decimals);
        const payments = shown(one);
        const wire = payments.map((payment) => wirePayment(payment, { customers: false }));
        const paid = wire.reduce((sum, { amount }) => sum + rendered(amount, decimals), 0n);
        const excess = wire.reduce(
          (sum, { excessAmount }) => sum + rendered(excessAmount, decimals),
          0n,
        );
        const total = payments.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
        const totals = totalsOf(one.expectedUnits, total);
        expect(paid).toBe(totals.paidUnits);
        expect(excess).toBe(totals.excessUnits);
        expect(paid - excess + totals.missingUnits).toBe(one.expectedUnits);
      }),
    );
  });

  it('gives the same sum for any order of payments', () => {
    fc.assert(
      fc.property(paymentCase, (one) => {
        const { decimals } = invoiceCurrencyOf(one.invoiceCurrency);
        const excessOf = (payments: readonly ShownPayment[]) =>
          payments
            .map((payment) => wirePayment(payment, { customers: false }).excessAmount)
            .reduce((sum, excess) => sum + rendered(excess, decimals), 0n);
        const turned = { ...one, payments: one.payments.toReversed() };
        expect(excessOf(shown(turned))).toBe(excessOf(shown(one)));
      }),
    );
  });

  it('names an excess only where there is one, in the invoice currency', () => {
    fc.assert(
      fc.property(paymentCase, (one) => {
        for (const payment of shown(one)) {
          const { excessAmount, excessCurrency } = wirePayment(payment, { customers: false });
          const pendingUnits =
            one.invoiceCurrency.invoiceCurrencyId ?? one.invoiceCurrency.currencyId;
          expect(excessCurrency).toBe(excessAmount === null ? null : pendingUnits);
          const over = payment.paidBeforeUnits + payment.amountUnits > one.expectedUnits;
          expect(excessAmount !== null).toBe(over);
        }
      }),
    );
  });
});
