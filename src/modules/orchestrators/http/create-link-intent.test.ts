import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { randomBeginnings } from '../../../../tests/support/unguessable.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const at = '2026-01-02T03:04:05.000Z';
const policyId = 'b5f9a0c4-4f0e-4c3a-9d1c-2f6b1f0f7a11';

describe('201', () => {
  it('answers the URL and the token once, for two days, and stores its hash only', async () => {
    const { key, orchestratorId } = await host.newPartner();
    const made = await host.call('createLinkIntent', key, {
      body: {
        clientIdName: 'Fruit stall',
        domains: ['https://fruit.example', 'http://localhost:3000'],
        externalId: 'acct-9',
        kyt: {
          providers: [{ provider: 'merklescience', policyId }, { provider: 'hypernative' }],
        },
      },
    });
    const token = textAt(made.body, 'intent.accessToken');
    expect(made).toEqual({
      status: 201,
      body: {
        url: `http://localhost:8082/onboarding/?token=${token}`,
        intent: {
          id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          accessToken: expect.stringMatching(/^lit_[0-9a-f]{32}$/),
          orchestratorId,
          clientIdName: 'Fruit stall',
          allowedDomains: ['https://fruit.example', 'http://localhost:3000'],
          externalId: 'acct-9',
          kyt: {
            providers: [
              { provider: 'merklescience', policyId, priority: 0 },
              { provider: 'hypernative', priority: 1 },
            ],
          },
          used: false,
          expiresAt: '2026-01-04T03:04:05.000Z',
          createdAt: at,
          updatedAt: at,
        },
      },
    });
    const rows = await host.ctx.db.selectFrom('link_intent').selectAll().execute();
    const audit = await host.ctx.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify([rows, audit])).not.toContain(token.slice(4));
  });

  it('has an id that those of the same millisecond do not give away', async () => {
    const { key } = await host.newPartner();
    const ids: string[] = [];
    while (ids.length < 10) {
      const { body } = await host.call('createLinkIntent', key, { body: { clientIdName: 'Shop' } });
      ids.push(textAt(body, 'intent.id'));
    }
    expect(randomBeginnings(ids).size).toBe(10);
  });

  it('needs a name and nothing else', async () => {
    const { key } = await host.newPartner();
    const made = await host.call('createLinkIntent', key, { body: { clientIdName: 'Shop' } });
    expect(made).toMatchObject({
      status: 201,
      body: { intent: { allowedDomains: [], externalId: null, kyt: null } },
    });
  });
});

describe('400', () => {
  const kyt = (...providers: unknown[]) => ({ kyt: { providers } });
  const domains = (...list: unknown[]) => ({ domains: list });
  it.each([
    ['no name', { clientIdName: undefined }],
    ['a long name', { clientIdName: 'a'.repeat(101) }],
    ['a blank name', { clientIdName: ' ' }],
    ['an origin twice', domains('https://a.example', 'https://a.example/')],
    ['a path', domains('https://a.example/shop')],
    ['a star', domains('https://*.a.example')],
    ['a number', domains(5)],
    ['eleven origins', domains(...Array.from({ length: 11 }, (_, i) => `https://${i}.example`))],
    ['a long externalId', { externalId: 'a'.repeat(256) }],
    ['an empty externalId', { externalId: '' }],
    ['a NUL', { externalId: 'a\0b' }],
    ['no provider', kyt()],
    ['three providers', kyt({ provider: 'hypernative' }, { provider: 'merklescience' }, {})],
    ['a provider twice', kyt({ provider: 'hypernative' }, { provider: 'hypernative' })],
    ['an unknown provider', kyt({ provider: 'me' })],
    ['a priority', kyt({ provider: 'hypernative', priority: 0 })],
    ['a policy that is no UUID', kyt({ provider: 'hypernative', policyId: 'strict' })],
    ['a plan without providers', { kyt: {} }],
    ['an unknown field', { expiresAt: '2030-01-01T00:00:00Z' }],
  ])('refuses %s and writes nothing', async (_what, input) => {
    const { key, orchestratorId } = await host.newPartner();
    const body = { clientIdName: 'Shop', ...input };
    expect(await host.call('createLinkIntent', key, { body })).toMatchObject({ status: 400 });
    const rows = await host.ctx.db
      .selectFrom('link_intent')
      .select('id')
      .where('orchestrator_id', '=', orchestratorId)
      .execute();
    expect(rows).toEqual([]);
  });

  it('names the origin that is wrong by the name that the body gives it', async () => {
    const { key } = await host.newPartner();
    const body = { clientIdName: 'Shop', domains: ['https://a.example', 'b.example'] };
    const answer = await host.call('createLinkIntent', key, { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_domain', errors: [{ field: 'domains[1]' }] },
    });
  });
});

describe('401', () => {
  it('requires the key of a partner', async () => {
    const body = { clientIdName: 'Shop' };
    for (const headers of [{}, { 'x-orchestrator-key': 'nothing' }]) {
      const answer = await host.call('createLinkIntent', headers, { body });
      expect(answer.status).toBe(401);
    }
  });
});
