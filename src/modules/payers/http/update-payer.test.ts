import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PayersHost, payersHost } from '../../../../tests/support/payers-host.ts';
import { findPayer } from '../find-payer.ts';
import { runIdentityChecks } from '../run-identity-checks.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const agree = (clientUserId: string, agreementCompleted: unknown = true, headers = host.key) =>
  host.call('PATCH', `/v2/payer/${clientUserId}`, { headers, body: { agreementCompleted } });
const agreements = async (clientUserId: string) =>
  (await host.events(clientUserId)).map(({ agreementStatus }) => agreementStatus);

describe('200', () => {
  it('completes the agreement once, and takes it back', async () => {
    await host.create({ clientUserId: 'user-1' });
    expect(await agree('user-1')).toEqual({ status: 200, body: { success: true } });
    await agree('user-1');
    expect((await host.view('user-1')).body).toMatchObject({ agreementStatus: 'completed' });
    await agree('user-1', false);
    expect((await host.view('user-1')).body).toMatchObject({ agreementStatus: 'rejected' });
    expect(await agreements('user-1')).toEqual(['not_started', 'completed', 'rejected']);
  });

  it('makes nobody compliant whose identity is not approved too', async () => {
    await host.create({ clientUserId: 'user-2' });
    await agree('user-2');
    const { account_id: accountId } = await host.ctx.db
      .selectFrom('payer')
      .select('account_id')
      .where('client_user_id', '=', 'user-2')
      .executeTakeFirstOrThrow();
    const own = { accountId, clientUserId: 'user-2' };
    expect(await findPayer(host.ctx, own)).toMatchObject({ isCompliant: false });
    const ref = await host.decide('user-2', 'approved');
    await host.report('approve', ref);
    await runIdentityChecks(host.ctx, 100);
    expect(await findPayer(host.ctx, own)).toMatchObject({ isCompliant: true });
    expect((await host.events('user-2')).at(-1)).toMatchObject({
      event: 'compliance.updated',
      kycStatus: 'approved',
      agreementStatus: 'completed',
      isCompliant: true,
    });
    expect(await findPayer(host.ctx, { ...own, accountId: 'another' })).toBeUndefined();
  });
});

describe('400', () => {
  it.each([['yes'], [null], [1]])('for %j, and changes nothing', async (value) => {
    await host.create({ clientUserId: 'user-3' });
    expect(await agree('user-3', value)).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await agree('user-1', true, { 'x-api-key': '' })).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('for a payer of another account, and changes nothing', async () => {
    await host.create({ clientUserId: 'user-4' });
    expect(await agree('user-4', true, host.otherKey)).toMatchObject({ status: 404 });
    expect((await host.view('user-4')).body).toMatchObject({ agreementStatus: 'not_started' });
  });
});
