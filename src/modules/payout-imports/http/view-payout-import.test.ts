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

const view = (id: string, headers: Readonly<Record<string, string>> = people.byEmail) =>
  host.call('viewPayoutImport', headers, { params: { id } });

describe('200', () => {
  it('says how far an import is, what it comes to, and where its bundles are', async () => {
    const id = await importOf(host, people.byEmail);
    expect((await view(id)).body).toMatchObject({
      status: 'running',
      rows: { total: 2, waiting: 2, created: 0, refused: 0, stopped: 0 },
      totals: [{ network: 'base', currency: 'USDC-base', count: 2, amount: '3' }],
      bundles: [],
      endedAt: null,
    });
    await runAllImports(host);
    expect((await view(id)).body).toMatchObject({
      status: 'completed',
      rows: { created: 2, waiting: 0 },
      bundles: [{ count: 2, amount: '3', securePaymentUrl: expect.stringContaining('?token=') }],
      endedAt: expect.any(String),
    });
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await view(NO_IMPORT, {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it("shows another account's import from none", async () => {
    const { byEmail } = await host.newPeople();
    const others = await view(await importOf(host, byEmail));
    expect(others).toMatchObject({ status: 404, body: { code: 'payout_import_not_found' } });
    expect(await view(NO_IMPORT)).toMatchObject({ status: 404 });
  });
});
