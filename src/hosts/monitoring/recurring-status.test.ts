import { beforeEach, expect, it } from 'vitest';
import {
  describeRecurringPayout,
  listRecurringPayouts,
  measureRecurring,
} from '#modules/recurring-payouts/index.ts';
import { runRecurringPayouts } from '#modules/recurring-payouts/run-recurring-payouts.ts';
import { openMeter } from '#platform/metrics.ts';
import { DAY_MS, nextPayer, recurringWorld } from '../../../tests/support/recurring-world.ts';
import { setGauges } from './gauges.ts';
import { collectStatus } from './status.ts';

const world = recurringWorld();
const MINUTE_MS = 60_000;

beforeEach(async () => {
  const { db } = world.host.ctx;
  await db.deleteFrom('recurring_instalment').execute();
  await db.deleteFrom('recurring_payout').execute();
  await db.deleteFrom('relayed_transaction').execute();
  await db.deleteFrom('relay_sender').execute();
});

const later = (ms: number) => {
  world.now = new Date(world.now.getTime() + ms);
};

/** One that its payer signed, with enough of everything; its first payment is due. */
async function begun(): Promise<string> {
  const id = await world.created({}, { payer: nextPayer() });
  await world.activate(id);
  world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 10n ** 30n };
  return id;
}

const run = () => runRecurringPayouts(world.host.ctx, 50);

async function measured() {
  const [found] = await measureRecurring(world.host.ctx);
  return found;
}

const kinds = async () =>
  (await collectStatus(world.host.ctx)).alarms.flatMap(({ kind }) =>
    /^recurring_|^sender_short/.test(kind) ? kind : [],
  );

it('counts what is due, what is late, and what is to be sent within a day', async () => {
  await begun();
  await world.created({}, { startDate: new Date(world.now.getTime() + DAY_MS).toISOString() });
  const next = await world.created(
    {},
    { startDate: new Date(world.now.getTime() + DAY_MS / 2).toISOString() },
  );
  await world.activate(next);
  await run();
  world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 10n ** 30n };
  expect(await measured()).toMatchObject({
    network: 'sepolia',
    active: 2,
    due: 1,
    late: 0,
    soon: 1,
  });
  expect(await kinds()).toEqual([]);
  later(31 * MINUTE_MS);
  expect(await measured()).toMatchObject({ due: 1, late: 1 });
  expect(await kinds()).toEqual(['recurring_late']);
  later(DAY_MS / 2);
  expect(await measured()).toMatchObject({ due: 2, soon: 1 });
});

it('counts what nobody has looked at as late, as while no worker runs', async () => {
  await begun();
  later(31 * MINUTE_MS);
  expect(await measured()).toMatchObject({ due: 1, late: 1, soon: 1 });
  expect((await collectStatus(world.host.ctx)).recurring).toMatchObject([
    { network: 'sepolia', late: 1, lateSeconds: 31 * 60 },
  ]);
});

it('names what payers lack, and needs a person once one is paused, for a week', async () => {
  const id = await begun();
  world.sepolia.payer = { ...world.sepolia.payer, balanceUnits: 1n };
  await run();
  later(31 * MINUTE_MS);
  expect(await measured()).toMatchObject({ active: 1, failing: 1, shortOfBalance: 1, late: 0 });
  expect(await kinds()).toEqual([]);
  for (let again = 0; again < 2; again += 1) {
    later(DAY_MS);
    await run();
  }
  expect(await measured()).toMatchObject({ active: 0, paused: 1, pausedLately: 1, due: 0 });
  expect(await kinds()).toEqual(['recurring_paused']);
  const { ctx } = world.host;
  expect(await listRecurringPayouts(ctx, { status: 'active', limit: 9 })).toEqual([]);
  expect(await listRecurringPayouts(ctx, { status: 'paused', limit: 9 })).toMatchObject([
    { id, status: 'paused', amount: '10', paid: 0, totalPayments: 3, failures: 3 },
  ]);
  later(7 * DAY_MS + 1);
  expect(await kinds()).toEqual([]);
  expect(await measured()).toMatchObject({ paused: 1, pausedLately: 0 });
});

it('reports what somebody else sent, and what was taken without paying', async () => {
  const id = await begun();
  const { digest } = await world.host.ctx.db
    .selectFrom('recurring_payout')
    .select('digest')
    .executeTakeFirstOrThrow();
  const take = async (index: number, isPaid: boolean) => {
    const key = `0x${digest.toString('hex')}`;
    world.sepolia.taken.set(key, new Set([...(world.sepolia.taken.get(key) ?? []), index]));
    world.sepolia.found = {
      transactionHash: `0x${String(index).repeat(64)}`,
      block: { number: 1n, hash: `0x${'01'.repeat(32)}` },
      blockTime: world.now,
      isPaid,
      senderAddress: nextPayer(),
      paymentReference: '0x0011223344556677',
    };
    await run();
  };
  await take(1, true);
  expect(await kinds()).toEqual(['recurring_elsewhere']);
  later(30 * DAY_MS);
  await take(2, false);
  expect(await kinds()).toEqual(['recurring_lost', 'recurring_paused']);
  expect(await measured()).toMatchObject({ lost: 1, paidElsewhere: 0 });
  const found = await describeRecurringPayout(world.host.ctx, id);
  expect(found).toMatchObject({
    status: 'paused',
    paid: 1,
    failureReason: expect.stringContaining('moved nothing'),
    instalments: [
      { index: 1, status: 'paid_elsewhere', takenBy: `0x${'1'.repeat(64)}` },
      { index: 2, status: 'lost', takenBy: `0x${'2'.repeat(64)}` },
    ],
  });
  // Whoever reads it can neither sign nor stop it.
  expect(JSON.stringify(found)).not.toMatch(/pageToken|signature|1b1b1b/);
  expect(await describeRecurringPayout(world.host.ctx, 'unknown')).toBeUndefined();
});

it('warns before the key has too little coin for what is due within a day', async () => {
  const id = await begun();
  const has = (balance: bigint) =>
    world.host.ctx.db
      .insertInto('relay_sender')
      .values({
        network: 'sepolia',
        sender_address: '0x9999999999999999999999999999999999999991',
        balance_units: balance,
        typical_cost_units: 10n ** 15n,
        spent_units: 0n,
        account_spent_units: 0n,
        read_at: world.now,
      })
      .onConflict((one) => one.column('network').doUpdateSet({ balance_units: balance }))
      .execute();
  await has(10n ** 15n);
  expect(await kinds()).toEqual([]);
  await has(10n ** 15n - 1n);
  const status = await collectStatus(world.host.ctx);
  expect(status.alarms.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('sending 1 payments that are due within a day may cost 0.001'),
  );
  const meter = openMeter();
  setGauges(meter, status);
  const text = await meter.registry.metrics();
  expect(text).toContain('recurring_gas_needed_coins{network="sepolia"} 0.001\n');
  expect(text).toContain('recurring_payments_due{network="sepolia",when="now"} 1\n');
  expect(text).toContain('recurring_payouts{network="sepolia",status="active"} 1\n');
  await run();
  expect((await collectStatus(world.host.ctx)).recurring).toMatchObject([
    { dueSoon: 0, isShortOfGas: false },
  ]);
  await world.change(id, 'cancel');
  expect(await measureRecurring(world.host.ctx)).toEqual([]);
});
