import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';
import { importOf, NO_IMPORT, runAllImports } from '../../../../tests/support/payout-imports.ts';

let host: PartnerHost;
let people: Awaited<ReturnType<PartnerHost['newPeople']>>;
beforeAll(async () => {
  host = await partnerHost();
  people = await host.newPeople();
});
afterAll(() => host[Symbol.asyncDispose]());

const list = (id: string, query = '', headers: Readonly<Record<string, string>> = people.byEmail) =>
  host.call('listPayoutImportRows', headers, { params: { id }, query });

describe('200', () => {
  it('lists rows in their order and page by page, with the link of each', async () => {
    const id = await importOf(host, people.byEmail, { count: 3 });
    expect((await list(id, 'limit=2')).body).toMatchObject({
      rows: [
        { line: 2, status: 'waiting', amount: '1', securePaymentToken: null, bundleToken: null },
        { line: 3, status: 'waiting', amount: '2', securePaymentUrl: null },
      ],
      nextCursor: 1,
    });
    await runAllImports(host);
    expect((await list(id, 'cursor=1')).body).toMatchObject({
      rows: [
        {
          line: 4,
          status: 'created',
          securePaymentUrl: expect.stringContaining('?token='),
          bundleToken: expect.any(String),
        },
      ],
      nextCursor: null,
    });
    expect((await list(id, 'status=refused')).body).toEqual({ rows: [], nextCursor: null });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=1001', 'cursor=-1', 'status=lost'])('refuses ?%s', async (query) => {
    expect(await list(NO_IMPORT, query)).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await list(NO_IMPORT, '', {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it("shows another account's import from none", async () => {
    const { byEmail } = await host.newPeople();
    expect(await list(await importOf(host, byEmail))).toMatchObject({ status: 404 });
    expect(await list(NO_IMPORT)).toMatchObject({ status: 404 });
  });
});
