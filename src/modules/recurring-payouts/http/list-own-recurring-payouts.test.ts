import { describe, expect, it } from 'vitest';
import { recurringWorld } from '../../../../tests/support/recurring-world.ts';

const world = recurringWorld();

const list = (query = '', headers = world.owner.key) =>
  world.host.call('GET', `/v2/payouts/recurring${query}`, { headers });

describe('200', () => {
  it('lists the own ones with their terms, those that were made last first', async () => {
    const older = await world.created();
    const firstDate = world.now.toISOString();
    // Ids of one millisecond are in no order.
    world.now = new Date(world.now.getTime() + 1);
    const newer = await world.created({ reference: 'rent' });
    await world.activate(newer);
    const { key } = await world.host.asker();
    expect((await list('', key)).body).toEqual({ recurringPayouts: [], nextCursor: null });
    expect((await list()).body).toMatchObject({
      recurringPayouts: [
        {
          id: newer,
          status: 'active',
          amount: '10',
          currency: 'USDC-sepolia',
          frequency: 'MONTHLY',
          reference: 'rent',
          processedPayments: 0,
          totalPayments: 3,
          nextPaymentDate: firstDate,
          pageUrl: expect.stringContaining('/recurring/?token='),
        },
        { id: older, status: 'pending', reference: null },
      ],
      nextCursor: null,
    });
    expect((await list('?limit=1')).body).toMatchObject({
      recurringPayouts: [{ id: newer }],
      nextCursor: newer,
    });
    expect((await list(`?cursor=${newer}`)).body).toMatchObject({
      recurringPayouts: [{ id: older }],
    });
    expect((await list('?status=pending')).body).toMatchObject({
      recurringPayouts: [{ id: older }],
    });
  });

  it('has no next date of what has ended', async () => {
    await world.change(await world.created(), 'cancel');
    expect((await list()).body).toMatchObject({
      recurringPayouts: [{ status: 'cancelled', nextPaymentDate: null }],
    });
  });
});

describe('400', () => {
  it.each(['?limit=0', '?limit=51', '?status=lost', '?cursor=x'])('refuses %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('401', () => {
  it('refuses a call without a credential', async () => {
    expect((await list('', {})).status).toBe(401);
  });
});
