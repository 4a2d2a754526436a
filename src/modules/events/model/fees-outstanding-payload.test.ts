import { expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { feesOutstandingPayload } from './fees-outstanding-payload.ts';

it('has the missing amount in the currency of the invoice, and the payment currency', () => {
  const currency = currencyById('USDC-sepolia');
  if (currency === undefined) throw new Error('USDC is in the catalog');
  const fee = {
    requestId: `01${'0'.repeat(64)}`,
    paymentReference: '0x8899aabbccddeeff',
    feeType: 'protocol_fee',
    label: 'Protocol fee',
    bearer: 'payer',
    units: 12_500_000n,
    receiverAddress: '0x6666666666666666666666666666666666666666',
  } as const;
  const payload = feesOutstandingPayload({
    requestId: `01${'1'.repeat(64)}`,
    paymentReference: '0x0011223344556677',
    network: 'sepolia',
    currency,
    invoiceCurrency: { symbol: 'EUR', decimals: 8 },
    at: new Date(0),
    fees: [fee],
    skipped: undefined,
    link: { token: null, reference: null, clientId: null, orchestratorId: null },
  });
  expect(payload).toMatchObject({
    paymentCurrency: 'USDC',
    outstandingFees: [{ amount: '0.125', currency: 'EUR' }],
  });
});
