import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProfileHost, profileHost } from '../../../../tests/support/profile-host.ts';

let at: ProfileHost;
beforeAll(async () => {
  at = await profileHost();
});
afterAll(() => at[Symbol.asyncDispose]());

describe('200', () => {
  it('answers null where there is none, whatever others have', async () => {
    await at.call('PUT', { as: at.other, body: { displayName: 'Others' } });
    expect(await at.call('GET', { as: at.own })).toEqual({ status: 200, body: null });
  });

  it('answers the client ID’s own whole, else the account’s', async () => {
    const as = await at.newAccount();
    const [named, plain] = [await at.newClientId(as), await at.newClientId(as)];
    const supportUrl = 'mailto:help@shop.example';
    await at.call('PUT', { as, body: { displayName: 'Corner shop', supportUrl } });
    await at.call('PUT', { as, body: { clientId: named, displayName: 'Web shop' } });
    const view = async (clientId: string) => (await at.call('GET', { as, clientId })).body;
    expect(await view(named)).toMatchObject({
      displayName: 'Web shop',
      supportUrl: null,
      isOfClientId: true,
    });
    expect(await view(plain)).toMatchObject({ displayName: 'Corner shop', isOfClientId: false });
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('GET')).status).toBe(401);
  });
});

describe('404', () => {
  it('for a client ID of another account', async () => {
    const clientId = await at.newClientId(at.own);
    expect((await at.call('GET', { as: at.other, clientId })).status).toBe(404);
  });
});
