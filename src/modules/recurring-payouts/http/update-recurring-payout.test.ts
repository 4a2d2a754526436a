import { describe, expect, it } from 'vitest';
import {
  approvalsOf,
  nextPayer,
  recurringWorld,
} from '../../../../tests/support/recurring-world.ts';
import { PROXY } from '../../../../tests/support/still-schedules.ts';

const world = recurringWorld();

describe('200', () => {
  it('cancels with the allowance that the payer’s other ones need, however often', async () => {
    const payer = nextPayer();
    const kept = await world.created({ amount: '1' }, { payer });
    const id = await world.created({}, { payer });
    await world.activate(kept);
    await world.activate(id);
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 33_000_000n };
    const first = await world.change(id, 'cancel');
    expect(first).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'cancelled',
        metadata: {
          remainingPayments: 3,
          remainingAmount: '30000000',
          processedPayments: 0,
          totalPayments: 3,
        },
      },
    });
    expect(approvalsOf(first.body)).toEqual([`approve ${PROXY} 3000000`]);
    expect(await world.change(id, 'cancel')).toEqual(first);
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 3_000_000n };
    expect(approvalsOf((await world.change(id, 'cancel')).body)).toEqual([]);
  });

  it('cancels what was never signed without any transaction', async () => {
    const { body } = await world.change(await world.created(), 'cancel');
    expect([body['status'], body['transactions']]).toEqual(['cancelled', []]);
  });
});

describe('400', () => {
  it('unpauses only what is paused', async () => {
    const id = await world.created();
    await world.activate(id);
    expect((await world.change(id, 'unpause')).body['code']).toBe('recurring_payment_not_paused');
  });
});

describe('401', () => {
  it('refuses a call without a credential, and changes nothing', async () => {
    const id = await world.created();
    expect((await world.change(id, 'cancel', {})).status).toBe(401);
    expect((await world.view(id)).body['status']).toBe('pending');
  });
});

describe('404', () => {
  it('refuses those of others', async () => {
    const { key } = await world.host.asker();
    expect((await world.change(await world.created(), 'cancel', key)).status).toBe(404);
  });
});
