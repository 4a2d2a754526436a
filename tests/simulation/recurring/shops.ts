import { createPayout } from '#modules/payouts/create-payout.ts';
import { stopMessageOf } from '#modules/recurring-payouts/model/stop-message.ts';
import { stopRecurringPayoutPage } from '#modules/recurring-payouts/stop-recurring-payout-page.ts';
import { updateRecurringPayout } from '#modules/recurring-payouts/update-recurring-payout.ts';
import { createRequest } from '#modules/requests/create-request.ts';
import { updateRequest } from '#modules/requests/update-request.ts';
import type { Context } from '../../../src/context.ts';
import { digest as digestOfText } from '../../chains/fake/ledger.ts';
import { WALLETS } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { findPayouts, type KnownPayout } from './payouts.ts';
import type { Recurring } from './recurring.ts';
import { RECURRING_CURRENCIES, RECURRING_PAYERS } from './setting.ts';

/** A world has so many recurring payouts and series at most, so that each comes to something. */
const PAYOUTS_MAX = 7;
const SERIES_MAX = 3;
const HOUR_MS = 60 * 60 * 1_000;

const actingFor = (ctx: Context, accountId: string): Context => ({
  ...ctx,
  actor: { kind: 'api_key', accountId, apiKeyId: 'key' },
});

/** A shop makes a recurring payout. Throws what the operation throws. */
export async function makePayout(world: SimWorld, ctx: Context): Promise<void> {
  const { dice, clock } = world;
  if ((await findPayouts(world)).length >= PAYOUTS_MAX) return;
  const currency = dice.pick(RECURRING_CURRENCIES);
  const fee = dice.isHit(0.4) ? { feePercentage: '1.5', feeAddress: WALLETS.feeReceiver } : {};
  const startAt = new Date(clock().getTime() + dice.below(6) * HOUR_MS);
  await createPayout(actingFor(ctx, dice.pick(world.accounts)), {
    payee: WALLETS.payee,
    amount: `${1 + dice.below(9)}`,
    invoiceCurrency: currency,
    paymentCurrency: currency,
    ...fee,
    recurrence: {
      startDate: startAt.toISOString(),
      frequency: 'DAILY',
      totalPayments: 2 + dice.below(3),
      payer: dice.pick(RECURRING_PAYERS),
    },
  });
}

/** A shop or the payer stops a recurring payout; returns it with the transactions that lower the allowance. */
export async function stopPayout(world: SimWorld, ctx: Context, recurring: Recurring) {
  const { dice } = world;
  const open = (await findPayouts(world)).filter(({ status }) => status !== 'completed');
  if (open.length === 0) return undefined;
  const payout = dice.pick(open);
  const { transactions } = dice.isHit(0.5)
    ? await stopOnPage(ctx, payout)
    : await stopByShop(ctx, payout);
  recurring.cancelled.add(payout.digest);
  world.note('a payout was stopped');
  return { payout, transactions };
}

async function stopOnPage(ctx: Context, payout: KnownPayout) {
  const message = stopMessageOf(payout);
  const signature = digestOfText(`${payout.payer} signs ${message}`);
  return await stopRecurringPayoutPage(ctx, { token: payout.pageToken, signature });
}

async function stopByShop(ctx: Context, { id, accountId }: KnownPayout) {
  const answer = await updateRecurringPayout(actingFor(ctx, accountId), { id, action: 'cancel' });
  if (!('transactions' in answer)) throw new Error('a payout that was stopped has transactions');
  return answer;
}

/** A shop lets a paused recurring payout go on. */
export async function unpause(world: SimWorld, ctx: Context): Promise<void> {
  const paused = (await findPayouts(world)).filter(({ status }) => status === 'paused');
  if (paused.length === 0) return;
  const { id, accountId } = world.dice.pick(paused);
  await updateRecurringPayout(actingFor(ctx, accountId), { id, action: 'unpause' });
  world.note('a payout went on');
}

/** A shop makes a request that comes again each day. */
export async function makeSeries(world: SimWorld, ctx: Context, { series }: Recurring) {
  if (series.length >= SERIES_MAX) return;
  const startAt = world.clock();
  const { requestId } = await createRequest(actingFor(ctx, world.dice.pick(world.accounts)), {
    payee: WALLETS.payee,
    amount: '3',
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
    recurrence: { startDate: startAt.toISOString(), frequency: 'DAILY' },
  });
  series.push({ requestId, startAt, madeWhenStopped: undefined, wasChanged: false });
  world.note('a series began');
}

/** A shop stops a series, or lets it go on. */
export async function changeSeries(world: SimWorld, ctx: Context, { series }: Recurring) {
  if (series.length === 0) return;
  const known = world.dice.pick(series);
  const row = await world.db
    .selectFrom('request')
    .select('account_id')
    .where('request_id', '=', known.requestId)
    .executeTakeFirstOrThrow();
  const isRecurrenceStopped = world.dice.isHit(0.6);
  // Unless this is answered nobody knows how it stands.
  known.wasChanged = true;
  known.madeWhenStopped = undefined;
  const acting = actingFor(ctx, row.account_id);
  await updateRequest(acting, { requestId: known.requestId, isRecurrenceStopped });
  if (isRecurrenceStopped) known.madeWhenStopped = await countMade(world, known.requestId);
  world.note(isRecurrenceStopped ? 'a series was stopped' : 'a series went on');
}

/** How many requests were made of the first of a series. */
export async function countMade({ db }: SimWorld, requestId: string): Promise<number> {
  const rows = await db
    .selectFrom('request')
    .select('id')
    .where('original_request_id', '=', requestId)
    .execute();
  return rows.length;
}
