import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProfileHost, profileHost } from '../../../../tests/support/profile-host.ts';

let at: ProfileHost;
beforeAll(async () => {
  at = await profileHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const remove = (as: ProfileHost['own'], clientId?: string) =>
  at.call('DELETE', { part: 'website', as, ...(clientId && { clientId }) });

/** An account whose client ID has a profile with a website, as it has itself. */
async function shop() {
  const as = await at.newAccount();
  const clientId = await at.newClientId(as);
  for (const scope of [{}, { clientId }]) {
    await at.call('PUT', { as, body: { ...scope, displayName: 'Corner shop' } });
    await at.call('PUT', { part: 'website', as, body: { ...scope, domain: 'shop.example' } });
  }
  return { as, clientId };
}

describe('200', () => {
  it('removes that of its scope alone, once, with an entry in the audit log', async () => {
    const { as, clientId } = await shop();
    expect(await remove(as, clientId)).toEqual({ status: 200, body: { removed: true } });
    expect(await remove(as, clientId)).toEqual({ status: 200, body: { removed: false } });
    expect((await at.call('GET', { as, clientId })).body).toMatchObject({
      displayName: 'Corner shop',
      website: null,
      isOfClientId: true,
    });
    expect((await at.call('GET', { as })).body).toMatchObject({
      website: { domain: 'shop.example' },
    });
    const removed = await at.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('account_id', '=', as.accountId)
      .where('action', '=', 'merchant_website.removed')
      .execute();
    const details = JSON.stringify({ clientId, domain: 'shop.example' });
    expect(removed).toEqual([{ details }]);
  });

  it('answers false without a profile', async () => {
    expect((await remove(await at.newAccount())).body).toEqual({ removed: false });
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('DELETE', { part: 'website' })).status).toBe(401);
  });
});

describe('404', () => {
  it('for a client ID of another account, whose website stays', async () => {
    const { as, clientId } = await shop();
    expect(await remove(at.other, clientId)).toMatchObject({
      status: 404,
      body: { code: 'client_id_not_found' },
    });
    expect((await at.call('GET', { as, clientId })).body).toMatchObject({
      website: { domain: 'shop.example' },
    });
  });
});
