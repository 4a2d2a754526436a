import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { conversionCall, nativeCall } from '../../web/pay/sample-forms.ts';
import { sharedBrowser } from './support/chromium.ts';
import { countCalls, startScene } from './support/scene.ts';
import { approvalCall, calldataBody, completedBody, paymentCall } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const THIEF = `0x${'66'.repeat(20)}` as const;
const COLLECTOR = `0x${'77'.repeat(20)}` as const;
const FEE = 125_000n;
const REFERENCE = '0x8899aabbccddeeff';

const outstandingFees = [
  {
    requestId: `01${'cd'.repeat(32)}`,
    paymentReference: REFERENCE,
    feeType: 'protocol_fee',
    feeLabel: 'Protocol fee',
    feeBearer: 'payer',
    amount: '0.125',
    currency: 'USDC-sepolia',
    recipient: COLLECTOR,
  },
];

/** A fee of ten euros, which takes 11.11 USDC at most. */
const inEuros = (changes: object = {}) =>
  outstandingFees.map((fee) => ({
    ...fee,
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
      ...changes,
    },
  }));

const call = (changes: Parameters<typeof paymentCall>[0] = {}) =>
  paymentCall({ payee: COLLECTOR, amount: FEE, reference: REFERENCE, ...changes });

async function open(transactions: readonly unknown[], fees: readonly unknown[] = outstandingFees) {
  const scene = await startScene({ browser });
  const body = { ...completedBody(`0x${'5e'.repeat(32)}`), outstandingFees: fees };
  scene.api.view = { status: 409, body };
  scene.api.calldata = { status: 200, body: { ...calldataBody(transactions), outstandingFees } };
  await scene.page.goto(scene.host.linkUrl);
  await scene.heading('This payment is complete');
  return scene;
}

const PAY = 'Pay these fees with Rabbit Wallet';

describe('the fees that a completed link was paid without', () => {
  it('are listed with whole addresses, and offered where the calldata pays exactly them', async () => {
    await using scene = await open([call()]);
    const { page } = scene;
    await page.getByText('These fees are still unpaid').waitFor();
    expect(await page.textContent('.unpaid')).toContain('0.125 USDC');
    expect((await page.textContent('.unpaid'))?.toLowerCase()).toContain(COLLECTOR);
    await scene.press(PAY);
    await page.getByText(REFERENCE).waitFor();
    await page.getByRole('button', { name: 'Pay the fees of 0.125 USDC' }).waitFor();
    await scene.expectSound('unpaid-fees-review');
    scene.expectQuiet();
  });

  it.each<[string, readonly unknown[]]>([
    // What else may be wrong is found by the same check: `web/pay/unpaid/check-unpaid.test.ts`.
    ['another receiver', [call({ payee: THIEF })]],
    ['an extra approval', [approvalCall({ spender: THIEF, units: FEE }), call()]],
  ])('are not offered with any button: %s', async (_, transactions) => {
    await using scene = await open(transactions);
    await scene.press(PAY);
    await scene.page.getByRole('heading', { name: 'Do not pay this' }).waitFor();
    expect(await scene.page.locator('.unpaid button').count()).toBe(0);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
    scene.expectQuiet();
  });

  it('are paid in coins by one signature that sends exactly those along', async () => {
    const coins = 25n * 10n ** 16n;
    const fees = outstandingFees.map((fee) => ({
      ...fee,
      amount: '0.25',
      currency: 'ETH-sepolia-sepolia',
      paymentCurrency: 'ETH-sepolia-sepolia',
    }));
    const coinCall = nativeCall({ payee: COLLECTOR, reference: REFERENCE, value: coins });
    await using scene = await open([coinCall], fees);
    await scene.press(PAY);
    await scene.page.getByRole('button', { name: 'Pay the fees of 0.25 ETH' }).waitFor();
    await scene.expectSound('unpaid-fees-coins');
    await scene.press('Pay the fees of 0.25 ETH');
    await scene.page.getByText('The fees are on their way').waitFor();
    const sent = scene.wallet.calls.filter(({ method }) => method === 'eth_sendTransaction');
    expect(sent).toMatchObject([{ params: [{ to: coinCall.to, value: coinCall.value }] }]);
    scene.expectQuiet();
  });

  it('of an invoice in euros are offered up to the limit that was reported, and one unit above it are not', async () => {
    const converted = (maxToSpend: bigint) =>
      conversionCall({ payee: COLLECTOR, reference: REFERENCE, maxToSpend });
    await using scene = await open([converted(11_110_000n)], inEuros());
    expect(await scene.page.textContent('.unpaid')).toContain('10 EUR (at most 11.11 USDC)');
    await scene.press(PAY);
    await scene.page.getByText('of 10.00 EUR (at most 11.11 USDC) to').waitFor();
    await scene.page.getByRole('button', { name: 'Pay the fees of at most 11.11 USDC' }).waitFor();
    await scene.expectSound('unpaid-fees-converted-review');
    scene.api.calldata = { status: 200, body: calldataBody([converted(11_110_001n)]) };
    await scene.press('Pay the fees of at most 11.11 USDC');
    await scene.page.getByRole('heading', { name: 'Do not pay this' }).waitFor();
    expect(await scene.page.locator('.unpaid button').count()).toBe(0);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
    scene.expectQuiet();
  });

  it.each([
    [
      'no rate',
      inEuros().map(({ conversion: _, ...fee }) => fee),
      'no exchange rate could be read',
    ],
    ['an old rate', inEuros({ isStale: true }), 'the exchange rate is too old'],
  ])('of an invoice in euros have no button with %s, and say so', async (name, fees, why) => {
    await using scene = await open([], fees);
    await scene.page.getByText(why).waitFor();
    expect(await scene.page.locator('.unpaid button').count()).toBe(0);
    await scene.expectSound(`unpaid-fees-${name.replaceAll(' ', '-')}`);
    scene.expectQuiet();
  });

  it('of a bundle’s parts lead to the links on which they are paid', async () => {
    const securePaymentToken = '01K0000000000000000000PART';
    const fees = outstandingFees.map((fee) => ({ ...fee, securePaymentToken }));
    await using scene = await open([call()], fees);
    await scene.page.getByText('Each is paid on the link of its own payment').waitFor();
    expect(await scene.page.locator('.unpaid button').count()).toBe(0);
    const link = scene.page.getByRole('link', { name: 'Open the link of this payment' });
    expect(await link.getAttribute('href')).toBe(`?token=${securePaymentToken}`);
    await scene.expectSound('unpaid-fees-of-parts');
    scene.expectQuiet();
  });

  it('are only listed where this page cannot read one of them', async () => {
    const fees = outstandingFees.map((fee) => ({ ...fee, currency: 'EUR' }));
    await using scene = await open([call()], fees);
    await scene.page.getByText('They cannot be paid on this page').waitFor();
    expect(await scene.page.locator('.unpaid button').count()).toBe(0);
  });

  it('are not mentioned where none is left', async () => {
    await using scene = await open([call()], []);
    await scene.page.getByRole('link', { name: 'Receipt to keep' }).waitFor();
    expect(await scene.page.locator('.unpaid').count()).toBe(0);
  });
});
