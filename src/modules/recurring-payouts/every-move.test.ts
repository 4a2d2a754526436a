import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { next } from '#kit/machine.ts';
import { transact } from '#platform/db/transact.ts';
import { recurringWorld } from '../../../tests/support/recurring-world.ts';
import {
  type InstalmentEvent,
  instalmentMachine,
  isInstalmentStatus,
  RECURRING_PAYOUT_STATUSES,
  type RecurringPayoutEvent,
  type RecurringPayoutStatus,
  recurringPayoutMachine,
} from './model/status.ts';
import { moveInstalment } from './move-instalment.ts';
import { movePayout } from './move-payout.ts';
import { findInstalmentsOf } from './store/instalments.ts';
import { findPayoutById } from './store/payouts.ts';

const world = recurringWorld();

const PAYOUT_EVENTS: Readonly<Record<RecurringPayoutEvent, true>> = {
  signed: true,
  was_never_signed: true,
  could_not_pay: true,
  wallet_rejected: true,
  unpaused: true,
  was_cancelled: true,
  last_ended: true,
  payment_undone: true,
};
const INSTALMENT_EVENTS: Readonly<Record<InstalmentEvent, true>> = {
  became_due: true,
  was_sent: true,
  was_paid: true,
  could_not_be_taken: true,
  was_taken_unpaid: true,
  was_paid_elsewhere: true,
  payment_undone: true,
};

const namesOf = <Name extends string>(of: Readonly<Record<Name, true>>) =>
  Object.keys(of).filter((name): name is Name => name in of);

async function stored(id: string) {
  const payout = await findPayoutById(world.host.ctx, id);
  if (payout === undefined) throw new Error(`${id} is stored`);
  return payout;
}

/** Writes where a payout stands, past its table. */
async function put(id: string, status: RecurringPayoutStatus) {
  const { ctx } = world.host;
  const hasEnded = status === 'completed' || status === 'cancelled';
  await ctx.db
    .updateTable('recurring_payout')
    .set({
      status,
      ended_at: hasEnded ? ctx.now() : null,
      paused_at: status === 'paused' ? ctx.now() : null,
      ...(status === 'pending' && { signature: null, signed_block: null, activated_at: null }),
    })
    .where('id', '=', id)
    .execute();
}

async function statusEvents(id: string): Promise<readonly string[]> {
  const rows = await world.host.ctx.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'recurring_payment.status_changed')
    .orderBy('id')
    .execute();
  return rows
    .map(({ payload }) => JSON.parse(String(payload)))
    .filter(({ recurringPaymentId }) => recurringPaymentId === id)
    .map(({ previousStatus, status }) => `${previousStatus} > ${status}`);
}

/** Every event in every state. */
function combinations<State extends string, Event extends string>(
  states: readonly State[],
  events: Readonly<Record<Event, true>>,
) {
  return states.flatMap((from) => namesOf(events).map((event) => ({ from, event })));
}

/** Two who have read the same row; how many of them moved it. */
async function moveTwice(move: () => Promise<boolean>): Promise<number> {
  return (await Promise.all([move(), move()])).filter(Boolean).length;
}

it('a recurring payout moves by every event in every state as its table says, with an event for each move, once', async () => {
  const { ctx } = world.host;
  const wrong: object[] = [];
  for (const { from, event } of combinations(RECURRING_PAYOUT_STATUSES, PAYOUT_EVENTS)) {
    const id = await world.created();
    if (from !== 'pending') await world.activate(id);
    await put(id, from);
    const before = (await statusEvents(id)).length;
    const payout = await stored(id);
    const signature = { signature: Buffer.alloc(65, 1), signed_block: '1' };
    const changes = event === 'signed' ? { ...signature, activated_at: ctx.now() } : {};
    const moved = await moveTwice(() =>
      transact(ctx, (ctx) => movePayout(ctx, payout, { event, changes })),
    );
    const to = next(recurringPayoutMachine, from, event);
    const events = (await statusEvents(id)).slice(before);
    const { status } = await stored(id);
    const moves = to === undefined ? [] : [`${from} > ${to}`];
    const expected = { status: to ?? from, moved: moves.length, events: moves };
    if (!isDeepStrictEqual({ status, moved, events }, expected)) {
      wrong.push({ from, event, status, moved, events });
    }
  }
  expect(wrong).toEqual([]);
});

it('an instalment moves by every event in every state as its table says, once', async () => {
  const { ctx } = world.host;
  const id = await world.created();
  const states = Object.keys(instalmentMachine).filter(isInstalmentStatus);
  const wrong: object[] = [];
  for (const { from, event } of combinations(states, INSTALMENT_EVENTS)) {
    const resolved_at = from === 'lost' || from === 'paid_elsewhere' ? ctx.now() : null;
    await ctx.db
      .updateTable('recurring_instalment')
      .set({ status: from, resolved_at })
      .where('recurring_payout_id', '=', id)
      .execute();
    const instalment = { index: 1, status: from };
    const moved = await moveTwice(() =>
      moveInstalment(ctx, { recurringPayoutId: id, instalment, event }),
    );
    const to = next(instalmentMachine, from, event) ?? 'no move';
    const [{ status } = { status: undefined }] = await findInstalmentsOf(ctx, { id });
    // What failed may fail again: both are moves to where it stands.
    const expected = { 'no move': [from, 0], [from]: [from, 2] }[to] ?? [to, 1];
    if (!isDeepStrictEqual([status, moved], expected)) wrong.push({ from, event, status, moved });
  }
  expect(wrong).toEqual([]);
});
