import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFeeConfig, ownLinked } from '../../../../tests/support/fee-configs.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('answers an array of one scope alone: the defaults, or the overrides of a client ID', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const { clientId } = await ownLinked(host, partner);
    expect(await host.call('listFeeConfigs', partner.key)).toEqual({ status: 200, body: [] });
    const first = await newFeeConfig(host, partner);
    const second = await newFeeConfig(host, partner, { flow: 'outgoing', feeBearer: 'payer' });
    const override = await newFeeConfig(host, partner, { clientId, bps: 0 });
    await newFeeConfig(host, other);
    await host.done('disableFeeConfig', partner.key, { params: { id: second } });
    expect(await host.call('listFeeConfigs', partner.key)).toMatchObject({
      body: [
        { id: first, status: 'active' },
        { id: second, status: 'disabled' },
      ],
    });
    const query = `clientId=${clientId}`;
    expect(await host.call('listFeeConfigs', partner.key, { query })).toMatchObject({
      body: [{ id: override, clientId, bps: 0 }],
    });
  });
});

describe('401', () => {
  it('takes the key of a partner alone', async () => {
    expect((await host.call('listFeeConfigs', {})).status).toBe(401);
  });
});

describe('404', () => {
  it('a client ID that is not linked to the partner', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const { clientId } = await ownLinked(host, other);
    const query = `clientId=${clientId}`;
    const answer = await host.call('listFeeConfigs', partner.key, { query });
    expect(answer).toMatchObject(refused(404, 'client_id_not_found'));
  });
});
