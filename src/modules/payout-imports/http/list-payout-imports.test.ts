import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';
import { importOf } from '../../../../tests/support/payout-imports.ts';

let host: PartnerHost;
let people: Awaited<ReturnType<PartnerHost['newPeople']>>;
beforeAll(async () => {
  host = await partnerHost();
  people = await host.newPeople();
});
afterAll(() => host[Symbol.asyncDispose]());

const list = (query = '') => host.done('listPayoutImports', people.byEmail, { query });

describe('200', () => {
  it('lists the own imports, newest first and page by page', async () => {
    const older = await importOf(host, people.byEmail, { amount: 1 });
    host.ctx.now.advance(1_000);
    const newer = await importOf(host, people.byEmail, { amount: 2, count: 3 });
    await importOf(host, (await host.newPeople()).byEmail);
    expect(await list()).toMatchObject({
      payoutImports: [
        { id: newer, fileName: 'salaries-2.csv', rows: { total: 3 } },
        { id: older, fileName: 'salaries-1.csv', rows: { total: 2 } },
      ],
      nextCursor: null,
    });
    expect(await list('limit=1')).toMatchObject({
      payoutImports: [{ id: newer }],
      nextCursor: newer,
    });
    expect(await list(`limit=1&cursor=${newer}`)).toMatchObject({
      payoutImports: [{ id: older }],
      nextCursor: null,
    });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=51', 'cursor=nonsense', 'page=2'])('refuses ?%s', async (query) => {
    const { status } = await host.call('listPayoutImports', people.byEmail, { query });
    expect(status).toBe(400);
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await host.call('listPayoutImports', {})).toMatchObject({ status: 401 });
  });
});
