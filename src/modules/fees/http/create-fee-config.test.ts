import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientIdsNotLinked,
  FEE_CONFIG_BODY,
  FEE_RECEIVER,
  newFeeConfig,
  ownLinked,
} from '../../../../tests/support/fee-configs.ts';
import {
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';

const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const USDT_ON_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TRON_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (key: Readonly<Record<string, string>>, more: object = {}) =>
  host.call('createFeeConfig', key, { body: { ...FEE_CONFIG_BODY, ...more } });

describe('201', () => {
  it('adds a default of the partner’s', async () => {
    const partner = await host.newPartner();
    const answer = await create(partner.key, { usdCap: '20' });
    expect(answer).toEqual({
      status: 201,
      body: {
        id: textAt(answer.body, 'id'),
        feeType: 'orchestrator_fee',
        bps: 250,
        usdCap: '20',
        feeBearer: 'recipient',
        evmRecipientAddress: FEE_RECEIVER,
        tronRecipientAddress: null,
        status: 'active',
        flow: 'incoming',
        createdAt: '2026-01-02T03:04:05.000Z',
        updatedAt: '2026-01-02T03:04:05.000Z',
        orchestratorId: partner.orchestratorId,
      },
    });
  });

  it('adds an override for a linked client ID, disabled at first if requested', async () => {
    const partner = await host.newPartner();
    const { id: clientIdId, clientId } = await ownLinked(host, partner);
    const { status, body } = await create(partner.key, { clientId, status: 'disabled' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ clientIdId, clientId, status: 'disabled', usdCap: null });
    expect(body).not.toHaveProperty('orchestratorId');
  });

  it('takes one for each flow and bearer, of the default and of each client ID', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    for (const flow of ['incoming', 'outgoing']) {
      for (const feeBearer of ['payer', 'recipient']) {
        expect(await create(partner.key, { flow, feeBearer })).toMatchObject({ status: 201 });
        const override = { flow, feeBearer, clientId };
        expect(await create(partner.key, override)).toMatchObject({ status: 201 });
      }
    }
  });

  it('writes addresses as their chains show them', async () => {
    const partner = await host.newPartner();
    const recipients = {
      evmRecipientAddress: '0x6923831acf5c327260d7ac7c9dff5b1c3cb3c7d7',
      tronRecipientAddress: TRON_WALLET,
    };
    expect((await create(partner.key, recipients)).body).toMatchObject({
      evmRecipientAddress: '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7',
      tronRecipientAddress: TRON_WALLET,
    });
  });

  it('writes the logs of both, and shows the platform nothing of who did it', async () => {
    const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
    const invited = await host.done('createLinkIntent', partner.key, {
      body: { clientIdName: 'Fruit' },
    });
    const accepted = await host.done('acceptLinkIntent', platform.byWallet, {
      params: { token: textAt(invited, 'intent.accessToken') },
      body: { kyt: { provider: null } },
    });
    const id = await newFeeConfig(host, partner, { clientId: textAt(accepted, 'clientId') });
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['account_id', 'action', 'actor_id'])
      .where('object_id', '=', id)
      .execute();
    expect(entries).toHaveLength(2);
    const of = (accountId: string) => entries.find((entry) => entry.account_id === accountId);
    expect(of(partner.accountId)).toMatchObject({ action: 'fee_config.created' });
    expect(of(platform.accountId)).toMatchObject({ actor_id: null });
  });
});

describe('400', () => {
  it.each([
    [{ bps: -1 }, 'bps'],
    [{ bps: 10_001 }, 'bps'],
    [{ bps: 2.5 }, 'bps'],
    [{ bps: '250' }, 'bps'],
    [{ feeBearer: 'payee' }, 'feeBearer'],
    [{ flow: 'get_paid' }, 'flow'],
    [{ usdCap: '0' }, 'usdCap'],
    [{ usdCap: '-5' }, 'usdCap'],
    [{ usdCap: '20 USD' }, 'usdCap'],
    [{ usdCap: '0.0000001' }, 'usdCap'],
    [{ usdCap: 20 }, 'usdCap'],
    [{ evmRecipientAddress: undefined }, 'evmRecipientAddress'],
    [{ evmRecipientAddress: `0x${'0'.repeat(40)}` }, 'evmRecipientAddress'],
    [{ evmRecipientAddress: '0x6923831acF5c327260D7ac7C9DfF5b1c3cB3C7D7' }, 'evmRecipientAddress'],
    [{ evmRecipientAddress: USDC_ON_BASE }, 'evmRecipientAddress'],
    [{ tronRecipientAddress: FEE_RECEIVER }, 'tronRecipientAddress'],
    [{ tronRecipientAddress: USDT_ON_TRON }, 'tronRecipientAddress'],
    [{ status: 'off' }, 'status'],
  ])('refuses %j by the name of its field', async (more, field) => {
    const partner = await host.newPartner();
    const answer = await create(partner.key, more);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await host.call('listFeeConfigs', partner.key)).body).toEqual([]);
  });

  it('refuses what is no field of a config', async () => {
    const partner = await host.newPartner();
    expect(await create(partner.key, { feeType: 'protocol_fee' })).toMatchObject({ status: 400 });
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
  it('a flow and bearer that the scope has, also while it is disabled', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const id = await newFeeConfig(host, partner);
    await newFeeConfig(host, partner, { clientId });
    expect(await create(partner.key)).toMatchObject(refused(409, 'fee_config_exists'));
    await host.done('disableFeeConfig', partner.key, { params: { id } });
    expect(await create(partner.key)).toMatchObject(refused(409, 'fee_config_exists'));
    expect(await create(partner.key, { clientId })).toMatchObject(
      refused(409, 'fee_config_exists'),
    );
  });

  it('one of two that are sent at the same time', async () => {
    const partner = await host.newPartner();
    const answers = await Promise.all([create(partner.key), create(partner.key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
