import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { US_DETAILS } from '../support/payment-details-host.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';

const WAIT_MS = 90_000;
const USDC = 'USDC-base';
const PERSON = {
  email: 'ada@shop.example',
  firstName: 'Ada',
  lastName: 'Example',
  beneficiaryType: 'individual',
  dateOfBirth: '1990-12-31',
  addressLine1: '1 Main Street',
  city: 'New York',
  state: 'NY',
  postcode: '10001',
  country: 'US',
  nationality: 'US',
  phone: '+12025550100',
  ssn: '000-00-0000',
};

let sandbox: BridgedSandbox;
let receiver: Receiver;

beforeAll(async () => {
  sandbox = await openBridgedSandbox({ SANDBOX_NETWORKS: 'base' });
  receiver = await openReceiver();
  await sandbox.world.registerWebhook(receiver.url);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

/** A call of the account. */
function api(path: string, options: Parameters<typeof sendToHost>[1] = {}) {
  const { apiUrl, sandbox: at } = sandbox.world;
  return sendToHost(`${apiUrl}${path}`, { headers: { 'x-api-key': at.apiKey }, ...options });
}

const NewPayer = z.looseObject({ kycUrl: z.string() });
const NewDetail = z.looseObject({ payment_detail: z.looseObject({ id: z.string() }) });
const NewRequest = z.looseObject({ requestId: z.string() });
const ToBank = z.looseObject({
  payout: z.looseObject({ offrampId: z.string(), provider: z.literal('Bridge') }),
  transactions: z.array(
    z.object({ to: z.string(), data: z.string(), value: z.object({ hex: z.string() }) }),
  ),
});

/** Names a payer, who is approved on the page of the sandbox's identity provider and agrees. */
async function addPayer(clientUserId: string): Promise<void> {
  const named = await api('/v2/payer', { body: { ...PERSON, clientUserId } });
  const { kycUrl } = NewPayer.parse(named.body);
  const decided = await fetch(kycUrl, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
  });
  expect(decided.status).toBe(200);
  await api(`/v2/payer/${clientUserId}`, { method: 'PATCH', body: { agreementCompleted: true } });
  await receiver.awaitDelivery(
    ({ payload }) =>
      payload.event === 'compliance.updated' &&
      payload['clientUserId'] === clientUserId &&
      payload['kycStatus'] === 'approved',
  );
}

/** Adds a bank account, which the bank of the sandbox takes; the bank's name says what becomes of payouts to it. */
async function addBankAccount(clientUserId: string, bankName: string): Promise<string> {
  const body = { ...US_DETAILS, bankName };
  const added = await api(`/v2/payer/${clientUserId}/payment-details`, { body });
  const { id } = NewDetail.parse(added.body).payment_detail;
  await receiver.awaitDelivery(
    ({ payload }) =>
      payload.event === 'payment_detail.updated' &&
      payload['paymentDetailsId'] === id &&
      payload['status'] === 'approved',
  );
  return id;
}

/** Creates a request over 12.5 USDC for a bank account and pays it from the test wallet; returns its id. */
async function payToBank(clientUserId: string, paymentDetailsId: string): Promise<string> {
  const bank = { isCryptoToFiatAvailable: true, clientUserId, paymentDetailsId };
  const terms = { amount: '12.5', invoiceCurrency: 'USD', paymentCurrency: USDC };
  const created = await api('/v2/request', { body: { ...terms, ...bank } });
  expect(created).toMatchObject({ status: 201 });
  const { requestId } = NewRequest.parse(created.body);
  const wallet = sandbox.sandbox.payer.address;
  const query = `wallet=${wallet}&clientUserId=${clientUserId}&paymentDetailsId=${paymentDetailsId}`;
  const prepared = await api(`/v2/request/${requestId}/pay?${query}`);
  expect(prepared).toMatchObject({ status: 200 });
  for (const { to, data, value } of ToBank.parse(prepared.body).transactions) {
    await sandbox.send('base', sandbox.sandbox.payer, { to, data, value: value.hex });
  }
  return requestId;
}

/** The events of a request, with their sub-status, oldest first. */
const eventsOf = (requestId: string) =>
  receiver.deliveries
    .filter(({ payload }) => payload.requestId === requestId)
    .map(({ payload }) => [payload.event, payload['subStatus']].filter(Boolean).join(' '));

/** Waits until the last news of both requests are these. */
async function awaitNews(wanted: Readonly<Record<string, string>>): Promise<void> {
  const last = () => Object.fromEntries(Object.keys(wanted).map((id) => [id, eventsOf(id).at(-1)]));
  for (const end = elapsedMs() + WAIT_MS; elapsedMs() < end; await wait(100)) {
    if (JSON.stringify(last()) === JSON.stringify(wanted)) return;
  }
  expect(Object.keys(wanted).map(eventsOf)).toEqual(Object.values(wanted));
}

it('a payer is approved, and pays to a bank that takes the money and to one that sends it back', async () => {
  await addPayer('user-1');
  const taken = await payToBank('user-1', await addBankAccount('user-1', 'First Bank'));
  const bounced = await payToBank('user-1', await addBankAccount('user-1', 'Bounced Bank'));
  await awaitNews({
    [taken]: 'payment.processing pending_internal_assessment',
    [bounced]: 'payment.processing pending_internal_assessment',
  });
  const wallet = sandbox.sandbox.payer.address;
  const before = await sandbox.balance('base', wallet);
  await sandbox.florin('clock', 'advance', '61m');
  await awaitNews({ [taken]: 'payment.confirmed', [bounced]: 'payment.processing bounced' });
  await sandbox.florin('clock', 'advance', '61m');
  await awaitNews({ [taken]: 'payment.confirmed', [bounced]: 'payment.refunded' });

  const way = ['initiated', 'pending_internal_assessment', 'ongoing_checks', 'sending_fiat'];
  const processing = way.map((one) => `payment.processing ${one}`);
  expect(eventsOf(taken)).toEqual([
    ...processing,
    'payment.processing fiat_sent',
    'payment.confirmed',
  ]);
  expect(eventsOf(bounced)).toEqual([
    ...processing,
    'payment.processing bounced',
    'payment.refunded',
  ]);
  expect((await api(`/v2/request/${taken}`)).body).toMatchObject({
    hasBeenPaid: true,
    isCryptoToFiatAvailable: true,
  });
  expect((await api(`/v2/request/${bounced}`)).body).toMatchObject({
    hasBeenPaid: false,
    status: 'cancelled',
  });
  expect((await sandbox.balance('base', wallet)) - before).toBe(12_500_000n);
});
