import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { lockLinks } from '#modules/secure-payments/store/links.ts';
import { transact } from '#platform/db/transact.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { FEE_RECEIVER, insertFee } from '../../../tests/support/fee-of-link.ts';
import { heldOpen, waitingOrDone } from '../../../tests/support/held-open.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { findThresholds } from './find-thresholds.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { settleRequests } from './settle-requests.ts';
import { findDueTransfers } from './store/due.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(9n)));
});

const undo = (ancestor: bigint) => async () =>
  await world.happen(ctx, { type: 'reorg', ancestor: world.block(ancestor) });

/** Lets each of two links have the request that the other had, as links do that replaced others. */
async function swapRequests(one: PayableLink, other: PayableLink): Promise<void> {
  const rows = [
    { secure_payment_token: one.token, position: 0, request_id: other.requestRowId },
    { secure_payment_token: other.token, position: 0, request_id: one.requestRowId },
  ];
  const tokens = [one.token, other.token];
  await ctx.db
    .deleteFrom('secure_payment_request')
    .where('secure_payment_token', 'in', tokens)
    .execute();
  await ctx.db.insertInto('secure_payment_request').values(rows).execute();
}

it('an undoing locks links in the order of their tokens, whatever the order of their requests', async () => {
  const [one, other] = [await insertLink(ctx.db), await insertLink(ctx.db)];
  await swapRequests(one, other);
  const tokens = [one.token, other.token].toSorted();
  const [first = '', second = ''] = tokens;
  const paid = [one, other].map((link, logIndex) =>
    world.transferOf(link, world.block(10n), { logIndex }),
  );
  await world.happen(ctx, world.blocks(world.block(10n), paid));
  const { ended } = await transact(ctx, async (settling) => {
    await lockLinks(settling, [first]);
    const undoing = await waitingOrDone(database.db, undo(9n));
    await lockLinks(settling, [second]);
    return undoing;
  });
  await ended;
  for (const link of [one, other]) expect((await world.linkRow(link)).status).toBe('pending');
});

/** A link that is only seen to be paid, in block 10, while its fee of block 11 counts already. */
async function paidFeeFirst() {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(ctx, link);
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const transfers = [
    world.transferOf(link, world.block(10n)),
    world.transferOf(fee, world.block(11n), { payeeAddress: FEE_RECEIVER, logIndex: 8 }),
  ];
  const update = world.blocks(world.block(11n), transfers);
  await ingestChainUpdate(ctx, world.chain, { at, update });
  const { candidates: due } = await findDueTransfers(ctx, await findThresholds(ctx, 'confirmed'), {
    limit: 10,
    exceptRequests: [],
    agreement: 'none',
  });
  const dueOf = ({ requestRowId }: PayableLink) =>
    due.filter(({ requestId }) => requestId === requestRowId);
  await settleRequests(ctx, dueOf(fee));
  return { link, settleLink: async (ctx: Context) => await settleRequests(ctx, dueOf(link)) };
}

const eventsOf = async (link: PayableLink) =>
  (await world.eventsOf(link)).map((event) => event['event']);

it('a fee that vanishes while its request is being settled is reported outstanding', async () => {
  const { link, settleLink } = await paidFeeFirst();
  const settling = await heldOpen(ctx, settleLink);
  const undoing = await waitingOrDone(database.db, undo(10n));
  await settling.end();
  await undoing.ended;
  expect(await eventsOf(link)).toEqual(['payment.confirmed', 'payment.fees_outstanding']);
});

it('a request that is settled while its fee is vanishing is reported as paid without it', async () => {
  const { link, settleLink } = await paidFeeFirst();
  const undoing = await heldOpen(ctx, async (ctx) => {
    const { at } = await findFollowFrom(ctx, 'sepolia');
    const update = { type: 'reorg', ancestor: world.block(10n) } as const;
    await ingestChainUpdate(ctx, world.chain, { at, update });
  });
  const settling = await waitingOrDone(database.db, () => settleLink(ctx));
  await undoing.end();
  await settling.ended;
  expect(await eventsOf(link)).toEqual(['payment.confirmed', 'payment.fees_outstanding']);
});
