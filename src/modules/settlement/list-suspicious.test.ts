import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  PAYER,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { listSuspicious } from './index.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

const kept = async ({ requestId }: PayableLink) =>
  (await listSuspicious(ctx, { requestId })).transfers;

/** So many copies of the reference of a link with a token of the attacker, all in one block. */
const copies = (link: PayableLink, number: bigint, count: number): ObservedTransfer[] =>
  Array.from({ length: count }, (_, logIndex) =>
    world.transferOf(link, world.block(number), { logIndex, tokenAddress: UNRELATED }),
  );

describe('what names a request and pays nothing of it', () => {
  it.each<[string, Partial<ObservedTransfer>]>([
    ['foreign_token', { tokenAddress: UNRELATED }],
    ['foreign_proxy', { proxyAddress: UNRELATED }],
    ['wrong_payee', { payeeAddress: UNRELATED }],
    ['wrong_kind', { kind: 'native', tokenAddress: undefined }],
    ['nothing_arrived', { creditedUnits: 0n }],
    ['self_payment', { payeeNetUnits: 12_499_999n }],
  ])('is stored for operators as %s, and reported to nobody else', async (reason, parts) => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n), parts)]),
    );
    expect(await kept(link)).toMatchObject([
      {
        reason,
        accountId: link.accountId,
        requestId: link.requestId,
        network: 'sepolia',
        block: world.block(10n),
        transactionHash: hashOf(`transaction ${link.token}`),
        payerAddress: PAYER,
        payeeAddress: parts.payeeAddress ?? TEST_PAYEE,
        claimedUnits: link.expectedUnits,
        seenAt: TEST_TIME,
        undoneAt: undefined,
        leftOut: 0n,
      },
    ]);
    expect(await world.transferStatuses(link)).toEqual([]);
    expect(await world.eventsOf(link)).toEqual([]);
  });

  it('is stored for a request of another network', async () => {
    const link = await insertLink(ctx.db, { currencyId: 'USDC-base' });
    const block = world.block(10n);
    await world.happen(ctx, world.blocks(block, [world.transferOf(link, block)]));
    expect(await kept(link)).toMatchObject([{ reason: 'wrong_network', network: 'sepolia' }]);
  });

  it('is stored once however often it is seen, and does not hinder the real payment', async () => {
    const link = await insertLink(ctx.db);
    const [copy] = copies(link, 10n, 1);
    if (copy === undefined) throw new Error('one copy was made');
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [copy, copy, world.transferOf(link, world.block(10n))]),
      world.blocks(world.block(11n), [copy]),
    );
    expect(await kept(link)).toHaveLength(1);
    expect((await world.linkRow(link)).status).toBe('completed');
  });

  it('is marked when its block vanishes, and stored again when it comes back', async () => {
    const link = await insertLink(ctx.db);
    const first = world.blocks(world.block(10n), copies(link, 10n, 1));
    await world.happen(ctx, world.blocks(world.block(9n)), first, {
      type: 'reorg',
      ancestor: world.block(9n),
    });
    expect(await kept(link)).toMatchObject([{ undoneAt: TEST_TIME }]);
    await world.happen(ctx, first);
    expect(await kept(link)).toMatchObject([{ undoneAt: undefined }, { undoneAt: TEST_TIME }]);
  });

  it('fills no table when there are many: the rest is counted', async () => {
    const [link, other] = [await insertLink(ctx.db), await insertLink(ctx.db)];
    await world.happen(
      ctx,
      world.blocks(world.block(10n), copies(link, 10n, 130)),
      world.blocks(world.block(11n), [
        ...copies(link, 11n, 25),
        world.transferOf(other, world.block(11n), { logIndex: 99, payeeAddress: UNRELATED }),
      ]),
    );
    const some = await kept(link);
    expect(some).toHaveLength(100);
    expect(some[0]?.leftOut).toBe(55n);
    expect(await kept(other)).toMatchObject([{ leftOut: 0n }]);
  });

  it('is listed page by page, each once, newest first and by its filters', async () => {
    const { accountId } = await insertLink(ctx.db);
    const links = await Promise.all(
      Array.from({ length: 3 }, () => insertLink(ctx.db, { accountId })),
    );
    const transfers = links.flatMap((link, i) =>
      copies(link, 10n, 90).map((copy, j) => ({ ...copy, logIndex: 100 * i + j })),
    );
    await world.happen(ctx, world.blocks(world.block(10n), transfers));
    const ids: string[] = [];
    let next: string | undefined;
    do {
      const page = await listSuspicious(ctx, { accountId, network: 'sepolia' }, next);
      ids.push(...page.transfers.map(({ id }) => id));
      next = page.next;
    } while (next !== undefined);
    expect(ids).toHaveLength(270);
    expect(new Set(ids).size).toBe(270);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect((await listSuspicious(ctx, { accountId, network: 'base' })).transfers).toEqual([]);
  });
});
