import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';
import { ADA } from '../../../../tests/support/identity-host.ts';
import {
  addApp,
  beginSignIn,
  codeAt,
  finishSignIn,
} from '../../../../tests/support/second-factors.ts';
import { grantAdministrator, revokeAdministrator } from '../grant-administrator.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const search = async (query: string) => {
  const path = `/v1/admin/accounts?${query}`;
  const { status, body } = await host.callAt('GET', path, { token: host.administrator });
  const { accounts = [], nextCursor } = Object(body);
  return { status, nextCursor, names: accounts.map(({ name }: { name: string }) => name), body };
};

describe('200', () => {
  it('finds an account by its id and by how name, email address or wallet begins', async () => {
    const { email, token } = await host.register();
    const session = Object((await host.call('GET', 'session', { token })).body);
    for (const query of [session.accountId, email.toUpperCase().slice(0, -3), email]) {
      const { body } = await search(`search=${encodeURIComponent(query)}`);
      expect(Object(body).accounts).toEqual([
        {
          id: session.accountId,
          name: 'New account',
          createdAt: host.ctx.now().toISOString(),
          members: 1,
          blockedAt: null,
        },
      ]);
    }
    const wallet = ADA.address.slice(0, 10).toLowerCase();
    expect((await search(`search=${wallet}`)).names).toHaveLength(1);
    expect((await search('search=florin itself')).names).toEqual(['Florin itself']);
  });

  it('takes no pattern: what looks like one is a text', async () => {
    for (const query of ['%25', '_', '%5C']) {
      expect((await search(`search=${query}`)).names).toEqual([]);
    }
  });

  it('walks all accounts by its cursors, each once', async () => {
    for (let made = 0; made < 3; made += 1) await host.register();
    const all = await search('limit=100');
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await search(`limit=2${cursor}`);
      walked.push(...Object(page.body).accounts.map(({ id }: { id: string }) => id));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(walked).toEqual(Object(all.body).accounts.map(({ id }: { id: string }) => id));
  });
});

describe('400', () => {
  it.each(['search=', 'limit=0', 'limit=101', 'cursor=x', 'more=1', 'search=a%00'])(
    'names what is wrong with %s',
    async (query) => {
      expect((await search(query)).status).toBe(400);
    },
  );
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: '/v1/admin/accounts' });
});

describe('403', () => {
  it('asks an administrator with a password for a second factor', async () => {
    const { email, password, token } = await host.register();
    await grantAdministrator({ ...host.ctx, actor: { kind: 'operator' } }, email);
    const call = (by: string) => host.callAt('GET', '/v1/admin/accounts', { token: by });
    expect(await call(token)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    const { secret } = await addApp(host, token);
    expect(await call(token)).toMatchObject({ status: 200 });
    host.advance(30_000);
    const pending = await beginSignIn(host, { email, password });
    const code = codeAt(secret, host.ctx.now());
    const done = await finishSignIn(host, pending.token, { method: 'totp', code });
    expect(await call(done.token)).toMatchObject({ status: 200 });
    await revokeAdministrator({ ...host.ctx, actor: { kind: 'operator' } }, email);
    expect(await call(done.token)).toMatchObject({ status: 404 });
  });
});
