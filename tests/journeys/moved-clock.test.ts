import { rm } from 'node:fs/promises';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { ESCROWS, SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { escrowFunctions } from '#chains/evm/escrow/evm-escrow.ts';
import { systemClock } from '#kit/clock.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { textOf } from '../house/tree.ts';
import { type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { hex } from '../support/route-sample.ts';
import { makeQuickNpx, runPage } from '../support/run-page.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { shellBlocksOf } from '../support/shell-blocks.ts';
import { registerAt, signInAt } from '../support/sign-in-at.ts';
import { CreatedSchedule, signSchedule } from '../support/sign-schedule.ts';

const DAY_SECONDS = 86_400;
const LIFETIME_SECONDS = 30 * DAY_SECONDS;
/** 31 days and 12 hours. */
const AHEAD_AT_LAST = 31.5 * DAY_SECONDS;
/** How far from where it should be a time may seem on a slow machine. */
const SLACK_SECONDS = 300;

let sandbox: BridgedSandbox;
let receiver: Receiver;

beforeAll(async () => {
  sandbox = await openBridgedSandbox({
    LINK_LIFETIME_SECONDS: String(LIFETIME_SECONDS),
    RELAYER_KEY: SANDBOX_SENDER.privateKey,
  });
  receiver = await openReceiver();
  await sandbox.world.registerWebhook(receiver.url);
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

/** How many seconds a time is ahead of the machine's. */
const aheadOf = (seconds: number) => seconds - systemClock().getTime() / 1_000;

/** How far the newest block of each node is ahead. */
function nodesAhead(): Promise<number[]> {
  const nodes = Object.values(sandbox.world.sandbox.networks);
  return Promise.all(
    nodes.map(async ({ rpcUrl }) => {
      const client = createPublicClient({ transport: http(rpcUrl) });
      return aheadOf(Number((await client.getBlock()).timestamp));
    }),
  );
}

/** A call of the account. */
function api(path: string, options: Parameters<typeof sendToHost>[1] = {}) {
  const { apiUrl, sandbox: at } = sandbox.world;
  return sendToHost(`${apiUrl}${path}`, { headers: { 'x-api-key': at.apiKey }, ...options });
}

const closeTo = (seconds: number) => (ahead: number) => Math.abs(ahead - seconds) < SLACK_SECONDS;

describe('a link whose time is over, as the clock of the sandbox was moved', () => {
  it('can no longer be read or paid, but money that comes late still settles it', async () => {
    const { world } = sandbox;
    const link = await world.createLink('2');
    const path = `${link.token}/pay?wallet=${world.sandbox.payer.address}`;
    const prepared = (await world.read(path)).body;
    expect(await sandbox.florin('clock')).toMatchObject({ offsetSeconds: 0 });
    const moved = await sandbox.florin('clock', 'advance', '31d');
    expect(moved).toMatchObject({ offsetSeconds: 31 * DAY_SECONDS });
    expect((await nodesAhead()).filter(closeTo(31 * DAY_SECONDS))).toHaveLength(2);

    const gone = await world.awaitStatus(link.token, 403);
    expect(gone.body).toMatchObject({ statusCode: 403, code: 'secure_payment_expired' });
    expect((await world.read(path)).status).toBe(403);

    await sandbox.sign(prepared, 'base');
    const delivery = await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    expect(delivery.payload).toMatchObject({
      requestId: link.requestIds[0],
      amount: '2',
      late: true,
    });
    const event = Date.parse(String(delivery.payload['timestamp'])) / 1_000;
    expect(aheadOf(event)).toSatisfy(closeTo(31 * DAY_SECONDS));
    // Receivers compare this one with their own clocks, which nobody moved.
    expect(aheadOf(Number(delivery.headers['webhook-timestamp']))).toSatisfy(closeTo(0));
    await world.awaitStatus(link.token, 409);
  });

  it('stays where the clock is when everything starts again, and goes on from there', async () => {
    await sandbox.crash();
    expect(await sandbox.florin('clock')).toMatchObject({ offsetSeconds: 31 * DAY_SECONDS });
    expect((await nodesAhead()).filter(closeTo(31 * DAY_SECONDS))).toHaveLength(2);
    const link = await sandbox.world.createLink('3');
    const path = `${link.token}/pay?wallet=${sandbox.world.sandbox.payer.address}`;
    await sandbox.sign((await sandbox.world.read(path)).body, 'base');
    await sandbox.world.awaitStatus(link.token, 409);
    await sandbox.florin('clock', 'advance', '12h');
    expect((await nodesAhead()).filter(closeTo(AHEAD_AT_LAST))).toHaveLength(2);
  });

  it.each([
    ['advance', '1y'],
    ['advance', '-1d'],
    ['advance', '3651d'],
  ])('is moved by no other length of time: %s %s', async (...words) => {
    await expect(sandbox.florin('clock', ...words)).rejects.toThrow(/ended with 1|error/);
    expect(await sandbox.florin('clock')).toMatchObject({ offsetSeconds: AHEAD_AT_LAST });
  });
});

describe('a request that recurs, as the clock of the sandbox was moved', () => {
  it('is made again for each day, with a webhook for each, until it is stopped', async () => {
    const { world } = sandbox;
    const headers = { 'x-api-key': world.sandbox.apiKey };
    const api = (path: string, options: Parameters<typeof sendToHost>[1]) =>
      sendToHost(`${world.apiUrl}/v2/request${path}`, { headers, ...options });
    const made = () =>
      receiver.distinct.filter(({ payload }) => payload.event === 'request.recurring');
    const { now } = z.object({ now: z.string() }).parse(await sandbox.florin('clock'));
    const { body } = await api('', {
      body: {
        payee: world.sandbox.payee.address,
        amount: '10',
        invoiceCurrency: 'USDC-base',
        paymentCurrency: 'USDC-base',
        recurrence: { startDate: now, frequency: 'DAILY' },
      },
    });
    const { requestId } = z.object({ requestId: z.string() }).parse(body);
    await sandbox.florin('clock', 'advance', '73h');
    await receiver.awaitDelivery(() => made().length === 3);
    const ids = made().map(({ payload }) => payload['requestId']);
    expect(new Set(ids).size).toBe(3);
    for (const { payload } of made()) {
      expect(payload).toMatchObject({ originalRequestId: requestId });
    }
    const stop = { method: 'PATCH', body: { isRecurrenceStopped: true } };
    expect((await api(`/${requestId}`, stop)).status).toBe(200);
    await sandbox.florin('clock', 'advance', '2d');
    expect((await api(`/${requestId}`, {})).body).toMatchObject({
      isRecurrenceStopped: true,
      recurrence: { nextDate: null },
    });
    expect(made()).toHaveLength(3);
  });
});

const Held = z.looseObject({
  requestId: z.string(),
  payerTransactions: z.array(z.object({ to: z.string(), data: z.string(), value: z.string() })),
});
const Status = z.looseObject({
  preApprovalExpiry: z.string(),
  authorizationExpiry: z.string(),
  refundExpiry: z.string(),
  paymentReference: z.string(),
});

const { payer, payee } = TEST_ACCOUNTS;

const held = (path: string, body?: object) =>
  api(`/v2/commerce-payments/${path}`, { ...(body && { body }) });

async function createHeld() {
  const { body } = await held('authorize/calldata', {
    merchantId: 'shop',
    merchantAddress: payee.address,
    buyerAddress: payer.address,
    amount: '1000000',
    paymentCurrency: 'USDC-base',
  });
  return Held.parse(body);
}

const base = () => ({
  chainId: NETWORKS.base.chainId,
  rpcUrl: sandbox.world.sandbox.networks['base']?.rpcUrl ?? '',
});

const becomes = (requestId: string, wanted: object) =>
  expect
    .poll(async () => (await held(`${requestId}/status`)).body, { interval: 200 })
    .toMatchObject(wanted);

/** What the buyer sends to the escrow itself, of which it agreed to every word. */
async function reclaimCall(requestId: string) {
  const shown = Status.parse((await held(`${requestId}/status`)).body);
  const currency = currencyById('USDC-base');
  if (currency === undefined || SANDBOX_COLLECTORS === undefined) throw new Error('Base has both');
  const escrow = evmAddress(ESCROWS.base.escrow);
  const at = (seconds: string) => new Date(Number(seconds) * 1_000);
  return escrowFunctions(NETWORKS.base, { escrow, collectors: SANDBOX_COLLECTORS }).reclaimCall({
    operatorAddress: SANDBOX_SENDER.address,
    payerAddress: payer.address,
    receiverAddress: payee.address,
    currency,
    maxUnits: 1_000_000n,
    preApprovalExpiresAt: at(shown.preApprovalExpiry),
    authorizationExpiresAt: at(shown.authorizationExpiry),
    refundExpiresAt: at(shown.refundExpiry),
    feeBps: 0,
    feeAddress: undefined,
    paymentReference: hex(shown.paymentReference),
  });
}

describe('a payment that an escrow holds, as the clock of the sandbox was moved', () => {
  it('expires where nobody authorised it, can be captured until its time is over, and is reclaimed and refunded after it', async () => {
    const never = await createHeld();
    const { requestId, payerTransactions } = await createHeld();
    for (const one of payerTransactions) await sendCall(base(), payer, asCall(one));
    expect((await held(`${requestId}/authorize`, {})).status).toBe(200);
    await becomes(requestId, { status: 'AUTHORIZED', canCapture: true, canRefund: false });
    expect((await held(`${requestId}/capture`, { captureAmount: '400000' })).status).toBe(200);
    await becomes(requestId, { status: 'PAID', capturedAmount: '400000', canCapture: true });

    await sandbox.florin('clock', 'advance', '25h');
    await becomes(never.requestId, { status: 'EXPIRED', events: [{ type: 'EXPIRED' }] });
    expect((await held(`${never.requestId}/authorize`, {})).status).toBe(400);
    const all = { canCapture: true, canVoid: true, canRefund: true };
    await becomes(requestId, { status: 'PAID', ...all });

    await sandbox.florin('clock', 'advance', '7d');
    await becomes(requestId, { status: 'PAID', ...all, canCapture: false });
    const late = await held(`${requestId}/capture`, { captureAmount: '1' });
    expect(late).toMatchObject({ status: 400, body: { code: 'commerce_payment_state' } });
    await sendCall(base(), payer, await reclaimCall(requestId));
    const reclaimed = { reclaimedAmount: '600000', capturedAmount: '400000' };
    await becomes(requestId, { status: 'PAID', ...reclaimed, canVoid: false, canRefund: true });

    await sandbox.florin('clock', 'advance', '90d');
    await becomes(requestId, { status: 'PAID', ...reclaimed, canVoid: false, canRefund: false });
  });
});

const Shown = z.looseObject({
  requests: z.array(z.object({ paymentReference: z.string(), requestId: z.string() })),
  payments: z.array(z.unknown()),
});
const Listed = z.looseObject({ payments: z.array(z.looseObject({})) });
const Confirmed = z.looseObject({ recurringPayment: z.object({ id: z.string() }) });

describe('a monthly payout, as the clock of the sandbox is moved through a year', () => {
  const MONTHS = 12;
  const AMOUNT_UNITS = 3_000_000n;

  it('is paid twelve times with a webhook for each, while a monthly request recurs beside it', async () => {
    const start = z.object({ now: z.string() }).parse(await sandbox.florin('clock')).now;
    const usual = {
      payee: payee.address,
      amount: '3',
      invoiceCurrency: 'USDC-base',
      paymentCurrency: 'USDC-base',
    };
    const recurrence = { startDate: start, frequency: 'MONTHLY' };
    const before = await sandbox.balance('base', payee.address);
    const original = await api('/v2/request', { body: { ...usual, recurrence } });
    const { requestId } = z.object({ requestId: z.string() }).parse(original.body);
    const said = await api('/v2/payouts', {
      body: {
        ...usual,
        recurrence: { ...recurrence, totalPayments: MONTHS, payer: payer.address },
      },
    });
    expect([said.status, said.body]).toEqual([201, expect.anything()]);
    const created = CreatedSchedule.parse(said.body);
    for (const approval of created.transactions) await sandbox.send('base', payer, approval);
    const path = `/v2/payouts/recurring/${created.id}`;
    const permitSignature = await signSchedule(created, payer);
    expect((await api(path, { body: { permitSignature } })).status).toBe(201);

    const paid = () =>
      receiver.distinct
        .map(({ payload }) => payload)
        .filter(({ event }) => event === 'payment.confirmed')
        .filter((payload) => Confirmed.safeParse(payload).data?.recurringPayment.id === created.id);
    for (let month = 1; month <= MONTHS; month += 1) {
      if (month > 1) await sandbox.florin('clock', 'advance', '30d');
      await receiver.awaitDelivery(() => paid().length >= month);
      // Nothing else was due.
      expect(paid()).toHaveLength(month);
    }

    await expect
      .poll(async () => (await api(path)).body, { interval: 100 })
      .toMatchObject({ status: 'completed' });
    const shown = Shown.parse((await api(path)).body);
    expect(shown).toMatchObject({ processedPayments: MONTHS, nextPaymentDate: null });
    expect(shown.payments).toHaveLength(MONTHS);
    const references = shown.requests.map(({ paymentReference }) => paymentReference);
    expect(new Set(references).size).toBe(MONTHS);
    expect(paid().map((payload) => payload['paymentReference'])).toEqual(references);
    for (const [i, payload] of paid().entries()) {
      expect(payload).toMatchObject({ amount: '3' });
      const at = Date.parse(String(payload['timestamp'])) - Date.parse(start);
      expect(at / 1_000 - i * 30 * DAY_SECONDS).toSatisfy(closeTo(0));
    }
    expect((await sandbox.balance('base', payee.address)) - before).toBe(
      BigInt(MONTHS) * AMOUNT_UNITS,
    );
    const listed = await api('/v2/payments?type=recurring&limit=100');
    const { payments } = Listed.parse(listed.body);
    expect(payments.filter((one) => one['recurringPaymentId'] === created.id)).toHaveLength(MONTHS);

    // Ten months of the calendar are over, and the eleventh is not.
    const made = () =>
      receiver.distinct.filter(({ payload }) => payload['originalRequestId'] === requestId);
    await receiver.awaitDelivery(() => made().length >= 10);
    expect(new Set(made().map(({ payload }) => payload['requestId'])).size).toBe(10);
    expect(made()).toHaveLength(10);
  }, 300_000);
});

describe('what failed or was open, as the clock of the sandbox was moved', () => {
  it('is tried again: a webhook and a payment, which pauses after three failures and catches up in order; sessions end', async () => {
    const { authUrl } = sandbox.world;
    const person = await registerAt(authUrl);
    const wallet = (await signInAt(authUrl)).headers;
    const session = async (headers: object) =>
      (await fetch(`${authUrl}/v1/auth/session`, { headers: { ...headers } })).status;
    const { now: startDate } = z.object({ now: z.string() }).parse(await sandbox.florin('clock'));
    const body = {
      payee: payee.address,
      amount: '2',
      invoiceCurrency: 'USDC-base',
      paymentCurrency: 'USDC-base',
      recurrence: { startDate, frequency: 'MONTHLY', totalPayments: 3, payer: payer.address },
    };
    const created = CreatedSchedule.parse((await api('/v2/payouts', { body })).body);
    const path = `/v2/payouts/recurring/${created.id}`;
    // Nothing is allowed, so that nothing can be taken. The first word of it reaches nobody.
    receiver.answerNext('payment.failed', 500);
    const permitSignature = await signSchedule(created, payer);
    expect((await api(path, { body: { permitSignature } })).status).toBe(201);
    const shows = (wanted: object) =>
      expect.poll(async () => (await api(path)).body, { interval: 100 }).toMatchObject(wanted);
    const eventsOf = (event: string, deliveries = receiver.distinct) =>
      deliveries.filter(({ payload }) => {
        const { data } = Confirmed.safeParse(payload);
        return payload.event === event && data?.recurringPayment.id === created.id;
      });
    await shows({ status: 'active', failureCount: 1 });
    await receiver.awaitDelivery(() => eventsOf('payment.failed').length > 0);
    expect([await session(person), await session(wallet)]).toEqual([200, 200]);

    await sandbox.florin('clock', 'advance', '1h');
    await shows({ status: 'active', failureCount: 2 });
    await expect.poll(() => session(wallet)).toBe(401);
    expect(await session(person)).toBe(200);
    await sandbox.florin('clock', 'advance', '6h');
    await shows({ status: 'paused', failureCount: 3, failureReason: expect.any(String) });
    // Three failures, and the first of them again.
    await receiver.awaitDelivery(() => {
      const sent = eventsOf('payment.failed', receiver.deliveries);
      const again = sent.slice(1).some(({ body }) => body === sent[0]?.body);
      return again && eventsOf('payment.failed').length >= 3;
    });
    expect(eventsOf('payment.failed')).toHaveLength(3);

    await sandbox.florin('clock', 'advance', '60d');
    await expect.poll(() => session(person)).toBe(401);
    await shows({ status: 'paused', processedPayments: 0 });
    for (const approval of created.transactions) await sandbox.send('base', payer, approval);
    const unpause = { method: 'PATCH', body: { action: 'unpause' } } as const;
    expect((await api(path, unpause)).status).toBe(200);
    await shows({ status: 'completed', processedPayments: 3, failureCount: 0 });
    await receiver.awaitDelivery(() => eventsOf('payment.confirmed').length >= 3);
    const { requests } = Shown.parse((await api(path)).body);
    expect(eventsOf('payment.confirmed').map(({ payload }) => payload['paymentReference'])).toEqual(
      requests.map(({ paymentReference }) => paymentReference),
    );
  }, 300_000);
});

it('docs/integrate/test-by-clock.md runs as pasted into a fresh shell, and prints what it shows', async () => {
  const { settings, home } = sandbox.world;
  const quickNpx = await makeQuickNpx();
  try {
    const { PATH = '' } = process.env;
    const env = { ...settings, FLORIN_HOME: home, PATH: `${quickNpx}:${PATH}` };
    const ended = await runPage(shellBlocksOf(textOf('docs/integrate/test-by-clock.md')), env);
    expect(ended, ended.errors).toMatchObject({ code: 0, missing: [] });
  } finally {
    await rm(quickNpx, { recursive: true });
  }
}, 300_000);
