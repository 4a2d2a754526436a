import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Partner,
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';
import { type WebhookWorld, webhookWorld } from '../../../../tests/support/webhook-world.ts';

let host: PartnerHost;
let world: WebhookWorld;
beforeAll(async () => {
  host = await partnerHost();
  world = await webhookWorld(host.ctx.db);
  world.startSweeps();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

const test = (
  headers: Readonly<Record<string, string>>,
  body: unknown = { eventType: 'client_id.linked' },
) => host.call('testOrchestratorWebhooks', headers, { body });

const addHook = ({ key }: Partner, url: string) =>
  host.done('createOrchestratorWebhook', key, { body: { url } });

describe('200', () => {
  it('returns how many of the active endpoints the test reached', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const [good, bad, off] = [
      await world.receiver(),
      await world.receiver(() => 500),
      await world.receiver(),
    ];
    const foreign = await world.receiver();
    const secret = textAt(await addHook(partner, good.url), 'secret');
    await addHook(partner, bad.url);
    const id = textAt(await addHook(partner, off.url), 'webhook.id');
    await host.done('deactivateOrchestratorWebhook', partner.key, { params: { id } });
    await addHook(other, foreign.url);
    expect(await test(partner.key)).toEqual({ status: 200, body: { sent: 1, failed: 1 } });
    const [post] = good.posts;
    expect(post?.headers).toMatchObject({
      'x-service-test': 'true',
      'x-service-signature': createHmac('sha256', secret)
        .update(post?.body ?? '')
        .digest('hex'),
    });
    expect(JSON.parse(post?.body ?? '')).toMatchObject({ event: 'client_id.linked' });
    expect([off.posts.length, foreign.posts.length]).toEqual([0, 0]);
  });

  it('returns zero where there is no endpoint', async () => {
    const partner = await host.newPartner();
    expect(await test(partner.key)).toEqual({ status: 200, body: { sent: 0, failed: 0 } });
  });
});

describe('400', () => {
  it('for an event that partners are not reported', async () => {
    const partner = await host.newPartner();
    for (const eventType of ['payment.partial', 'payment.refunded', 'anything']) {
      expect(await test(partner.key, { eventType })).toMatchObject({
        status: 400,
        body: { message: [{ code: 'invalid_enum_value', path: ['eventType'] }] },
      });
    }
  });

  it('for a named call, which would be answered with what happened to another', async () => {
    const partner = await host.newPartner();
    const answer = await test({ ...partner.key, 'idempotency-key': 'once' });
    expect(answer).toMatchObject(refused(400, 'idempotency_key_not_taken'));
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await test({})).toMatchObject({ status: 401 });
  });
});

describe('429', () => {
  it('for the hundred and first test of an endpoint within a minute in the sandbox', async () => {
    const partner = await host.newPartner();
    const hook = await world.receiver();
    await addHook(partner, hook.url);
    expect(await test(partner.key)).toMatchObject({ status: 200 });
    const { id: _, ...row } = await host.ctx.db
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('account_id', '=', partner.accountId)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 99 }, () => ({ ...row, id: host.ctx.newOrderedId() }));
    await host.ctx.db.insertInto('webhook_delivery').values(others).execute();
    expect(await test(partner.key)).toMatchObject(refused(429, 'too_many_tests'));
  });
});
