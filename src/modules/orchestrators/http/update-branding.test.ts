import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_BRANDING_FIELDS, FULL_STYLE } from '../../../../tests/support/brandings.ts';
import { ownLinked } from '../../../../tests/support/fee-configs.ts';
import {
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

const update = (key: Readonly<Record<string, string>>, body: object) =>
  host.call('updateBranding', key, { body });

describe('200', () => {
  it('sets what is named, keeps the rest, and reports it', async () => {
    const partner = await host.newPartner();
    const made = await host.done('createBranding', partner.key, { body: FULL_STYLE });
    const change = { primaryActionColor: '#0f766e', displayRequestBranding: false };
    const answer = await update(partner.key, change);
    expect(answer).toEqual({ status: 200, body: { ...made, ...change } });
    expect((await host.call('viewBranding', partner.key)).body).toEqual(answer.body);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('object_id', '=', textAt(made, 'id'))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['branding.created', 'branding.updated']);
  });

  it('sets the style of one client ID and leaves the default', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    await host.done('createBranding', partner.key, { body: FULL_STYLE });
    await host.done('createBranding', partner.key, { body: { clientId } });
    const answer = await update(partner.key, { clientId, cardBackgroundColor: '#000' });
    expect(answer).toMatchObject({ status: 200, body: { cardBackgroundColor: '#000' } });
    expect((await host.call('viewBranding', partner.key)).body).toMatchObject(FULL_STYLE);
  });
});

describe('400', () => {
  it.each(BAD_BRANDING_FIELDS)('refuses %s as %j by the name of its field', async (field, bad) => {
    const partner = await host.newPartner();
    await host.done('createBranding', partner.key, { body: FULL_STYLE });
    const answer = await update(partner.key, { [field]: bad });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await host.call('viewBranding', partner.key)).body).toMatchObject(FULL_STYLE);
  });

  it('refuses to set nothing', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    for (const body of [{}, { clientId }]) {
      expect(await update(partner.key, body)).toMatchObject({ status: 400 });
    }
  });
});

describe('401', () => {
  it('takes the key of a partner alone', async () => {
    expect((await update({}, { primaryActionColor: '#000' })).status).toBe(401);
  });
});

describe('404', () => {
  it('a scope that has no style of its own, with any default', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const change = { primaryActionColor: '#000' };
    expect(await update(partner.key, change)).toMatchObject(refused(404, 'branding_not_found'));
    await host.done('createBranding', partner.key, { body: FULL_STYLE });
    const answer = await update(partner.key, { ...change, clientId });
    expect(answer).toMatchObject(refused(404, 'branding_not_found'));
  });

  it('a client ID that is not linked to the partner', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const { clientId } = await ownLinked(host, other);
    await host.done('createBranding', other.key, { body: { clientId } });
    const answer = await update(partner.key, { clientId, primaryActionColor: '#000' });
    expect(answer).toMatchObject(refused(404, 'client_id_not_found'));
  });
});
