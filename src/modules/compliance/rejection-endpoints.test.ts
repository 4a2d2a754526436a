import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertClientId, insertLink } from '../../../tests/support/payable-link.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { recordAccessRejected } from './record-access-rejected.ts';

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

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
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

/** A link of a client ID, and a wallet that tries to pay it again and again. */
async function refusedWallet() {
  const accountId = await insertAccount(database.db);
  const { id: clientIdId, clientId } = await insertClientId(database.db, accountId);
  const link = await insertLink(database.db, { accountId, clientIdId, allowedPayers: [] });
  const attempt = () =>
    recordAccessRejected(world.ctx, {
      accountId,
      securePaymentToken: link.token,
      requestId: link.requestId,
      walletAddress: WALLET,
      clientIdId,
      clientId,
      orchestratorId: null,
      origin: null,
    });
  return { accountId, clientIdId, attempt };
}

const ended = (status: string, count: number) =>
  until(async () => {
    const deliveries = await world.deliveries();
    return deliveries.filter((delivery) => delivery.status === status).length === count;
  });

describe('a refused wallet (W15, with real receivers)', () => {
  it('is sent to the client ID alone, and again at once when its endpoint failed', async () => {
    const { accountId, clientIdId, attempt } = await refusedWallet();
    let isUp = false;
    const own = await world.receiver(() => (isUp ? 204 : 500));
    const platform = await world.receiver();
    await world.endpointAt(own.url, { accountId, clientIdId });
    await world.endpointAt(platform.url, { accountId });
    world.startSweeps();
    expect(await attempt()).toBe(true);
    await ended('failed', 1);
    isUp = true;
    expect(await attempt()).toBe(true);
    await ended('delivered', 1);
    expect(await attempt()).toBe(false);
    // Four attempts that failed, and one that the endpoint took.
    expect(own.posts.map(({ body }) => JSON.parse(body).event)).toEqual(
      Array(5).fill('secure_payment.access_rejected'),
    );
    expect(platform.posts).toEqual([]);
  });

  it('is reported once while one of its endpoints takes it and another fails', async () => {
    const { accountId, clientIdId, attempt } = await refusedWallet();
    const [down, up] = [await world.receiver(() => 500), await world.receiver()];
    for (const { url } of [down, up]) await world.endpointAt(url, { accountId, clientIdId });
    world.startSweeps();
    expect(await attempt()).toBe(true);
    await ended('failed', 1);
    await ended('delivered', 1);
    expect(await attempt()).toBe(false);
    expect([down.posts.length, up.posts.length]).toEqual([4, 1]);
  });
});
