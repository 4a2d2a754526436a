import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordEvent, WEBHOOK_EVENTS } from '#modules/events/index.ts';
import { FeesOutstanding } from '#modules/events/model/fees-outstanding-payload.ts';
import { transact } from '#platform/db/transact.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
beforeAll(async () => {
  database = await testDatabase();
  world = await webhookWorld(database.db);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

it('outstanding fees are sent only where an operator enables them', async () => {
  const { ctx } = world;
  const hook = await world.receiver();
  const accountId = await insertAccount(ctx.db);
  await world.endpointAt(hook.url, { accountId });
  const [sample] = WEBHOOK_EVENTS.filter(({ name }) => name === 'payment.fees_outstanding');
  const payload = FeesOutstanding.parse(sample?.sample);
  const record = async () =>
    await transact(ctx, (ctx) =>
      recordEvent(ctx, {
        accountId,
        payload,
        securePaymentToken: null,
        clientIdId: null,
        orchestratorId: null,
        origin: null,
      }),
    );
  await record();
  const quiet = world.startSweeps({ sendReversions: true });
  await until(async () => (await world.outboxLength()) === 0);
  await quiet.stop();
  expect(await world.deliveries()).toEqual([]);
  await record();
  world.startSweeps({ sendOutstandingFees: true });
  await until(() => hook.posts.length === 1);
  expect(hook.posts.map(({ body }) => body)).toEqual([JSON.stringify(payload)]);
});
