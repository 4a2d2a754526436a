import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProfileHost, profileHost } from '../../../../tests/support/profile-host.ts';

let at: ProfileHost;
beforeAll(async () => {
  at = await profileHost();
});
afterAll(() => at[Symbol.asyncDispose]());

describe('200', () => {
  it('removes that of its scope alone, once, with an entry in the audit log', async () => {
    const as = at.own;
    const clientId = await at.newClientId(as);
    await at.call('PUT', { as, body: { displayName: 'Corner shop' } });
    await at.call('PUT', { as, body: { clientId, displayName: 'Web shop' } });
    expect((await at.call('DELETE', { as, clientId })).body).toEqual({ removed: true });
    expect((await at.call('DELETE', { as, clientId })).body).toEqual({ removed: false });
    expect((await at.call('GET', { as, clientId })).body).toMatchObject({
      displayName: 'Corner shop',
    });
    const removed = await at.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('action', '=', 'merchant_profile.removed')
      .execute();
    expect(removed).toEqual([{ details: JSON.stringify({ clientId }) }]);
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('DELETE')).status).toBe(401);
  });
});

describe('404', () => {
  it('for a client ID of another account, whose profile stays', async () => {
    const as = at.own;
    const clientId = await at.newClientId(as);
    await at.call('PUT', { as, body: { clientId, displayName: 'Web shop' } });
    expect((await at.call('DELETE', { as: at.other, clientId })).status).toBe(404);
    expect((await at.call('GET', { as, clientId })).body).toMatchObject({ isOfClientId: true });
  });
});
