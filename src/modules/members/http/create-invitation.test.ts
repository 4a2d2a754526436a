import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, type TeamHost, teamHost, textOf } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('201', () => {
  it('returns the link this once, and keeps a hash of its token', async () => {
    const { token, accountId } = await host.newOwner();
    const body = { role: 'finance', label: ' Grace, accounting ' };
    const made = await host.call('POST', '/v1/invitations', { token, body });
    const secret = textOf(made, 'token');
    expect(made).toMatchObject({
      status: 201,
      body: {
        role: 'finance',
        label: 'Grace, accounting',
        token: expect.stringMatching(/^inv_[\w-]{43}$/),
        url: `http://localhost:8083/invitation#${secret}`,
      },
    });
    const rows = await host.ctx.db.selectFrom('member_invitation').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const log = await host.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('account_id', '=', accountId)
      .where('action', '=', 'invitation.created')
      .execute();
    expect(log).toEqual([{ details: '{"role":"finance"}' }]);
  });
});

describe('400', () => {
  it.each([
    { role: 'god', label: 'Grace' },
    { role: 'viewer', label: '  ' },
    { role: 'viewer', label: 'a'.repeat(101) },
    { role: 'viewer', label: 'a\u202eb' },
    { role: 'viewer', label: 'Grace', accountId: 'another' },
  ])('for %j', async (body) => {
    const { token } = await host.newOwner();
    expect(await host.call('POST', '/v1/invitations', { token, body })).toMatchObject({
      status: 400,
    });
  });
});

describe('403', () => {
  it('for members who do not own the account', async () => {
    const { token } = await host.join(await host.newOwner(), 'developer');
    const body = { role: 'viewer', label: 'Grace' };
    const answer = await host.call('POST', '/v1/invitations', { token, body });
    expect(answer).toMatchObject(refused(403, 'role_too_low'));
  });
});

describe('409', () => {
  it('for the hundred and first open one, until one is revoked', async () => {
    const owner = await host.newOwner();
    const { id, token: _ } = await host.invite(owner);
    const row = await host.ctx.db
      .selectFrom('member_invitation')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 99 }, () => ({
      ...row,
      id: host.ctx.newOrderedId(),
      token_hash: host.ctx.random(32),
    }));
    await host.ctx.db.insertInto('member_invitation').values(others).execute();
    const one = { token: owner.token, body: { role: 'viewer', label: 'Grace' } };
    const answer = await host.call('POST', '/v1/invitations', one);
    expect(answer).toMatchObject(refused(409, 'too_many_invitations'));
    await host.call('DELETE', `/v1/invitations/${id}`, { token: owner.token });
    expect(await host.call('POST', '/v1/invitations', one)).toMatchObject({ status: 201 });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(
      await host.call('POST', '/v1/invitations', { body: { role: 'viewer', label: 'Grace' } }),
    ).toMatchObject({ status: 401 });
  });
});
