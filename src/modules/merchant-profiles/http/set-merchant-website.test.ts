import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProfileHost, profileHost } from '../../../../tests/support/profile-host.ts';

let at: ProfileHost;
beforeAll(async () => {
  at = await profileHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const setProfile = (as = at.own, clientId?: string) =>
  at.call('PUT', { as, body: { displayName: 'Corner shop', ...(clientId && { clientId }) } });
const set = (body: object, as = at.own) => at.call('PUT', { part: 'website', as, body });
const websiteOf = async (as: ProfileHost['own'], clientId?: string) =>
  (await at.call('GET', { as, ...(clientId && { clientId }) })).body?.['website'];

/** An account with a profile. */
async function shop() {
  const as = await at.newAccount();
  await setProfile(as);
  return as;
}

describe('200', () => {
  it('answers what proves the domain, and the audit log has it', async () => {
    const as = await shop();
    const { status, body } = await set({ domain: 'Shop.example.' }, as);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      displayName: 'Corner shop',
      website: {
        domain: 'shop.example',
        status: 'pending',
        proofText: expect.stringMatching(/^florin-domain=[0-9a-f]{48}$/),
        fileUrl: 'https://shop.example/.well-known/florin-domain.txt',
        recordName: '_florin-domain.shop.example',
        verifiedAt: null,
        checkedAt: null,
        failingSince: null,
        problem: null,
        nextCheckAt: at.ctx.now().toISOString(),
      },
    });
    const entries = await at.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('account_id', '=', as.accountId)
      .where('action', 'like', 'merchant_website%')
      .execute();
    const details = JSON.stringify({ clientId: null, domain: 'shop.example' });
    expect(entries).toEqual([{ action: 'merchant_website.set', details }]);
  });

  it('keeps the text of the same domain, and gives another domain another', async () => {
    const as = await shop();
    const textFor = async (domain: string) => {
      const { body } = await set({ domain }, as);
      return JSON.stringify(body?.['website']).match(/florin-domain=\w+/)?.[0];
    };
    const first = await textFor('shop.example');
    expect(await textFor('SHOP.example')).toBe(first);
    expect(await textFor('www.shop.example')).not.toBe(first);
    expect(await textFor('shop.example')).not.toBe(first);
  });

  it('gives the same domain of two profiles two texts', async () => {
    const [one, other] = [await shop(), await shop()];
    await set({ domain: 'shop.example' }, one);
    await set({ domain: 'shop.example' }, other);
    const texts = [await websiteOf(one), await websiteOf(other)].map(
      (website) => JSON.stringify(website).match(/florin-domain=\w+/)?.[0],
    );
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('sets that of a client ID beside that of its account, and a changed profile keeps both', async () => {
    const as = await shop();
    const clientId = await at.newClientId(as);
    await setProfile(as, clientId);
    await set({ domain: 'shop.example' }, as);
    await set({ domain: 'web.example', clientId }, as);
    await setProfile(as);
    await setProfile(as, clientId);
    expect(await websiteOf(as)).toMatchObject({ domain: 'shop.example' });
    expect(await websiteOf(as, clientId)).toMatchObject({ domain: 'web.example' });
  });
});

describe('400', () => {
  it.each([
    { domain: 'https://shop.example' },
    { domain: '127.0.0.1' },
    { domain: 'localhost' },
    { domain: 'p\u0430ypal.example' },
    { domain: `${'a.'.repeat(1_500)}example` },
    { domain: 'shop.example\0' },
    { domain: 7 },
    {},
  ])('names the domain, and changes nothing: %j', async (wrong) => {
    const as = at.other;
    await setProfile(as);
    const answer = await set(wrong, as);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'domain' }] } });
    expect(await websiteOf(as)).toBeNull();
  });

  it('for what is no field of a website', async () => {
    expect((await set({ domain: 'shop.example', status: 'verified' })).status).toBe(400);
  });
});

describe('401', () => {
  it('without a credential', async () => {
    const body = { domain: 'shop.example' };
    expect((await at.call('PUT', { part: 'website', body })).status).toBe(401);
  });
});

describe('404', () => {
  it('for a client ID of another account, as for one of nobody', async () => {
    const foreign = await at.newClientId(at.own);
    await setProfile(at.own, foreign);
    for (const clientId of [foreign, `cli_${'0'.repeat(20)}`, 'nonsense']) {
      const answer = await set({ domain: 'shop.example', clientId }, at.other);
      expect(answer).toMatchObject({ status: 404, body: { code: 'client_id_not_found' } });
    }
    expect(await websiteOf(at.own, foreign)).toBeNull();
  });
});

describe('409', () => {
  it('without a profile of exactly this account or client ID', async () => {
    const missing = { status: 409, body: { code: 'merchant_profile_missing' } };
    const as = await at.newAccount();
    expect(await set({ domain: 'shop.example' }, as)).toMatchObject(missing);
    await setProfile(as);
    const clientId = await at.newClientId(as);
    expect(await set({ domain: 'shop.example', clientId }, as)).toMatchObject(missing);
    expect(await websiteOf(as)).toBeNull();
  });
});
