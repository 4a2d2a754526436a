import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';

const PATH = '/v1/admin/audit';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const list = (query = '') => host.callAt('GET', `${PATH}${query}`, { token: host.administrator });
const entriesOf = async (query: string) => Object((await list(query)).body).entries;

/** A new account that an administrator blocked. */
async function blockedAccount(reason: string): Promise<string> {
  const { token } = await host.register();
  const { accountId } = Object((await host.call('GET', 'session', { token })).body);
  const path = `/v1/admin/accounts/${accountId}/block`;
  await host.callAt('POST', path, { token: host.administrator, body: { reason } });
  return accountId;
}

describe('200', () => {
  it('says which administrator did what to which account, also once the session is gone', async () => {
    const id = await blockedAccount('Sells what it may not');
    const own = Object((await host.call('GET', 'session', { token: host.administrator })).body);
    expect(await entriesOf('?limit=1')).toEqual([
      {
        id: expect.any(String),
        actor: { kind: 'session', id: own.id },
        action: 'account.blocked',
        object: { kind: 'account', id },
        details: { reason: 'Sells what it may not', accountId: id, personId: own.personId },
        ipAddress: '127.0.0.1',
        correlationId: expect.any(String),
        createdAt: host.ctx.now().toISOString(),
      },
    ]);
  });

  it('says what operators did, such as making administrators', async () => {
    expect(await entriesOf('?action=administrator.granted')).toMatchObject([
      { actor: { kind: 'operator', id: null }, ipAddress: null },
    ]);
  });

  it('holds nothing of the logs of accounts', async () => {
    const { token } = await host.register();
    await host.callAt('POST', '/v1/api-keys', { token, body: { label: 'Till' } });
    expect(await entriesOf('?action=api_key.created')).toEqual([]);
  });

  it('goes newest first from page to page, and keeps to one object', async () => {
    const ids = [await blockedAccount('one'), await blockedAccount('two')];
    const first = Object((await list('?action=account.blocked&limit=1')).body);
    const second = await entriesOf(`?action=account.blocked&limit=1&cursor=${first.nextCursor}`);
    const shown = [...first.entries, ...second].map(({ object }) => object.id);
    expect(shown).toEqual(ids.toReversed());
    expect(await entriesOf(`?objectId=${ids[0]}`)).toMatchObject([{ details: { reason: 'one' } }]);
  });
});

describe('400', () => {
  it.each(['?limit=0', '?cursor=x', '?action=', '?accountId=x'])('refuses %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: PATH });
});
