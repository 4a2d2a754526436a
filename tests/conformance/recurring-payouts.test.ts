import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RECURRING_PROXIES } from '#catalog/recurring-proxies.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { hex } from '../support/route-sample.ts';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const { unrelated, payee } = TEST_ACCOUNTS;
const payer = privateKeyToAccount(unrelated.privateKey);
const USDC = 'USDC-sepolia';
const COIN = 'ETH-sepolia-sepolia';
const DAY_SECONDS = 86_400;
/** Nothing is due while the test runs: of what is paid others tell. */
const START = '2036-05-01T00:00:00.000Z';
const START_SECONDS = Date.parse(START) / 1_000;

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld({ RELAYER_KEY: SANDBOX_SENDER.privateKey });
});

const send = (path: string, body?: unknown, method?: string) =>
  sendToHost(`${world.apiUrl}/v2/payouts${path}`, {
    headers: { 'x-api-key': world.sandbox.apiKey },
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
  });
const change = (id: string, action: string) => send(`/recurring/${id}`, { action }, 'PATCH');

/** A payout of ten dollars on three days, with another recurrence or other terms. */
const payout = (recurrence: object = {}, more: object = {}) => ({
  payee: payee.address,
  amount: '10',
  invoiceCurrency: USDC,
  paymentCurrency: USDC,
  ...more,
  recurrence: {
    startDate: START,
    frequency: 'DAILY',
    totalPayments: 3,
    payer: payer.address,
    ...recurrence,
  },
});

const Created = z.looseObject({
  id: z.string(),
  recurringPaymentPermit: z.strictObject({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    values: z.record(z.string(), z.unknown()),
  }),
});

/** The members of the deployed contract's struct, in its order. */
const MEMBERS = [
  ...['subscriber', 'token', 'recipient', 'feeAddress', 'amount', 'feeAmount', 'relayerFee'],
  ...['periodSeconds', 'firstPayment', 'totalPayments', 'nonce', 'deadline', 'strictOrder'],
];

/** Signs `domain`, `types` and `values` as they came, as clients do. */
async function signed({ recurringPaymentPermit }: z.output<typeof Created>): Promise<string> {
  const { domain, types, values } = recurringPaymentPermit;
  const verifyingContract = hex(String(domain['verifyingContract']));
  return await payer.signTypedData({
    domain: { ...domain, verifyingContract },
    types,
    primaryType: 'SchedulePermit',
    message: values,
  });
}

describe('wire facts 5.3, payouts that recur', () => {
  it('are created, begun by the payer’s signature, shown and cancelled in the documented shapes', async () => {
    const said = await send('', payout());
    expect([said.status, said.body]).toEqual([201, expect.anything()]);
    const created = Created.parse(said.body);
    const { id, recurringPaymentPermit: permit } = created;
    expect(created).toMatchObject({
      requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
      transactions: [{ data: expect.stringMatching(/^0x095ea7b3/), value: '0x0' }],
      metadata: {
        stepsRequired: 2,
        totalNeededAllowance: '30000000',
        currentAllowance: '0',
        additionalAllowanceNeeded: '30000000',
        existingPaymentsAmount: '0',
      },
    });
    expect(permit).toMatchObject({
      domain: {
        name: 'ERC20RecurringPaymentProxy',
        version: '1',
        chainId: 11_155_111,
        verifyingContract: RECURRING_PROXIES.sepolia,
      },
      values: {
        subscriber: payer.address,
        recipient: payee.address,
        periodSeconds: DAY_SECONDS,
        firstPayment: START_SECONDS,
        totalPayments: 3,
      },
    });
    expect(Object.keys(permit.types)).toEqual(['SchedulePermit']);
    expect(permit.types['SchedulePermit']?.map(({ name }) => name)).toEqual(MEMBERS);
    const lastDue = START_SECONDS + 2 * DAY_SECONDS;
    expect(Number(permit.values['deadline'])).toBeGreaterThan(lastDue);

    const shown = {
      status: 'pending',
      processedPayments: 0,
      totalPayments: 3,
      lastPaymentDate: null,
      nextPaymentDate: START,
      requests: [{ requestId: created['requestId'], paymentReference: expect.any(String) }],
      payments: [],
    };
    expect(await send(`/recurring/${id}`)).toMatchObject({ status: 200, body: shown });
    const permitSignature = await signed(created);
    const foreign = `0x${'1b'.repeat(65)}`;
    const begin = (permitSignature: string) => send(`/recurring/${id}`, { permitSignature });
    expect(await begin(foreign)).toMatchObject({ status: 400 });
    expect(await begin(permitSignature)).toMatchObject({
      status: 201,
      body: { message: 'Recurring payment activated successfully', id, status: 'active' },
    });
    expect(await begin(permitSignature)).toMatchObject({ status: 400 });
    expect((await send(`/recurring/${id}`)).body).toMatchObject({ ...shown, status: 'active' });

    expect(await change(id, 'unpause')).toMatchObject({ status: 400 });
    const cancelled = await change(id, 'cancel');
    expect(cancelled).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'cancelled',
        metadata: {
          remainingPayments: 3,
          remainingAmount: '30000000',
          processedPayments: 0,
          totalPayments: 3,
        },
      },
    });
    expect(namesOf(cancelled.body)).toEqual(['id', 'metadata', 'status', 'transactions']);
    expect((await change(id, 'unpause')).status).toBe(400);
    const { body } = await send(`/recurring/${id}`);
    expect(body).toMatchObject({ status: 'cancelled', nextPaymentDate: null });
  });

  it.each([
    ['more than the contract counts', payout({ totalPayments: 256 })],
    ['one payment', payout({ totalPayments: 1 })],
    ['half a payment', payout({ totalPayments: 2.5 })],
    ['an unknown frequency', payout({ frequency: 'HOURLY' })],
    ['a start in the past', payout({ startDate: '2020-01-01' })],
    ['a start on no day', payout({ startDate: '2036-02-30' })],
    ['a first payment after 2106', payout({ startDate: '2107-01-01' })],
    ['a payer that is the payee', payout({ payer: payee.address })],
    ['a payer that is no address', payout({ payer: '0x12' })],
    ['no payer', payout({ payer: undefined })],
    ['another wallet beside the payer', payout({}, { payerWallet: payee.address })],
    ['a coin', payout({}, { invoiceCurrency: COIN, paymentCurrency: COIN })],
    ['an invoice in another currency', payout({}, { invoiceCurrency: 'USD' })],
  ])('refuse %s', async (_, body) => {
    expect((await send('', body)).status).toBe(400);
  });

  it('are a 404 where there is none, and a 400 for an unknown action or what is no signature', async () => {
    const id = '01K8Z3N5T7V9X1B3D5F7H9J1M4';
    const permitSignature = `0x${'1b'.repeat(65)}`;
    expect((await send(`/recurring/${id}`)).status).toBe(404);
    expect((await send(`/recurring/${id}`, { permitSignature })).status).toBe(404);
    expect((await change(id, 'cancel')).status).toBe(404);
    expect((await change(id, 'pause')).status).toBe(400);
    expect((await send(`/recurring/${id}`, { permitSignature: '0x12' })).status).toBe(400);
  });
});
