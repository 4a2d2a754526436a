import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { insertLink, type PayableLink } from '../../../../tests/support/payable-link.ts';
import {
  type Asker,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const Page = z.object({
  events: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.string().nullable(),
});

async function search(query: string, { key }: Pick<Asker, 'key'>) {
  const answer = await host.app.inject({ url: `/v2/dashboard/events${query}`, headers: key });
  expect(answer.statusCode).toBe(200);
  return Page.parse(answer.json());
}

async function idsOf(query: string, asker: Pick<Asker, 'key'>): Promise<readonly string[]> {
  return (await search(query, asker)).events.map(({ id }) => id);
}

const none = { clientIdId: null, orchestratorId: null, origin: null };
const timestamp = '2026-01-02T03:04:05.000Z';

/** Records that a link ended, which names no request. */
const recordEnd = ({ accountId }: Asker, { token }: PayableLink) =>
  transact(host.ctx, (ctx) =>
    recordEvent(ctx, {
      ...{ accountId, securePaymentToken: token, ...none },
      payload: {
        event: 'link.expired',
        ...{ securePaymentToken: token, paymentToken: token, expiresAt: timestamp, timestamp },
      },
    }),
  );

/** Records a payment of a recurring payout, which names a request; of a link where one is given. */
const recordPaid = ({ accountId }: Asker, requestId: string, link?: PayableLink) =>
  transact(host.ctx, (ctx) =>
    recordEvent(ctx, {
      ...{ accountId, securePaymentToken: link?.token ?? null, ...none },
      payload: {
        event: 'recurring_payment.paid_elsewhere',
        ...{ recurringPaymentId: 'none', index: 1, requestId, txHash: `0x${'a'.repeat(64)}` },
        ...{ takenAt: timestamp, timestamp },
      },
    }),
  );

const newestFirst = (ids: readonly string[]) => [...ids].sort().reverse();

describe('200', () => {
  it('shows an event with its payload and the request of its link, to a key and to a session', async () => {
    const owner = await host.asker();
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId });
    const id = await recordEnd(owner, link);
    const shown = {
      events: [
        {
          ...{ id, type: 'link.expired', createdAt: timestamp },
          ...{ requestId: link.requestId, securePaymentToken: link.token },
          payload: {
            ...{ event: 'link.expired', securePaymentToken: link.token, paymentToken: link.token },
            ...{ expiresAt: timestamp, timestamp },
          },
        },
      ],
      nextCursor: null,
    };
    expect(await search('', owner)).toEqual(shown);
    expect(await search('', { key: await signedIn(host.ctx.db, owner) })).toEqual(shown);
  });

  it('finds the events of a request by its id and by its reference, with those of its links', async () => {
    const owner = await host.asker();
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId });
    const reference = 'Order "7"';
    const alone = await host.send(owner, { reference });
    const [ended, paid] = [await recordEnd(owner, link), await recordPaid(owner, alone)];
    // An event of the link that is about another request of it.
    const other = await recordPaid(owner, alone, link);
    expect(await idsOf(`?requestId=${link.requestId}`, owner)).toEqual([ended]);
    expect(await idsOf(`?requestId=${alone}`, owner)).toEqual(newestFirst([paid, other]));
    const byReference = `?reference=${encodeURIComponent(reference)}`;
    expect(await idsOf(byReference, owner)).toEqual(newestFirst([paid, other]));
    expect(await idsOf(`?securePaymentToken=${link.token}`, owner)).toEqual(
      newestFirst([ended, other]),
    );
    expect(await idsOf('?requestId=01nothing', owner)).toEqual([]);
    expect(await idsOf('?reference=Order', owner)).toEqual([]);
    expect(await idsOf(`${byReference}&requestId=${link.requestId}`, owner)).toEqual([]);
  });

  it('keeps to one type and to a period, both of whose ends count', async () => {
    const owner = await host.asker();
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId });
    const ended = await recordEnd(owner, link);
    const paid = await recordPaid(owner, link.requestId);
    expect(await idsOf('?type=link.expired', owner)).toEqual([ended]);
    expect(await idsOf('?type=payment.held', owner)).toEqual([]);
    const both = newestFirst([ended, paid]);
    expect(await idsOf(`?fromDate=${timestamp}&toDate=${timestamp}`, owner)).toEqual(both);
    expect(await idsOf('?fromDate=2026-01-02T03:04:05.001Z', owner)).toEqual([]);
    expect(await idsOf('?toDate=2026-01-02T03:04:04.999Z', owner)).toEqual([]);
  });

  it('goes newest first over pages of any size, the last of which is marked', async () => {
    const owner = await host.asker();
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId });
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await recordEnd(owner, link));
    for (const limit of [1, 2, 5, 6]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await search(`?limit=${limit}${cursor && `&cursor=${cursor}`}`, owner);
        seen.push(...page.events.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(newestFirst(ids));
    }
  });

  it('shows nothing of another account, by no filter and no cursor', async () => {
    const [one, two] = [await host.asker(), await host.asker()];
    const link = await insertLink(host.ctx.db, { accountId: two.accountId });
    const id = await recordEnd(two, link);
    for (const query of [
      '',
      `?requestId=${link.requestId}`,
      `?securePaymentToken=${link.token}`,
      `?cursor=${id}`,
    ]) {
      expect(await idsOf(query, one)).toEqual([]);
    }
  });
});

describe('400', () => {
  it.each([
    ['type=payment.invented', 'type'],
    ['type=', 'type'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['requestId=', 'requestId'],
    [`reference=${'x'.repeat(256)}`, 'reference'],
    ['securePaymentToken=%00', 'securePaymentToken'],
    ['fromDate=yesterday', 'fromDate'],
    ['fromDate=2026-01-02T00:00:00Z&toDate=2026-01-01T00:00:00Z', 'toDate'],
    ['offset=5', 'offset'],
  ])('refuses ?%s', async (query, field) => {
    const { key } = await host.asker();
    const answer = await host.app.inject({ url: `/v2/dashboard/events?${query}`, headers: key });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    expect((await host.app.inject({ url: '/v2/dashboard/events' })).statusCode).toBe(401);
  });
});

describe('403', () => {
  it('refuses a client ID, which neither names all nor proves its account', async () => {
    const { headers } = await host.clientOf(await host.asker());
    const answer = await host.app.inject({ url: '/v2/dashboard/events', headers });
    expect(answer.statusCode).toBe(403);
  });
});
