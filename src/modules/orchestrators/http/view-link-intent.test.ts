import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newIntent,
  type PartnerHost,
  partnerHost,
  refused,
} from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const DAYS_2_MS = 2 * 24 * 60 * 60 * 1000;

describe('200', () => {
  it('shows what a platform accepts, to anybody who signed in', async () => {
    const partner = await host.newPartner();
    const token = await newIntent(host, partner, { domains: ['https://fruit.example'] });
    const { byEmail, byWallet } = await host.newPeople();
    for (const headers of [byEmail, byWallet]) {
      const shown = await host.call('viewLinkIntent', headers, { params: { token } });
      expect(shown).toEqual({
        status: 200,
        body: {
          valid: true,
          clientIdName: 'Fruit stall',
          orchestratorName: 'Stalls',
          allowedDomains: ['https://fruit.example'],
          kytRequired: true,
          kyt: null,
          expiresAt: '2026-01-04T03:04:05.000Z',
        },
      });
    }
  });

  it('shows the partner’s branding, where it has set one', async () => {
    const partner = await host.newPartner();
    const branding = await host.done('createBranding', partner.key, {
      body: { logoPath: '/branding/stalls/logo.png' },
    });
    const token = await newIntent(host, partner);
    const { byEmail } = await host.newPeople();
    const shown = await host.done('viewLinkIntent', byEmail, { params: { token } });
    expect(shown['branding']).toEqual(branding);
  });

  it('shows the screening that the partner has set', async () => {
    const kyt = { providers: [{ provider: 'hypernative' }] };
    const token = await newIntent(host, await host.newPartner(), { kyt });
    const { byEmail } = await host.newPeople();
    const shown = await host.done('viewLinkIntent', byEmail, { params: { token } });
    expect(shown).toMatchObject({
      kytRequired: false,
      kyt: { providers: [{ provider: 'hypernative', priority: 0 }] },
    });
  });
});

describe('401', () => {
  it('requires a session', async () => {
    const token = await newIntent(host, await host.newPartner());
    for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
      const answer = await host.call('viewLinkIntent', headers, { params: { token } });
      expect(answer.status).toBe(401);
    }
  });
});

describe('403', () => {
  it('an intent lives two days to the millisecond', async () => {
    const token = await newIntent(host, await host.newPartner());
    const { byEmail } = await host.newPeople();
    const view = () => host.call('viewLinkIntent', byEmail, { params: { token } });
    host.ctx.now.advance(DAYS_2_MS - 1);
    expect((await view()).status).toBe(200);
    host.ctx.now.advance(1);
    expect(await view()).toMatchObject(refused(403, 'LINK_INTENT_EXPIRED'));
  });
});

describe('404', () => {
  it('what opens nothing is not there', async () => {
    const token = await newIntent(host, await host.newPartner());
    const { byEmail } = await host.newPeople();
    const hash = await host.ctx.db.selectFrom('link_intent').select('token_hash').execute();
    const stored = `lit_${hash[0]?.token_hash.toString('hex').slice(0, 32)}`;
    for (const input of [`lit_${'0'.repeat(32)}`, token.toUpperCase(), `${token} `, stored, 'x']) {
      const answer = await host.call('viewLinkIntent', byEmail, { params: { token: input } });
      expect(answer).toMatchObject(refused(404, 'LINK_INTENT_NOT_FOUND'));
    }
  });
});
