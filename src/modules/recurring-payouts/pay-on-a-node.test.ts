import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type RequestsHost, requestsHost } from '../../../tests/support/requests-host.ts';
import { openScheduleWorld, type ScheduleWorld } from '../../../tests/support/schedule-world.ts';
import { CreatedSchedule, signSchedule } from '../../../tests/support/sign-schedule.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { followedFrom } from '../../../tests/support/test-node.ts';
import { runRecurringPayouts } from './run-recurring-payouts.ts';

const { payer, payee } = TEST_ACCOUNTS;

let world: ScheduleWorld;
let host: RequestsHost;
beforeAll(async () => {
  world = await openScheduleWorld('base');
  host = await requestsHost({ chains: connected(world.chain), now: systemClock });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

it('is signed as a client of the public API signs it, and its first payment reaches the payee once', async () => {
  const { key: headers } = await host.asker();
  const block = (await world.chain.readHead()) + 1n;
  const startDate = new Date(Math.floor(systemClock().getTime() / 1_000) * 1_000 - 1_000);
  const answer = await host.call('POST', '/v2/payouts', {
    headers,
    body: {
      payee: payee.address,
      amount: '10',
      invoiceCurrency: 'USDC-base',
      paymentCurrency: 'USDC-base',
      recurrence: {
        startDate: startDate.toISOString(),
        frequency: 'MONTHLY',
        totalPayments: 12,
        payer: payer.address,
      },
    },
  });
  expect(answer).toMatchObject({ status: 201 });
  const created = CreatedSchedule.parse(answer.body);
  for (const { to, data } of created.transactions) {
    await world.send(payer, { to, data, valueUnits: 0n });
  }
  const permitSignature = await signSchedule(created, payer);
  const path = `/v2/payouts/recurring/${created.id}`;
  expect(await host.call('POST', path, { headers, body: { permitSignature } })).toMatchObject({
    status: 201,
  });
  await Promise.all([runRecurringPayouts(host.ctx, 10), runRecurringPayouts(host.ctx, 10)]);
  await expect
    .poll(async () => await followedFrom(world.at, block))
    .toMatchObject([
      {
        payerAddress: payer.address,
        payeeAddress: payee.address,
        creditedUnits: 10_000_000n,
        referenceKey: world.chain.referenceKey(created.paymentReference),
      },
    ]);
});
