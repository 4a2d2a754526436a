import { describe, expect, it } from 'vitest';
import { recurringWorld } from '../../../../tests/support/recurring-world.ts';

const world = recurringWorld();

describe('200', () => {
  it('shows what was not signed yet', async () => {
    const start = world.now.toISOString();
    const id = await world.created();
    expect((await world.view(id)).body).toMatchObject({
      status: 'pending',
      processedPayments: 0,
      totalPayments: 3,
      lastPaymentDate: null,
      nextPaymentDate: start,
      requests: [expect.objectContaining({ paymentReference: expect.any(String) })],
      payments: [],
    });
  });

  it('counts what was paid for its requests, and lists it among the payments of the account', async () => {
    const id = await world.created();
    await world.activate(id);
    const { requests } = JSON.parse(JSON.stringify((await world.view(id)).body));
    const requestId = String(requests[0].requestId);
    const txHash = await world.host.receive(requestId, { units: 10_000_000n });
    expect((await world.view(id)).body).toMatchObject({
      lastPaymentDate: expect.any(String),
      payments: [{ amount: '10', txHash }],
    });
    const list = await world.host.call('GET', '/v2/payments?type=recurring', {
      headers: world.owner.key,
    });
    expect(list.body['payments']).toMatchObject([
      { recurringPaymentId: id, type: 'recurring', destinationTxHash: txHash },
    ]);
  });
});

describe('401', () => {
  it('refuses a call without a credential', async () => {
    expect((await world.view(await world.created(), {})).status).toBe(401);
  });
});

describe('404', () => {
  it('refuses those of others, and what is no id', async () => {
    const { key } = await world.host.asker();
    expect((await world.view(await world.created(), key)).status).toBe(404);
    expect((await world.view('nothing')).status).toBe(404);
  });
});
