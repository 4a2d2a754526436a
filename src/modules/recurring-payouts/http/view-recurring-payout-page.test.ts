import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { recurringWorld } from '../../../../tests/support/recurring-world.ts';

const PAYER_KEY = privateKeyToAccount(`0x${'07'.repeat(32)}`);

const world = recurringWorld();

/** A page of a new recurring payout, and a client ID that may open pages. */
async function opened() {
  const { body } = await world.create({}, { payer: PAYER_KEY.address });
  const { headers } = await world.host.clientOf(world.owner);
  const path = `/v2/recurring-payouts/${String(body['pageToken'])}`;
  return { path, id: String(body['id']), headers: { ...headers, origin: 'https://pay.example' } };
}

describe('200', () => {
  it('shows each date, the most that is taken with every fee, and what to sign', async () => {
    const { path, id, headers } = await opened();
    const { status, body } = await world.host.call('GET', path, { headers });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: 'pending',
      amount: '10',
      totalPerPayment: '10',
      totalAtMost: '30',
      periodSeconds: 2_592_000,
      payments: [{ index: 1 }, { index: 2 }, { index: 3, status: 'waiting' }],
      recurringPaymentPermit: { values: { payerAddress: PAYER_KEY.address } },
      allowance: { neededUnits: '30000000', currentUnits: '0', transactions: [{ value: '0x0' }] },
    });
  });
});

describe('401', () => {
  it('refuses a call without a client ID', async () => {
    const { path } = await opened();
    expect((await world.host.call('GET', path, {})).status).toBe(401);
  });
});

describe('404', () => {
  it('refuses an unknown token', async () => {
    const { headers } = await opened();
    const path = '/v2/recurring-payouts/01K8Z3N5T7V9X1B3D5F7H9J1M4';
    expect((await world.host.call('GET', path, { headers })).status).toBe(404);
  });
});
