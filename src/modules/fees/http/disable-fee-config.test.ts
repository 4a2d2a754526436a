import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFeeConfig, ownLinked } from '../../../../tests/support/fee-configs.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('answers the config as disabled; again changes nothing and is not reported again', async () => {
    const partner = await host.newPartner();
    const params = { id: await newFeeConfig(host, partner) };
    const first = await host.call('disableFeeConfig', partner.key, { params });
    expect(first).toMatchObject({ status: 200, body: { id: params.id, status: 'disabled' } });
    expect(await host.call('disableFeeConfig', partner.key, { params })).toEqual(first);
    const { n } = await host.ctx.db
      .selectFrom('audit_entry')
      .select((row) => row.fn.countAll().as('n'))
      .where('object_id', '=', params.id)
      .where('action', '=', 'fee_config.disabled')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(1);
  });

  it('disables an override that is named with its client ID', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const params = { id: await newFeeConfig(host, partner, { clientId }) };
    const query = `clientId=${clientId}`;
    const answer = await host.call('disableFeeConfig', partner.key, { params, query });
    expect(answer).toMatchObject({ status: 200, body: { clientId, status: 'disabled' } });
  });
});

describe('401', () => {
  it('takes the key of a partner alone', async () => {
    const params = { id: await newFeeConfig(host, await host.newPartner()) };
    expect((await host.call('disableFeeConfig', {}, { params })).status).toBe(401);
  });
});

describe('404', () => {
  it('one of another partner or of another scope', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const { clientId } = await ownLinked(host, partner);
    const params = { id: await newFeeConfig(host, partner, { clientId }) };
    for (const { key } of [partner, other]) {
      const answer = await host.call('disableFeeConfig', key, { params });
      expect(answer).toMatchObject(refused(404, 'fee_config_not_found'));
    }
  });
});
