import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PayersHost, payersHost } from '../../../../tests/support/payers-host.ts';
import { runIdentityChecks } from '../run-identity-checks.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  host.identity.isDown = false;
  host.identity.calls.length = 0;
});

const renew = (clientUserId: string, headers: PayersHost['key'] = host.key) =>
  host.call('POST', `/v2/payer/${clientUserId}/check-page`, { headers });

const decide = async (clientUserId: string, status: 'approved' | 'rejected' | 'retry_required') => {
  const ref = await host.decide(clientUserId, status);
  await host.report(`${status} ${ref}`, ref);
  await runIdentityChecks(host.ctx, 100);
  host.identity.calls.length = 0;
};

describe('200', () => {
  it('answers the page that works, and asks the provider for none', async () => {
    const { body } = await host.create({ clientUserId: 'user-1' });
    host.identity.calls.length = 0;
    expect(await renew('user-1')).toMatchObject({
      status: 200,
      body: { kycStatus: 'pending', kycUrl: body['kycUrl'] },
    });
    expect(host.identity.calls).toEqual([]);
  });

  it('gives the page a new address once the old one has ended, for the same check', async () => {
    const { body } = await host.create({ clientUserId: 'user-2' });
    host.identity.calls.length = 0;
    host.now.advance(25 * 3_600_000);
    const renewed = await renew('user-2');
    expect(renewed.body['kycUrl']).toEqual(expect.any(String));
    expect(host.identity.calls).toEqual([`start ${String(body['userId'])}.1`]);
  });

  it('begins one other check for somebody who has to try again, however often it is asked for', async () => {
    const { body } = await host.create({ clientUserId: 'user-3' });
    await decide('user-3', 'retry_required');
    const answers = await Promise.all([renew('user-3'), renew('user-3')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(host.identity.calls)).toEqual(new Set([`start ${String(body['userId'])}.2`]));
    expect((await host.view('user-3')).body).toMatchObject({
      kycStatus: 'pending',
      kycUrl: expect.stringContaining('.2'),
    });
    const rows = await host.ctx.db
      .selectFrom('audit_entry')
      .select('object_id')
      .where('action', '=', 'payer.checked_again')
      .execute();
    expect(rows).toEqual([{ object_id: body['userId'] }]);
  });

  it('answers without a page while the provider is down', async () => {
    await host.create({ clientUserId: 'user-4' });
    await decide('user-4', 'retry_required');
    host.identity.isDown = true;
    const { status, body } = await renew('user-4');
    expect([status, body['kycStatus'], body['kycUrl']]).toEqual([200, 'not_started', undefined]);
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await renew('user-1', {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('for a payer of another account, and starts nothing', async () => {
    await host.create({ clientUserId: 'user-5' });
    host.identity.calls.length = 0;
    host.now.advance(25 * 3_600_000);
    expect(await renew('user-5', host.otherKey)).toMatchObject({
      status: 404,
      body: { code: 'payer_not_found' },
    });
    expect(host.identity.calls).toEqual([]);
  });
});

describe('409', () => {
  it.each(['approved', 'rejected'] as const)('for a payer who is %s', async (status) => {
    await host.create({ clientUserId: status });
    await decide(status, status);
    expect(await renew(status)).toMatchObject({ status: 409, body: { code: 'payer_check_over' } });
    expect((await host.view(status)).body).toMatchObject({ kycStatus: status });
    expect(host.identity.calls).toEqual([]);
  });
});
