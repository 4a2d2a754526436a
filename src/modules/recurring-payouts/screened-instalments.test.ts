import { describe, expect, it } from 'vitest';
import { listScreenedWalletsOfAll } from '#modules/compliance/index.ts';
import { fakeScreener } from '../../../tests/support/fake-screener.ts';
import { keepListings } from '../../../tests/support/listings.ts';
import { nextPayer, recurringWorld } from '../../../tests/support/recurring-world.ts';
import { PAYEE } from '../../../tests/support/requests-host.ts';
import { runRecurringPayouts } from './run-recurring-payouts.ts';

const vendor = fakeScreener('hypernative');
const screeners = new Map([[vendor.name, vendor]]);
const world = recurringWorld({ sanctionsOracle: 'available' }, { screeners });
const OUTAGE_MS = 15_000;

const say = (wallet: string, isListed: boolean) =>
  keepListings(world.host.ctx, { networks: ['mainnet'], wallets: [wallet, PAYEE], isListed });
const onlyPayer = (wallet: string, isListed: boolean) =>
  keepListings(world.host.ctx, { networks: ['mainnet'], wallets: [wallet], isListed });
const removeAnswers = () => world.host.ctx.db.deleteFrom('screening_answer').execute();
const run = () => runRecurringPayouts(world.host.ctx, 50);
const rest = () => world.host.ctx.db.updateTable('recurring_payout').set({ next_check_at: null });

async function prepared() {
  // Those of other tests rest.
  await rest().execute();
  const payer = nextPayer();
  await say(payer, false);
  const id = await world.created({}, { payer });
  world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 10n ** 30n };
  return { id, payer };
}

async function begun() {
  const one = await prepared();
  expect((await world.activate(one.id)).status).toBe(201);
  return one;
}

async function eventsOf(id: string) {
  const rows = await world.host.ctx.db.selectFrom('event').select('payload').execute();
  return rows
    .map(({ payload }) => JSON.parse(payload))
    .filter(({ recurringPaymentId }) => recurringPaymentId === id);
}

describe('a recurring payout whose payer was listed since', () => {
  it('does not begin', async () => {
    const { id, payer } = await prepared();
    await onlyPayer(payer, true);
    expect(await world.activate(id)).toMatchObject({
      status: 403,
      body: { code: 'screening_rejected' },
    });
    expect((await world.view(id)).body).toMatchObject({ status: 'pending' });
  });

  it('is paused with its reason, counts no failure and goes on only when somebody lets it', async () => {
    const { id, payer } = await begun();
    const before = world.sepolia.sent.length;
    await onlyPayer(payer, true);
    await run();
    const reason = 'The wallet of the payer was rejected by a screening';
    const paused = { status: 'paused', failureCount: 0, failureReason: reason };
    expect((await world.view(id)).body).toMatchObject(paused);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ status: 'paused', reason });
    await run();
    expect((await world.change(id, 'unpause')).status).toBe(200);
    await run();
    expect((await world.view(id)).body).toMatchObject(paused);
    expect(world.sepolia.sent).toHaveLength(before);
    await onlyPayer(payer, false);
    await world.change(id, 'unpause');
    await run();
    expect(world.sepolia.sent.slice(before)).toMatchObject([{ index: 1 }]);
  });
});

describe('a recurring payout of whose payer nothing is known', () => {
  it('waits, counts no failure and is sent once a list answers', async () => {
    const { id, payer } = await begun();
    const before = world.sepolia.sent.length;
    await removeAnswers();
    await run();
    expect((await world.view(id)).body).toMatchObject({ status: 'active', failureCount: 0 });
    expect(world.sepolia.sent).toHaveLength(before);
    await say(payer, false);
    world.now = new Date(world.now.getTime() + OUTAGE_MS);
    await run();
    expect(world.sepolia.sent.slice(before)).toMatchObject([{ index: 1 }]);
  });
});

describe('a recurring payout whose payee a vendor judges', () => {
  const PLAN = JSON.stringify({ providers: [{ provider: 'hypernative', policyId: null }] });
  const judged = async () => {
    const one = await prepared();
    const { db } = world.host.ctx;
    await db
      .updateTable('recurring_payout')
      .set({ screening: PLAN })
      .where('id', '=', one.id)
      .execute();
    await db.deleteFrom('vendor_answer').execute();
    return one;
  };

  it('does not begin while it is rejected or not decided about, and its payer is not judged', async () => {
    const { id, payer } = await judged();
    vendor.outcomes.set(PAYEE, 'failed');
    expect(await world.activate(id)).toMatchObject({ body: { code: 'provider_error' } });
    vendor.outcomes.set(PAYEE, 'rejected');
    expect(await world.activate(id)).toMatchObject({
      status: 403,
      body: { code: 'screening_rejected', errors: [{ field: 'payee' }] },
    });
    await world.host.ctx.db.deleteFrom('vendor_answer').execute();
    vendor.outcomes.set(PAYEE, 'approved');
    expect((await world.activate(id)).status).toBe(201);
    expect(vendor.queries.map(({ walletAddress }) => walletAddress)).not.toContain(payer);
  });

  it('waits for a vendor that is down without a failure, and is paused once it rejects', async () => {
    vendor.outcomes.set(PAYEE, 'approved');
    const { id } = await judged();
    expect((await world.activate(id)).status).toBe(201);
    const before = world.sepolia.sent.length;
    await world.host.ctx.db.deleteFrom('vendor_answer').execute();
    vendor.outcomes.set(PAYEE, 'failed');
    await run();
    expect((await world.view(id)).body).toMatchObject({ status: 'active', failureCount: 0 });
    const page = {
      status: 'undecided',
      accountId: undefined,
      cursor: undefined,
      limit: 1,
    } as const;
    expect((await listScreenedWalletsOfAll(world.host.ctx, page)).screenings).toMatchObject([
      { walletAddress: PAYEE, role: 'recipient', provider: 'hypernative', operationId: null },
    ]);
    vendor.outcomes.set(PAYEE, 'rejected');
    world.now = new Date(world.now.getTime() + OUTAGE_MS);
    await run();
    const failureReason = 'The wallet of the payee was rejected by a screening';
    expect((await world.view(id)).body).toMatchObject({ status: 'paused', failureReason });
    expect(world.sepolia.sent).toHaveLength(before);
  });
});
