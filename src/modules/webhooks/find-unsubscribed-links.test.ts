import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertClientId, insertLink } from '../../../tests/support/payable-link.ts';
import { insertPartner } from '../../../tests/support/signed-in.ts';
import { type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { createWebhook } from './create-webhook.ts';
import { findUnsubscribedLinks } from './find-unsubscribed-links.ts';

const URL = 'https://hook.example/';

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world = await webhookWorld(database.db);
  await database.db.updateTable('secure_payment').set({ status: 'expired' }).execute();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

async function linked(clientIdId: string): Promise<void> {
  const partner = await insertPartner(database.db, await insertAccount(database.db));
  await database.db
    .updateTable('client_id')
    .set({ orchestrator_id: partner.id })
    .where('id', '=', clientIdId)
    .execute();
}

it('names links of an API key whose account has endpoints of linked client IDs only', async () => {
  const accountId = await insertAccount(database.db);
  const client = await insertClientId(database.db, accountId);
  await world.endpointAt(URL, { accountId, clientIdId: client.id });
  for (let i = 0; i < 2; i += 1) await insertLink(database.db, { accountId });
  await insertLink(database.db, { accountId, clientIdId: client.id });
  expect(await findUnsubscribedLinks(world.ctx)).toEqual([]);
  await linked(client.id);
  expect(await findUnsubscribedLinks(world.ctx)).toEqual([{ accountId, clientId: null, count: 2 }]);
});

it('names links of a client ID that has no endpoint and whose account has none', async () => {
  const accountId = await insertAccount(database.db);
  const [silent, other] = [
    await insertClientId(database.db, accountId),
    await insertClientId(database.db, accountId),
  ];
  await world.endpointAt(URL, { accountId, clientIdId: other.id });
  await insertLink(database.db, { accountId, clientIdId: silent.id });
  const { clientId } = silent;
  expect(await findUnsubscribedLinks(world.ctx)).toEqual([{ accountId, clientId, count: 1 }]);
  await world.endpointAt('https://wide.example/', { accountId });
  expect(await findUnsubscribedLinks(world.ctx)).toEqual([]);
});

it('counts no endpoint that is switched off, and no link that is over', async () => {
  const accountId = await insertAccount(database.db);
  const { id } = await world.endpointAt(URL, { accountId });
  const { token } = await insertLink(database.db, { accountId });
  expect(await findUnsubscribedLinks(world.ctx)).toEqual([]);
  await database.db
    .updateTable('webhook_endpoint')
    .set({ is_active: false })
    .where('id', '=', id)
    .execute();
  expect(await findUnsubscribedLinks(world.ctx)).toMatchObject([{ accountId, count: 1 }]);
  await database.db
    .updateTable('secure_payment')
    .set({ status: 'completed' })
    .where('token', '=', token)
    .execute();
  expect(await findUnsubscribedLinks(world.ctx)).toEqual([]);
});

it('takes an observer for an endpoint only where the account has no other', async () => {
  const accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'key' } as const;
  await createWebhook({ ...world.ctx, actor }, { url: URL, isObserver: true });
  await insertLink(database.db, { accountId });
  expect(await findUnsubscribedLinks(world.ctx)).toEqual([]);
  const client = await insertClientId(database.db, accountId);
  await linked(client.id);
  await world.endpointAt('https://shop.example/', { accountId, clientIdId: client.id });
  expect(await findUnsubscribedLinks(world.ctx)).toMatchObject([{ accountId, clientId: null }]);
});
