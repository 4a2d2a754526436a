import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const Page = z.object({
  intents: z.array(z.looseObject({ id: z.string(), clientIdName: z.string() })),
  nextCursor: z.string().nullable(),
});

type Headers = Readonly<Record<string, string>>;

const invite = (key: Headers, clientIdName: string) =>
  host.done('createLinkIntent', key, { body: { clientIdName, externalId: 'stall-7' } });

async function namesOf(key: Headers, query = '') {
  const { status, body } = await host.call('listLinkIntents', key, { query });
  expect(status).toBe(200);
  const { intents, nextCursor } = Page.parse(body);
  return { names: intents.map(({ clientIdName }) => clientIdName), nextCursor };
}

describe('200', () => {
  it('shows what a platform is invited to, and never the token', async () => {
    const { key } = await host.newPartner();
    await invite(key, 'Fruit stall');
    const { body } = await host.call('listLinkIntents', key);
    expect(JSON.stringify(body)).not.toContain('lit_');
    expect(body).toEqual({
      intents: [
        {
          id: expect.any(String),
          orchestratorId: expect.any(String),
          clientIdName: 'Fruit stall',
          allowedDomains: [],
          externalId: 'stall-7',
          kyt: null,
          used: false,
          expiresAt: '2026-01-04T03:04:05.000Z',
          createdAt: '2026-01-02T03:04:05.000Z',
          updatedAt: '2026-01-02T03:04:05.000Z',
        },
      ],
      nextCursor: null,
    });
  });

  it('says which were accepted', async () => {
    const { key } = await host.newPartner();
    await invite(key, 'Fruit stall');
    const used = { used_at: host.ctx.now() };
    await host.ctx.db
      .updateTable('link_intent')
      .set(used)
      .where('client_id_name', '=', 'Fruit stall')
      .execute();
    expect((await host.call('listLinkIntents', key)).body).toMatchObject({
      intents: [{ used: true }],
    });
  });

  it('gives each invitation once over pages of any size, and none of other partners', async () => {
    const { key } = await host.newPartner();
    const { key: other } = await host.newPartner();
    await invite(other, 'Foreign');
    const all = ['A', 'B', 'C', 'D', 'E'];
    for (const name of all) await invite(key, name);
    for (const limit of [1, 2, 5, 6]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await namesOf(key, `limit=${limit}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.names);
        cursor = page.nextCursor;
      }
      expect(seen.toSorted()).toEqual(all);
    }
    expect((await namesOf(other)).names).toEqual(['Foreign']);
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=101', 'cursor=x', 'page=1'])('refuses %s', async (query) => {
    const { key } = await host.newPartner();
    expect(await host.call('listLinkIntents', key, { query })).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('refuses a caller without a credential', async () => {
    expect(await host.call('listLinkIntents', {})).toMatchObject({ status: 401 });
  });
});
