import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoints } from '#modules/events/http/index.ts';
import { recordEvent } from '#modules/events/index.ts';
import { listen } from '#platform/db/listen.ts';
import { transact } from '#platform/db/transact.ts';
import { testContext, testDatabase } from './database.ts';
import { caughtUp } from './feed-caught-up.ts';
import type { KeyedAccount } from './keyed-account.ts';
import { moduleHost } from './module-host.ts';

const Event = z.looseObject({
  cursor: z.string(),
  payload: z.looseObject({ paymentToken: z.string() }),
});
const Page = z.object({ events: z.array(Event), nextCursor: z.string(), hasMore: z.boolean() });

/** A page of the feed, as a test reads it. */
export type FeedPage = z.infer<typeof Page>;

/** The links that the events of a page name. */
export function tokensOf({ events }: FeedPage): string[] {
  return events.map(({ payload }) => payload.paymentToken);
}

/** A host over the feed, with a database of its own and real notifications. */
export async function feedHost() {
  const database = await testDatabase();
  const ctx = testContext({ db: database.db });
  const listening = listen(database.url, { log: ctx.log });
  let polls = 0;
  const counted = endpoints.map((one) => ({
    ...one,
    run: async (...call: Parameters<typeof one.run>) => {
      const answer: unknown = await one.run(...call);
      polls += 1;
      return answer;
    },
  }));
  const open = () =>
    moduleHost({
      ctx,
      counts: database.pool,
      host: 'api',
      endpoints: counted,
      wake: (channel, listener) => listening.wake(channel, listener),
    });
  const host = await open();
  const send = (headers: Record<string, string>, query = '') =>
    host.app.inject({ url: `/v2/events${query}`, headers });
  const list = async ({ apiKey }: KeyedAccount, query = ''): Promise<FeedPage> => {
    const answer = await send({ 'x-api-key': apiKey }, query);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return Page.parse(answer.json());
  };
  return {
    ctx,
    host,
    /** Another host over the same database. */
    open,
    send,
    list,
    /** How often the feed was read: a call that waits has read it once. */
    polls: () => polls,
    /** Records an event that names this link, and waits until the feed shows it. */
    record: async (owner: KeyedAccount, token: string) => {
      const id = await record(ctx, owner, token);
      await caughtUp(ctx);
      return id;
    },
    /** The same within a transaction, which may take its time. */
    recordIn: (inside: Context, owner: KeyedAccount, token: string) => record(inside, owner, token),
    caughtUp: () => caughtUp(ctx),
    /** Follows the cursors as far as there is more; returns what was read and where it ended. */
    walk: async (owner: KeyedAccount, limit: number, from?: string) => {
      const tokens: string[] = [];
      for (let cursor = from; ; ) {
        const page = await list(owner, `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
        tokens.push(...tokensOf(page));
        cursor = page.nextCursor;
        if (!page.hasMore) return { tokens, cursor };
      }
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await listening.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Records an event that names this link, in the transaction of `ctx` where it has one. */
async function record(ctx: Context, { accountId }: KeyedAccount, token: string): Promise<string> {
  const payload = {
    event: 'link.expired' as const,
    securePaymentToken: token,
    paymentToken: token,
    expiresAt: '2026-01-02T03:04:05.000Z',
    timestamp: '2026-01-02T03:04:05.000Z',
  };
  const none = { securePaymentToken: null, clientIdId: null, orchestratorId: null, origin: null };
  return await transact(ctx, (inside) => recordEvent(inside, { accountId, payload, ...none }));
}
