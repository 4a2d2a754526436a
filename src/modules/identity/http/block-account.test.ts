import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  administrationsOf,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const block = (id: string, body: unknown = { reason: 'Sells what it may not' }) =>
  host.callAt('POST', `/v1/admin/accounts/${id}/block`, { token: host.administrator, body });
const blocked = { status: 403, body: { code: 'account_blocked' } };

async function accountWithKeys() {
  const person = await host.register();
  const { accountId } = Object((await host.call('GET', 'session', { token: person.token })).body);
  const body = { label: 'Till' };
  const made = await host.callAt('POST', '/v1/api-keys', { token: person.token, body });
  const clientId = await host.newClientId(accountId);
  return { ...person, accountId, apiKey: String(Object(made.body).apiKey), clientId };
}

describe('200', () => {
  it('refuses sessions, keys, client IDs and sign-in from the next call on, until it is unblocked', async () => {
    const { accountId, token, apiKey, clientId, email, password } = await accountWithKeys();
    const calls = async () => [
      await host.call('GET', 'session', { token }),
      await host.callAt('GET', '/v1/audit', { headers: { 'x-api-key': apiKey } }),
      await host.callAt('GET', '/v1/webhook', { headers: { 'x-client-id': clientId } }),
    ];
    expect((await calls()).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await block(accountId)).toMatchObject({ status: 200, body: { success: true } });
    for (const answer of await calls()) expect(answer).toMatchObject(blocked);
    const login = await host.call('POST', 'login', { body: { email, password } });
    expect(login).toMatchObject({ ...blocked, token: '' });
    // Who does not know the password learns nothing of it.
    const wrong = { email, password: 'not the password' };
    expect(await host.call('POST', 'login', { body: wrong })).toMatchObject({ status: 400 });
    const { administrator } = host;
    const path = `/v1/admin/accounts/${accountId}`;
    expect((await host.callAt('GET', path, { token: administrator })).body).toMatchObject({
      block: { reason: 'Sells what it may not', blockedAt: host.ctx.now().toISOString() },
    });
    await host.callAt('POST', `${path}/unblock`, { token: administrator });
    expect((await calls()).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('stands in both logs, in that of the account without who it was', async () => {
    const { accountId, token } = await accountWithKeys();
    await block(accountId);
    await host.callAt('POST', `/v1/admin/accounts/${accountId}/unblock`, {
      token: host.administrator,
    });
    const { entries } = Object((await host.callAt('GET', '/v1/audit', { token })).body);
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'account.unblocked', actor: { kind: 'session', id: null }, ipAddress: null },
      { action: 'account.blocked', actor: { kind: 'session', id: null }, ipAddress: null },
    ]);
    const recorded = await administrationsOf(host, 'account.blocked');
    expect(recorded.at(-1)).toMatchObject({
      actor_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      object_id: accountId,
      details: { reason: 'Sells what it may not', accountId },
    });
  });
});

describe('400', () => {
  it.each([
    {},
    { reason: '' },
    { reason: ' ' },
    { reason: 'x'.repeat(501) },
    { reason: 'a', b: 1 },
  ])('names what is wrong with %j', async (body) => {
    expect((await block('x', body)).status).toBe(400);
  });
});

describe('401 and 404', () => {
  const body = { reason: 'A reason' };
  describeKeptOut(() => host, { method: 'POST', path: '/v1/admin/accounts/x/block', body });

  it('knows no other account', async () => {
    expect(await block('nothing')).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
  });
});

describe('409', () => {
  it('is answered for the own account, that of Florin itself, and a second time', async () => {
    const own = Object((await host.call('GET', 'session', { token: host.administrator })).body);
    for (const id of [own.accountId, '0'.repeat(26)]) {
      expect(await block(id)).toMatchObject({
        status: 409,
        body: { code: 'account_not_blockable' },
      });
    }
    const { accountId } = await accountWithKeys();
    await block(accountId);
    expect(await block(accountId)).toMatchObject({
      status: 409,
      body: { code: 'account_already_blocked' },
    });
  });
});
