import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
let people: Awaited<ReturnType<PartnerHost['newPeople']>>;
beforeAll(async () => {
  host = await partnerHost();
  people = await host.newPeople();
});
afterAll(() => host[Symbol.asyncDispose]());

const bundleOf = async (accountId: string, ...parts: Parameters<typeof insertPayouts>[1]) =>
  newBundle(host.ctx, await insertPayouts(host.ctx, parts, accountId));
const list = (query = '') => host.done('listMulticallPayouts', people.byEmail, { query });

describe('200', () => {
  it('lists the own bundles, newest first, with how their children stand', async () => {
    const { accountId } = people;
    const first = await bundleOf(accountId, {}, {});
    host.ctx.now.advance(1_000);
    const second = await bundleOf(accountId, {}, { status: 'invalidated' }, {});
    await bundleOf((await host.newPeople()).accountId, {}, {});
    expect(await list()).toMatchObject({
      bundles: [
        { token: second.token, status: 'pending', childCount: 3, paidCount: 0, openCount: 2 },
        { token: first.token, childCount: 2, openCount: 2 },
      ],
      nextCursor: null,
    });
    expect(await list('limit=1')).toMatchObject({
      bundles: [{ token: second.token }],
      nextCursor: second.token,
    });
    expect(await list(`cursor=${second.token}`)).toMatchObject({
      bundles: [{ token: first.token }],
      nextCursor: null,
    });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=51', 'cursor=nonsense', 'page=2'])('refuses ?%s', async (query) => {
    const { status } = await host.call('listMulticallPayouts', people.byEmail, { query });
    expect(status).toBe(400);
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await host.call('listMulticallPayouts', {})).toMatchObject({ status: 401 });
  });
});
