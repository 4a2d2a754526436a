import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feedHost, tokensOf } from '../../../tests/support/feed-host.ts';
import { type KeyedAccount, keyedAccount } from '../../../tests/support/keyed-account.ts';
import { continueFeed } from './continue-feed.ts';
import { FEED_START, printCursor } from './model/feed-position.ts';

let feed: Awaited<ReturnType<typeof feedHost>>;
let owner: KeyedAccount;

beforeAll(async () => {
  feed = await feedHost();
});
afterAll(() => feed[Symbol.asyncDispose]());
beforeEach(async () => {
  owner = await keyedAccount(feed.ctx);
});

/** A counter that was this far ahead of the new cluster's. */
const AHEAD = 4_000_000_000n;

/**
 * Leaves what a dump of another cluster does: an event of a transaction that the counter is far
 * from, and the name of that cluster. Returns the event's transaction.
 */
async function loadFromElsewhere(token: string): Promise<bigint> {
  const { db } = feed.ctx;
  const id = await feed.recordIn(feed.ctx, owner, token);
  await sql`alter table stored_event disable trigger event_is_immutable`.execute(db);
  const { rows } = await sql<{ at: string }>`
    update stored_event set transaction_id = (transaction_id::text::bigint + ${AHEAD})::text::xid8
    where id = ${id} returning transaction_id::text as at`.execute(db);
  await sql`alter table stored_event enable trigger event_is_immutable`.execute(db);
  await sql`update feed_epoch set system_identifier = system_identifier + 1`.execute(db);
  return BigInt(rows[0]?.at ?? '');
}

async function eraNow(): Promise<{ readonly cluster: string; readonly before: string }> {
  const { rows } = await sql<{ cluster: string; before: string }>`
    select system_identifier::text as cluster, position_offset::text as before
    from feed_epoch`.execute(feed.ctx.db);
  return rows[0] ?? { cluster: '', before: '' };
}

const cursorAt = (transactionId: bigint) =>
  printCursor({ ...FEED_START, transactionId: String(transactionId) });

describe('a database that stays in its cluster', () => {
  it('continues as before', async () => {
    const before = await eraNow();
    expect(await continueFeed(feed.ctx)).toBe(false);
    expect(await eraNow()).toEqual(before);
  });
});

describe('a database that was loaded into another cluster', () => {
  it('shows its events again, and later ones after them, however often it moves', async () => {
    for (const [old, fresh] of [
      ['old', 'fresh'],
      ['older', 'fresher'],
    ] as const) {
      const at = await loadFromElsewhere(old);
      await feed.caughtUp();
      expect(tokensOf(await feed.list(owner))).not.toContain(old);
      expect(await continueFeed(feed.ctx)).toBe(true);
      await feed.record(owner, fresh);
      expect(tokensOf(await feed.list(owner)).slice(-2)).toEqual([old, fresh]);
      // A reader of the old one, whose cursor may be after the last event of the dump.
      for (const read of [at + 1n, at + 1_000_000_000n]) {
        expect(tokensOf(await feed.list(owner, `?cursor=${cursorAt(read)}`))).toEqual([fresh]);
      }
    }
  });

  it('begins its epoch once, however many processes start', async () => {
    await loadFromElsewhere('old');
    const { before } = await eraNow();
    const began = await Promise.all([1, 2, 3].map(() => continueFeed(feed.ctx)));
    expect(began.filter(Boolean)).toHaveLength(1);
    expect(BigInt((await eraNow()).before) - BigInt(before)).toBe(2n ** 44n);
  });
});
