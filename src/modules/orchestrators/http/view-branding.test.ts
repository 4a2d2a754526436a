import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownLinked } from '../../../../tests/support/fee-configs.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (key: Readonly<Record<string, string>>, body: object) =>
  host.done('createBranding', key, { body });

describe('200', () => {
  it('answers null where there is none', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    await create((await host.newPartner()).key, { primaryActionColor: '#123' });
    for (const query of ['', `clientId=${clientId}`]) {
      expect(await host.call('viewBranding', partner.key, { query })).toEqual({
        status: 200,
        body: null,
      });
    }
  });

  it('answers the client ID’s own whole, else the default', async () => {
    const partner = await host.newPartner();
    const [branded, plain] = [await ownLinked(host, partner), await ownLinked(host, partner)];
    await create(partner.key, { primaryActionColor: '#111111', logoPath: '/branding/a.png' });
    await create(partner.key, { clientId: branded.clientId, primaryActionColor: '#222222' });
    const view = async (query?: string) =>
      (await host.call('viewBranding', partner.key, query === undefined ? {} : { query })).body;
    expect(await view()).toMatchObject({ primaryActionColor: '#111111' });
    expect(await view(`clientId=${plain.clientId}`)).toEqual(await view());
    const own = await view(`clientId=${branded.clientId}`);
    expect(own).toMatchObject({ clientIdId: branded.id, primaryActionColor: '#222222' });
    expect(own).not.toHaveProperty('logoPath');
  });
});

describe('401', () => {
  it('takes the key of a partner alone', async () => {
    expect((await host.call('viewBranding', {})).status).toBe(401);
  });
});

describe('404', () => {
  it('a client ID that is not linked to the partner', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const { clientId } = await ownLinked(host, other);
    const query = `clientId=${clientId}`;
    const answer = await host.call('viewBranding', partner.key, { query });
    expect(answer).toMatchObject(refused(404, 'client_id_not_found'));
  });
});
