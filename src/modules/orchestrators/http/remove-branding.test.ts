import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL_STYLE } from '../../../../tests/support/brandings.ts';
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

const remove = (key: Readonly<Record<string, string>>, query = '') =>
  host.call('removeBranding', key, { query });

describe('200', () => {
  it('takes a style away once, and reports it', async () => {
    const partner = await host.newPartner();
    const made = await host.done('createBranding', partner.key, { body: FULL_STYLE });
    expect(await remove(partner.key)).toEqual({ status: 200, body: { removed: true } });
    expect(await remove(partner.key)).toEqual({ status: 200, body: { removed: false } });
    expect((await host.call('viewBranding', partner.key)).body).toBeNull();
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('object_id', '=', textAt(made, 'id'))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['branding.created', 'branding.removed']);
  });

  it('of a client ID’s own leaves the default, which then holds', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const query = `clientId=${clientId}`;
    await host.done('createBranding', partner.key, { body: FULL_STYLE });
    expect((await remove(partner.key, query)).body).toEqual({ removed: false });
    await host.done('createBranding', partner.key, { body: { clientId } });
    expect((await remove(partner.key, query)).body).toEqual({ removed: true });
    expect((await host.call('viewBranding', partner.key, { query })).body).toMatchObject(
      FULL_STYLE,
    );
  });
});

describe('401', () => {
  it('takes the key of a partner alone', async () => {
    expect((await remove({})).status).toBe(401);
  });
});

describe('404', () => {
  it('a client ID that is not linked to the partner, and its style stays', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const { clientId } = await ownLinked(host, other);
    const query = `clientId=${clientId}`;
    await host.done('createBranding', other.key, { body: { clientId } });
    expect(await remove(partner.key, query)).toMatchObject(refused(404, 'client_id_not_found'));
    expect((await host.call('viewBranding', other.key, { query })).body).not.toBeNull();
  });
});
