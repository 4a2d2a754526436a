import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#kit/clock.ts';
import { type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';

const DAY_SECONDS = 86_400;
const LIFETIME_SECONDS = 30 * DAY_SECONDS;
/** 31 days and 12 hours. */
const AHEAD_AT_LAST = 31.5 * DAY_SECONDS;
/** How far from where it should be a time may seem on a slow machine. */
const SLACK_SECONDS = 300;

let sandbox: BridgedSandbox;
let receiver: Receiver;

beforeAll(async () => {
  sandbox = await openBridgedSandbox({ LINK_LIFETIME_SECONDS: String(LIFETIME_SECONDS) });
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
      receiver.deliveries.filter(({ payload }) => payload.event === 'request.recurring');
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
