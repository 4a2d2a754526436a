import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_BRANDING_FIELDS, FULL_STYLE } from '../../../../tests/support/brandings.ts';
import { clientIdsNotLinked, ownLinked } from '../../../../tests/support/fee-configs.ts';
import {
  newIntent,
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (key: Readonly<Record<string, string>>, body: object = FULL_STYLE) =>
  host.call('createBranding', key, { body });

describe('201', () => {
  it('sets the style of the page for all payments of a partner', async () => {
    const partner = await host.newPartner();
    const answer = await create(partner.key);
    expect(answer).toEqual({
      status: 201,
      body: {
        id: textAt(answer.body, 'id'),
        orchestratorId: partner.orchestratorId,
        ...FULL_STYLE,
      },
    });
  });

  it('says it for a client ID alone, and leaves out what is not set', async () => {
    const partner = await host.newPartner();
    const { id: clientIdId, clientId } = await ownLinked(host, partner);
    const { status, body } = await create(partner.key, { clientId, logoPath: '/branding/A.JPEG' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: textAt(body, 'id'),
      clientIdId,
      logoPath: '/branding/A.JPEG',
      displayRequestBranding: false,
    });
  });

  it('writes the logs of both, and shows the platform nothing of who did it', async () => {
    const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
    const token = await newIntent(host, partner);
    const accepted = await host.done('acceptLinkIntent', platform.byWallet, {
      params: { token },
      body: { kyt: { provider: null } },
    });
    const clientId = textAt(accepted, 'clientId');
    const { body } = await create(partner.key, { clientId, termsPath: '/branding/t.html' });
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['account_id', 'action', 'actor_id', 'details'])
      .where('object_id', '=', textAt(body, 'id'))
      .execute();
    expect(entries).toHaveLength(2);
    const of = (accountId: string) => entries.find((entry) => entry.account_id === accountId);
    const own = of(partner.accountId);
    expect(own?.action).toBe('branding.created');
    expect(JSON.parse(own?.details ?? '')).toMatchObject({
      clientId,
      termsPath: '/branding/t.html',
    });
    expect(of(platform.accountId)).toMatchObject({ actor_id: null });
  });
});

describe('400', () => {
  it.each(BAD_BRANDING_FIELDS)('refuses %s as %j by the name of its field', async (field, bad) => {
    const partner = await host.newPartner();
    const answer = await create(partner.key, { [field]: bad });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await host.call('viewBranding', partner.key)).body).toBeNull();
  });

  it('refuses what is no field of a branding', async () => {
    const partner = await host.newPartner();
    expect(await create(partner.key, { fontFamily: 'serif' })).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('needs a credential', async () => {
    expect((await create({})).status).toBe(401);
  });
});

describe('404', () => {
  it('a client ID that is not linked to the partner is like none', async () => {
    const partner = await host.newPartner();
    for (const clientId of await clientIdsNotLinked(host, partner)) {
      const answer = await create(partner.key, { clientId });
      expect(answer).toMatchObject(refused(404, 'client_id_not_found'));
    }
  });
});

describe('409', () => {
  it('a second style of the same scope', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    expect((await create(partner.key)).status).toBe(201);
    expect((await create(partner.key, { clientId })).status).toBe(201);
    expect(await create(partner.key)).toMatchObject(refused(409, 'branding_exists'));
    expect(await create(partner.key, { clientId })).toMatchObject(refused(409, 'branding_exists'));
  });

  it('one of two that are sent at the same time', async () => {
    const partner = await host.newPartner();
    const answers = await Promise.all([create(partner.key), create(partner.key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
