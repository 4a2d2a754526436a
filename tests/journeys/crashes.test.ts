import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { payWith } from '../support/pay-with.ts';
import { openReceiver } from '../support/receiver.ts';
import { spawnWatcher } from '../support/spawn-watcher.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

/** How long a thousand payouts may take before a test gives up. */
const IMPORTED_MS = 120_000;
/** The webhook of the running test. */
let webhookId: string | undefined;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
// Its receiver is gone with the test, and a later one may get the same port.
afterEach(async () => {
  if (webhookId === undefined) return;
  const { authUrl, sandbox } = world;
  const headers = { 'x-client-id': sandbox.clientId, origin: sandbox.origin };
  const { status } = await fetch(`${authUrl}/v1/webhook/${webhookId}`, {
    method: 'DELETE',
    headers,
  });
  expect(status).toBe(200);
  webhookId = undefined;
});

async function registerWebhook(url: string): Promise<void> {
  webhookId = (await world.registerWebhook(url)).id;
}

/** Queries the database of the world directly, past the process that may be dead. */
async function count(statement: string, values: readonly unknown[] = []): Promise<number> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const { rows } = await client
    .query<{ n: string }>(statement, [...values])
    .finally(() => client.end());
  return Number(rows[0]?.n);
}

type Link = Awaited<ReturnType<World['createLink']>>;
const requestsOf = (links: readonly Link[]) => [links.flatMap(({ requestIds }) => requestIds)];
const ofRequests = 'request_id in (select id from request where request_id = any($1))';
const payments = (...links: Link[]) =>
  count(`select count(*) as n from payment where ${ofRequests}`, requestsOf(links));
const transfers = (...links: Link[]) =>
  count(`select count(*) as n from chain_transfer where ${ofRequests}`, requestsOf(links));
const confirmations = (...links: Link[]) =>
  count(
    `select count(*) as n from event where type = 'payment.confirmed' and payload ->> 'requestId' = any($1)`,
    requestsOf(links),
  );

describe('a process that is killed', () => {
  it('between broadcast and settlement settles the payment once after its restart', async () => {
    await using receiver = await openReceiver();
    await registerWebhook(receiver.url);
    const link = await world.createLink('5');
    const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
    await world.kill();
    await payWith(world.sandbox, body);

    await world.start();
    await world.awaitStatus(link.token, 409);
    const delivery = await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    expect(delivery.payload.requestId).toBe(link.requestIds[0]);
    expect(await payments(link)).toBe(1);
    expect(await confirmations(link)).toBe(1);
  });

  it('between settlement and webhook delivers after its restart, under the same delivery id', async () => {
    const first = await openReceiver();
    await registerWebhook(first.url);
    // The next attempts too: the process may live that long on a busy machine.
    first.answerNext('payment.confirmed', 503, 503, 503);
    const link = await world.createLink('6');
    await world.pay(link.token);
    const refused = await first.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    await world.kill();
    await first[Symbol.asyncDispose]();

    await using second = await openReceiver(Number(new URL(first.url).port));
    await world.start();
    const delivery = await second.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    expect(delivery.headers['x-service-delivery']).toBe(refused.headers['x-service-delivery']);
    expect(delivery.body).toBe(refused.body);
    expect(await confirmations(link)).toBe(1);
  });

  it('five times, each while a payment is on its way, loses none and doubles none', async () => {
    await using receiver = await openReceiver();
    await registerWebhook(receiver.url);
    const paid: Link[] = [];
    for (let round = 0; round < 5; round += 1) {
      const link = await world.createLink(`${round + 1}`);
      const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
      await Promise.all([payWith(world.sandbox, body), world.kill()]);
      paid.push(link);
      await world.start();
    }
    for (const { token } of paid) await world.awaitStatus(token, 409);
    expect(await payments(...paid)).toBe(paid.length);
    expect(await confirmations(...paid)).toBe(paid.length);
    // Each of five starts may take a minute on a busy machine.
  }, 600_000);
});

