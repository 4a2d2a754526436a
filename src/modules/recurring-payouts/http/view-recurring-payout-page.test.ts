import { describe, expect, it } from 'vitest';
import {
  PAYER_KEY,
  recurringWorld,
  UNKNOWN_PAGE,
} from '../../../../tests/support/recurring-world.ts';

const world = recurringWorld();

describe('200', () => {
  it('shows each date, the most that is taken with every fee, and what to sign', async () => {
    const { path, id, headers } = await world.openPage();
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
    const { path } = await world.openPage();
    expect((await world.host.call('GET', path, {})).status).toBe(401);
  });
});

describe('404', () => {
  it('refuses an unknown token', async () => {
    const { headers } = await world.openPage();
    expect((await world.host.call('GET', UNKNOWN_PAGE, { headers })).status).toBe(404);
  });
});
