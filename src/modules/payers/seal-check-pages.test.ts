import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCanaries } from '../../../tests/support/find-canaries.ts';
import { type PayersHost, payersHost } from '../../../tests/support/payers-host.ts';
import { requireDataVault } from '../../context.ts';
import { resealBatch } from '../../platform/db/reseal.ts';
import { sealCheckPages } from './seal-check-pages.ts';
import { SEALED_CHECK_PAGE } from './sealed-person.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const row = (clientUserId: string) =>
  host.ctx.db
    .selectFrom('payer')
    .selectAll()
    .where('client_user_id', '=', clientUserId)
    .executeTakeFirstOrThrow();
const change = (clientUserId: string, set: { check_url?: string; check_reference?: null }) =>
  host.ctx.db.updateTable('payer').set(set).where('client_user_id', '=', clientUserId).execute();
const kycUrlOf = async (clientUserId: string) => (await host.view(clientUserId)).body['kycUrl'];

const CLEAR = 'https://identity.example/clear-page-of-an-earlier-release';

it('seals what an earlier release stores in clear, while both run, and shows it before and after', async () => {
  await host.create({ clientUserId: 'user-1' });
  expect(await row('user-1')).toMatchObject({ check_url: null, check_page_key_version: 1 });
  // A process of the earlier release gives the page a new address: it knows nothing of the sealed one.
  await change('user-1', { check_url: CLEAR });
  expect(await kycUrlOf('user-1')).toBe(CLEAR);
  const sealed = await Promise.all([1, 2].map(() => sealCheckPages(host.ctx, 10)));
  expect(sealed.sort()).toEqual([0, 1]);
  expect(await findCanaries(host.ctx.db, [CLEAR])).toEqual([]);
  expect(await kycUrlOf('user-1')).toBe(CLEAR);
  expect(await sealCheckPages(host.ctx, 10)).toBe(0);
});

it('removes the sealed address of a check that an earlier release has ended', async () => {
  await host.create({ clientUserId: 'user-2' });
  await change('user-2', { check_reference: null });
  expect(await sealCheckPages(host.ctx, 10)).toBe(1);
  expect(await row('user-2')).toMatchObject({ check_page: null, check_page_key_version: null });
});

it('is sealed anew with the first key, for its own row alone', async () => {
  const { body } = await host.create({ clientUserId: 'user-3' });
  const { check_page: before } = await row('user-3');
  const dataVault = requireDataVault(host.ctx);
  const turned = { ...dataVault, sealingVersion: 7 };
  const ctx = { db: host.ctx.db, dataVault: turned };
  const { problems } = await resealBatch(ctx, SEALED_CHECK_PAGE, { afterId: '', limit: 100 });
  expect(problems).toEqual([]);
  expect((await row('user-3')).check_page).not.toEqual(before);
  expect(await kycUrlOf('user-3')).toBe(body['kycUrl']);
  const { check_page: other } = await row('user-1');
  await host.ctx.db
    .updateTable('payer')
    .set({ check_page: other })
    .where('client_user_id', '=', 'user-3')
    .execute();
  expect(await host.view('user-3')).toMatchObject({ status: 500 });
});

it('leaves what it has no key for, and shows no page without one', async () => {
  await change('user-1', { check_url: CLEAR });
  expect(await sealCheckPages({ ...host.ctx, dataVault: undefined }, 10)).toBe(0);
  expect((await row('user-1')).check_url).toBe(CLEAR);
});
