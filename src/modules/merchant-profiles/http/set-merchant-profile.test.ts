import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProfileHost, profileHost } from '../../../../tests/support/profile-host.ts';

let at: ProfileHost;
beforeAll(async () => {
  at = await profileHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const WHOLE = {
  displayName: 'Corner shop',
  logoPath: '/branding/corner/logo.png',
  supportUrl: 'https://shop.example/help',
};
const set = (body: object, as = at.own) => at.call('PUT', { as, body });

const audit = (accountId = at.own.accountId) =>
  at.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_kind', 'details'])
    .where('object_kind', '=', 'merchant_profile')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();

describe('200', () => {
  it('answers the profile, and the audit log has it', async () => {
    expect(await set({ ...WHOLE, displayName: '  Corner   shop ' })).toEqual({
      status: 200,
      body: { ...WHOLE, website: null, isOfClientId: false, updatedAt: at.ctx.now().toISOString() },
    });
    expect(await audit()).toEqual([
      {
        action: 'merchant_profile.set',
        actor_kind: 'api_key',
        details: JSON.stringify({ clientId: null, ...WHOLE }),
      },
    ]);
  });

  it('replaces the whole profile: what is left out is not set', async () => {
    const as = await at.newAccount();
    await set(WHOLE, as);
    await set({ displayName: 'Market stall', logoPath: null }, as);
    expect((await at.call('GET', { as })).body).toMatchObject({
      displayName: 'Market stall',
      logoPath: null,
      supportUrl: null,
    });
  });

  it('sets that of a client ID beside that of its account', async () => {
    const as = await at.newAccount();
    const clientId = await at.newClientId(as);
    await set(WHOLE, as);
    const { body } = await set({ clientId, displayName: 'Web shop' }, as);
    expect(body).toMatchObject({ displayName: 'Web shop', isOfClientId: true });
    expect((await at.call('GET', { as })).body).toMatchObject({ displayName: 'Corner shop' });
  });

  it('answers a repeated call with its key as the first time, and writes once', async () => {
    const as = await at.newAccount();
    const headers = { 'idempotency-key': 'first' };
    const first = await at.call('PUT', { as, headers, body: WHOLE });
    expect(await at.call('PUT', { as, headers, body: WHOLE })).toEqual(first);
    expect(await audit(as.accountId)).toHaveLength(1);
  });
});

describe('400', () => {
  it.each([
    ['displayName', { displayName: '' }],
    ['displayName', { displayName: 'x'.repeat(61) }],
    ['displayName', { displayName: 'x'.repeat(2_001) }],
    ['displayName', { displayName: 'Corner \u202epohs' }],
    ['displayName', { displayName: 'Corner\u200bshop' }],
    ['displayName', { displayName: 'Corner\0shop' }],
    ['displayName', { displayName: 'Corner shop (verified)' }],
    ['displayName', { displayName: 7 }],
    ['displayName', { displayName: undefined }],
    ['logoPath', { logoPath: '/branding/logo.svg' }],
    ['logoPath', { logoPath: '/branding/../logo.png' }],
    ['logoPath', { logoPath: 'https://evil.example/branding/logo.png' }],
    ['logoPath', { logoPath: `/branding/${'x'.repeat(250)}.png` }],
    ['supportUrl', { supportUrl: 'javascript:alert(1)' }],
    ['supportUrl', { supportUrl: 'http://shop.example/' }],
    ['supportUrl', { supportUrl: `https://shop.example/${'x'.repeat(300)}` }],
  ])('names %s, and changes nothing: %j', async (field, wrong) => {
    const as = at.other;
    const { status, body } = await set({ ...WHOLE, ...wrong }, as);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await at.call('GET', { as })).body).toBeNull();
  });

  it('for what is no field of a profile', async () => {
    expect((await set({ ...WHOLE, verified: true }, at.other)).status).toBe(400);
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('PUT', { body: WHOLE })).status).toBe(401);
  });
});

describe('404', () => {
  it('for a client ID of another account, as for one of nobody', async () => {
    const foreign = await at.newClientId(at.own);
    for (const clientId of [foreign, `cli_${'0'.repeat(20)}`, 'nonsense']) {
      const answer = await set({ ...WHOLE, clientId }, at.other);
      expect(answer).toMatchObject({ status: 404, body: { code: 'client_id_not_found' } });
    }
  });
});