/** A thousand rows as a file says them; every 25th cannot be paid. */
const ROWS = Array.from({ length: 1_000 }, (_, i) => ({
  line: i + 2,
  recipient: `0x${(i + 1).toString(16).padStart(40, '0')}`,
  network: 'sepolia',
  currency: 'USDC-sepolia',
  amount: i % 25 === 0 ? '0' : `${i}.5`,
  reference: `IMPORT-${i}`,
}));

const Checked = z.object({
  validCount: z.number(),
  rows: z.array(z.object({ line: z.number(), isValid: z.boolean() })),
});
const Import = z.object({
  id: z.string(),
  status: z.string(),
  rows: z.object({ created: z.number(), waiting: z.number() }),
  bundles: z.array(z.object({ count: z.number() })),
});

/** Asks about imports with the key of the sandbox. */
async function imports(path: string, body?: unknown): Promise<unknown> {
  const { apiUrl, sandbox } = world;
  const answer = await fetch(`${apiUrl}/v2/payout-imports${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return await answer.json();
}

describe('a file of a thousand payouts with forty bad ones', () => {
  it('is created once and whole where the process is killed in the middle', async () => {
    const creatorWalletAddress = world.sandbox.payer.address;
    const checked = Checked.parse(await imports('/validate', { creatorWalletAddress, rows: ROWS }));
    expect(checked.validCount).toBe(960);
    const bad = checked.rows.flatMap(({ line, isValid }) => (isValid ? [] : [line]));
    expect(bad).toEqual(Array.from({ length: 40 }, (_, i) => i * 25 + 2));
    const rows = ROWS.filter((_, i) => i % 25 !== 0);
    const { id } = Import.parse(await imports('', { creatorWalletAddress, rows }));
    const seen = async () => Import.parse(await imports(`/${id}`));
    const within = { timeout: IMPORTED_MS, interval: 100 };
    const links = "from secure_payment where reference like 'IMPORT-%'";
    const countLinks = () => count(`select count(*) as n ${links}`);
    // Read past the API, which is busy with them.
    await expect.poll(countLinks, { ...within, interval: 20 }).toBeGreaterThan(20);
    await world.kill();
    expect(await countLinks()).toBeLessThan(960);
    await world.start();
    await expect.poll(async () => (await seen()).status, within).toBe('completed');
    const { rows: counts, bundles } = await seen();
    expect(counts).toMatchObject({ created: 960, waiting: 0 });
    expect(bundles.map((one) => one.count)).toEqual([138, 137, 137, 137, 137, 137, 137]);
    expect(await countLinks()).toBe(960);
    expect(await count(`select count(distinct reference) as n ${links}`)).toBe(960);
    const children = 'select count(distinct secure_payment_token) as n from multicall_payout_item';
    expect(await count(children)).toBe(960);
  });
});

describe('the same transaction', () => {
  it('seen by two watchers at once is counted once', async () => {
    await using receiver = await openReceiver();
    await registerWebhook(receiver.url);
    await using _second = await spawnWatcher(world);
    const link = await world.createLink('7');
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
    await receiver.awaitDelivery(({ payload }) => payload.event === 'payment.confirmed');
    expect(await payments(link)).toBe(1);
    expect(await transfers(link)).toBe(1);
    expect(await confirmations(link)).toBe(1);
  });

  it('seen again after the cursor was set back is counted once', async () => {
    const link = await world.createLink('8');
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
    await world.kill();
    // As if the process had died before it could note how far it had come.
    await count(
      "with back as (delete from chain_cursor where network = 'sepolia'), gone as (delete from chain_block where network = 'sepolia') select 1 as n",
    );
    await world.start();
    const next = await world.createLink('9');
    await world.pay(next.token);
    await world.awaitStatus(next.token, 409);
    expect(await payments(link, next)).toBe(2);
    expect(await confirmations(link, next)).toBe(2);
  });
});
