import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Colleague,
  refused,
  type TeamHost,
  teamHost,
} from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const open = (token: string, accountId: string) =>
  host.call('POST', '/v1/auth/account', { token, body: { accountId } });

/** Somebody who owns one account and is a viewer of another. */
async function inTwo(): Promise<{ readonly member: Colleague; readonly own: string }> {
  const owner = await host.newOwner();
  const member = await host.join(owner, 'viewer');
  const { body } = await host.call('GET', '/v1/auth/accounts', { token: member.token });
  const [first] = Array.isArray(body['accounts']) ? body['accounts'] : [];
  return { member, own: String(first.accountId) };
}

describe('200', () => {
  it('opens a session in the other account with the role there, and ends the calling one', async () => {
    const { member, own } = await inTwo();
    const answer = await open(member.token, own);
    expect(answer.status).toBe(200);
    expect(await host.session(member.token)).toMatchObject({ status: 401 });
    const there = await host.session(answer.token);
    expect(there).toMatchObject({ status: 200, body: { accountId: own, role: 'owner' } });
    const keys = await host.call('GET', '/v1/api-keys', { token: answer.token });
    expect(keys.body).toEqual({ apiKeys: [] });
  });

  it('lives no longer than the session that it replaces, and is opened by the next sign-in', async () => {
    const { member, own } = await inTwo();
    const before = await host.session(member.token);
    host.advance(60_000);
    const { token } = await open(member.token, own);
    const after = await host.session(token);
    expect(after.body['expiresAt']).toBe(before.body['expiresAt']);
    const again = await host.session(await host.logIn(member));
    expect(again.body['accountId']).toBe(own);
  });
});

describe('404', () => {
  it('for an account of others as for one that never was, and leaves the session', async () => {
    const [owner, other] = [await host.newOwner(), await host.newOwner()];
    for (const id of [other.accountId, 'none']) {
      expect(await open(owner.token, id)).toMatchObject(refused(404, 'account_not_found'));
    }
    expect(await host.session(owner.token)).toMatchObject({ status: 200 });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(
      await host.call('POST', '/v1/auth/account', { body: { accountId: 'one' } }),
    ).toMatchObject({ status: 401 });
  });
});
