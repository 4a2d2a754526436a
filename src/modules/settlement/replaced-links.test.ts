import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createBatchPayoutLink } from '#modules/secure-payments/create-batch-payout-link.ts';
import { transact } from '#platform/db/transact.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import {
  insertAccount,
  insertLink,
  type PayableLink,
} from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { until } from '../../../tests/support/webhook-world.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;
let links: readonly [PayableLink, PayableLink];

beforeEach(async () => {
  const accountId = await insertAccount(database.db);
  const payout = { accountId, flow: 'outgoing' } as const;
  ctx = testContext({
    db: database.db,
    actor: { kind: 'api_key', accountId, apiKeyId: 'k' },
    chains: connected(stillChain('sepolia')),
  });
  world = await settlementWorld(ctx);
  links = [await insertLink(ctx.db, payout), await insertLink(ctx.db, payout)];
});

const merge = (ctx: Context) =>
  createBatchPayoutLink(ctx, { tokens: links.map(({ token }) => token) });

const statusOf = async (token: string) => {
  const { status } = await ctx.db
    .selectFrom('secure_payment')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return status;
};

const eventsOf = async (link: PayableLink) =>
  (await world.eventsOf(link))
    .filter(({ event }) => event !== 'link.invalidated')
    .map(({ event, requestId, securePaymentToken }) => ({ event, requestId, securePaymentToken }));

describe('money for the request of a link that was replaced', () => {
  it('settles the new link, is reported as the new link’s, and only once', async () => {
    const { token } = await merge(ctx);
    const [first, second] = links;
    const [one, two] = [world.block(10n), world.block(11n)];
    await world.happen(ctx, world.blocks(one, [world.transferOf(first, one)]));
    expect(await statusOf(token)).toBe('pending');
    await world.happen(ctx, world.blocks(two, [world.transferOf(second, two)]));
    expect(await statusOf(token)).toBe('completed');
    expect(await statusOf(first.token)).toBe('invalidated');
    const events = { event: 'payment.confirmed', securePaymentToken: token };
    expect(await eventsOf(first)).toEqual([
      { ...events, requestId: first.requestId },
      { ...events, requestId: second.requestId },
    ]);
  });

  it('that settles while the link is being replaced settles the new one', async () => {
    const at = world.block(10n);
    const paid = links.map((link, i) => world.transferOf(link, at, { logIndex: i }));
    let settling: Promise<unknown> | undefined;
    const { token } = await transact(ctx, async (merging) => {
      const made = await merge(merging);
      const { at: cursor } = await findFollowFrom(ctx, 'sepolia');
      const update = world.blocks(at, paid);
      await ingestChainUpdate(ctx, world.chain, { at: cursor, update });
      settling = settleTransfers(ctx, 100);
      await someoneWaits();
      return made;
    });
    await settling;
    await settleTransfers(ctx, 100);
    expect(await statusOf(token)).toBe('completed');
    expect((await eventsOf(links[0])).map((events) => events.securePaymentToken)).toEqual([
      token,
      token,
    ]);
  });

  it('that was seen before keeps its link from being replaced', async () => {
    const at = world.block(10n);
    const { at: cursor } = await findFollowFrom(ctx, 'sepolia');
    const update = world.blocks(at, [world.transferOf(links[0], at)]);
    await ingestChainUpdate(ctx, world.chain, { at: cursor, update });
    await expect(merge(ctx)).rejects.toThrow(`tokens[0]: ${links[0].token} is being paid`);
    expect(await statusOf(links[0].token)).toBe('pending');
  });
});

/** Resolves once a statement on this database waits for what another transaction holds. */
async function someoneWaits(): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
    return rows.length > 0;
  });
}
