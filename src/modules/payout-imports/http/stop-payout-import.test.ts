import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';
import { importOf, NO_IMPORT, runAllImports } from '../../../../tests/support/payout-imports.ts';
import { runPayoutImports } from '../run-payout-imports.ts';

let host: PartnerHost;
let people: Awaited<ReturnType<PartnerHost['newPeople']>>;
beforeAll(async () => {
  host = await partnerHost();
  people = await host.newPeople();
});
afterAll(() => host[Symbol.asyncDispose]());

const stop = (id: string, headers: Readonly<Record<string, string>> = people.byEmail) =>
  host.call('stopPayoutImport', headers, { params: { id } });

describe('200', () => {
  it('creates no more of it, leaves what is there, and says the same again', async () => {
    const id = await importOf(host, people.byEmail, { count: 3 });
    await runPayoutImports(host.ctx, 1);
    const stopped = await stop(id);
    expect(stopped).toMatchObject({
      status: 200,
      body: { status: 'stopped', rows: { created: 1, stopped: 2, waiting: 0 }, bundles: [] },
    });
    await runAllImports(host);
    expect(await stop(id)).toEqual(stopped);
    const audit = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(audit).toMatchObject([
      { action: 'payout_import.created', details: '{"rows":3}' },
      { action: 'payout_import.stopped', details: '{"rows":2}' },
    ]);
  });
});

describe('400', () => {
  it('refuses to stop what is completed', async () => {
    const id = await importOf(host, people.byEmail, { amount: 50 });
    await runAllImports(host);
    expect(await stop(id)).toMatchObject({
      status: 400,
      body: { code: 'payout_import_completed' },
    });
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await stop(NO_IMPORT, {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it("shows another account's import from none", async () => {
    const { byEmail } = await host.newPeople();
    const id = await importOf(host, byEmail);
    expect(await stop(id)).toMatchObject({ status: 404 });
    expect(await stop(NO_IMPORT)).toMatchObject({ status: 404 });
    await runAllImports(host);
    const { body } = await host.call('viewPayoutImport', byEmail, { params: { id } });
    expect(body).toMatchObject({ status: 'completed' });
  });
});
