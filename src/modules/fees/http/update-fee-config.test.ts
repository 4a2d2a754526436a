import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFeeConfig, ownLinked } from '../../../../tests/support/fee-configs.ts';
import {
  type Partner,
  type PartnerHost,
  partnerHost,
  refused,
} from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

const update = (partner: Pick<Partner, 'key'>, id: string, body: object) =>
  host.call('updateFeeConfig', partner.key, { params: { id }, body });

describe('200', () => {
  it('changes what is named and keeps the rest', async () => {
    const partner = await host.newPartner();
    const id = await newFeeConfig(host, partner, { usdCap: '20' });
    expect(await update(partner, id, { bps: 100 })).toMatchObject({
      status: 200,
      body: { id, bps: 100, usdCap: '20', status: 'active', flow: 'incoming' },
    });
    const cleared = { usdCap: null, evmRecipientAddress: null, tronRecipientAddress: TRON };
    expect((await update(partner, id, cleared)).body).toMatchObject({ bps: 100, ...cleared });
  });

  it('makes a disabled one active again, and reports each change once', async () => {
    const partner = await host.newPartner();
    const id = await newFeeConfig(host, partner);
    await host.done('disableFeeConfig', partner.key, { params: { id } });
    expect((await update(partner, id, { status: 'active' })).body).toMatchObject({
      status: 'active',
    });
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'fee_config.created',
      'fee_config.disabled',
      'fee_config.updated',
    ]);
  });

  it('changes an override that is named with its client ID', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const id = await newFeeConfig(host, partner, { clientId });
    expect((await update(partner, id, { clientId, bps: 1 })).body).toMatchObject({
      clientId,
      bps: 1,
    });
  });
});

describe('400', () => {
  it.each([
    {},
    { flow: 'outgoing' },
    { feeBearer: 'payer' },
    { feeType: 'protocol_fee' },
    { bps: 10_001 },
    { bps: null },
    { usdCap: '1e3' },
    { status: null },
    { evmRecipientAddress: null },
    { tronRecipientAddress: '0x5555555555555555555555555555555555555555' },
  ])('refuses %j and changes nothing', async (body) => {
    const partner = await host.newPartner();
    const id = await newFeeConfig(host, partner);
    const before = await host.call('listFeeConfigs', partner.key);
    expect((await update(partner, id, body)).status).toBe(400);
    expect(await host.call('listFeeConfigs', partner.key)).toEqual(before);
  });

  it('refuses a change that names a client ID and nothing else', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const id = await newFeeConfig(host, partner, { clientId });
    expect((await update(partner, id, { clientId })).status).toBe(400);
  });
});

describe('401', () => {
  it('takes the key of a partner alone', async () => {
    const partner = await host.newPartner();
    const id = await newFeeConfig(host, partner);
    expect((await update({ key: {} }, id, { bps: 1 })).status).toBe(401);
  });
});

describe('404', () => {
  it('one of another partner, of another scope, of none', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const { clientId } = await ownLinked(host, partner);
    const id = await newFeeConfig(host, partner);
    const override = await newFeeConfig(host, partner, { clientId });
    for (const [who, named, more] of [
      [other, id, {}],
      [partner, id, { clientId }],
      [partner, override, {}],
      [partner, 'nothing', {}],
    ] as const) {
      const answer = await update(who, named, { bps: 1, ...more });
      expect(answer).toMatchObject(refused(404, 'fee_config_not_found'));
    }
    expect(await update(other, override, { bps: 1, clientId })).toMatchObject(
      refused(404, 'client_id_not_found'),
    );
  });
});
