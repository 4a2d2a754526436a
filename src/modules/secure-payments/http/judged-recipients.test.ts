import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#modules/clients/index.ts';
import { type FakeScreener, fakeScreener } from '../../../../tests/support/fake-screener.ts';
import {
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const BAD = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const GOOD = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const CREATOR = '0x2222222222222222222222222222222222222222';
const POLICY = 'e10bd3b9-89fc-4e78-8ffc-b5602adcfb34';
const KYT = { accessPolicy: { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' } };

let host: PartnerHost;
let vendor: FakeScreener;
let backup: FakeScreener;
let session: Readonly<Record<string, string>>;
let key: Readonly<Record<string, string>>;
beforeAll(async () => {
  vendor = fakeScreener('hypernative', { patientOutcome: 'approved' });
  backup = fakeScreener('merklescience');
  vendor.outcomes.set(BAD, 'rejected');
  host = await partnerHost({
    chains: connected(stillChain('base'), stillChain('tron')),
    screeners: new Map([
      ['hypernative', vendor],
      ['merklescience', backup],
    ]),
  });
  const people = await host.newPeople();
  session = people.byEmail;
  const { apiKey } = await createApiKey(host.ctx, { accountId: people.accountId, label: 'Till' });
  key = { 'x-api-key': apiKey };
});
afterAll(() => host[Symbol.asyncDispose]());

const bodyOf = (recipient: string, more: object = KYT) => ({
  recipient,
  creatorWalletAddress: CREATOR,
  network: 'base',
  currency: 'USDC-base',
  amount: '12.5',
  ...more,
});
const create = (recipient: string, more: object = KYT) =>
  host.call('createPayoutLink', key, { body: bodyOf(recipient, more) });

const eventsOf = async (token: string) => {
  const rows = await host.ctx.db
    .selectFrom('event')
    .select('payload')
    .where('secure_payment_token', '=', token)
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload));
};

const statusOf = async (token: string) =>
  await host.ctx.db
    .selectFrom('secure_payment')
    .select(['status', 'screening'])
    .where('token', '=', token)
    .executeTakeFirst();

describe('a payout link under a policy that has its recipient judged', () => {
  it('has ended from the beginning where the vendor rejects it, and says why to its owner', async () => {
    const { status, body } = await create(BAD);
    expect(status).toBe(201);
    const token = textAt(body, 'token');
    expect(await statusOf(token)).toMatchObject({ status: 'compliance_failed' });
    expect(await eventsOf(token)).toMatchObject([
      { walletAddress: BAD, status: 'rejected', provider: 'hypernative', policyId: null },
    ]);
    const [requestId] = Object(body).requestIds;
    const seen = await host.done('findSecurePayment', session, { query: `requestId=${requestId}` });
    expect(seen).toMatchObject({
      status: 'compliance_failed',
      accessPolicy: { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' },
      payeeKytResults: [
        {
          status: 'rejected',
          rawStatus: 'High',
          notes: 'Phishing, Mixer',
          provider: 'hypernative',
        },
      ],
    });
    const fine = textAt((await create(GOOD)).body, 'token');
    const bundle = await host.call('createMulticallPayout', key, {
      body: { childTokens: [token, fine] },
    });
    expect(bundle).toMatchObject({
      status: 400,
      body: { failures: [{ reason: 'compliance_failed' }] },
    });
  });

  it('is like any other where the vendor approves it, which is reported', async () => {
    vendor.queries.length = 0;
    const { body } = await create(CREATOR);
    const token = textAt(body, 'token');
    expect(await statusOf(token)).toMatchObject({ status: 'pending' });
    expect(await eventsOf(token)).toMatchObject([{ walletAddress: CREATOR, status: 'approved' }]);
    expect(vendor.queries).toMatchObject([{ direction: 'outgoing', network: 'base' }]);
  });

  it('waits for a late vendor', async () => {
    const late = '0x3333333333333333333333333333333333333333';
    vendor.outcomes.set(late, 'late');
    expect((await create(late)).status).toBe(201);
  });

  it('is not created where no vendor decides', async () => {
    const unknown = '0x4444444444444444444444444444444444444444';
    vendor.outcomes.set(unknown, 'failed');
    const before = await host.ctx.db.selectFrom('secure_payment').select('token').execute();
    expect(await create(unknown)).toMatchObject(refused(503, 'unavailable'));
    const after = await host.ctx.db.selectFrom('secure_payment').select('token').execute();
    expect(after).toHaveLength(before.length);
  });

  it('is refused where the vendor judges no wallets of the network', async () => {
    const tron = {
      ...KYT,
      network: 'tron',
      currency: 'USDT-tron',
      creatorWalletAddress: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    };
    const made = await create('TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', tron);
    expect(made).toMatchObject(refused(400, 'screening_not_available'));
  });
});

describe('a link that a partner creates', () => {
  it('takes its plan over, before its own policy, and asks the backup where the first fails', async () => {
    const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
    const intent = await host.done('createLinkIntent', partner.key, {
      body: {
        clientIdName: 'A shop',
        kyt: {
          providers: [{ provider: 'hypernative', policyId: POLICY }, { provider: 'merklescience' }],
        },
      },
    });
    const made = await host.done('acceptLinkIntent', platform.byWallet, {
      params: { token: textAt(intent, 'intent.accessToken') },
      body: {},
    });
    const pair = { ...partner.key, 'x-client-id': textAt(made, 'clientId') };
    const recipient = '0x5555555555555555555555555555555555555555';
    vendor.outcomes.set(recipient, 'failed');
    const off = { accessPolicy: { mode: 'off' } };
    const { status, body } = await host.call('createPayoutLink', pair, {
      body: bodyOf(recipient, off),
    });
    expect(status).toBe(201);
    const token = textAt(body, 'token');
    expect(JSON.parse((await statusOf(token))?.screening ?? '')).toEqual({
      providers: [
        { provider: 'hypernative', policyId: POLICY },
        { provider: 'merklescience', policyId: null },
      ],
      isOfPartner: true,
    });
    expect(vendor.queries.at(-1)).toMatchObject({ policyId: POLICY });
    expect(await eventsOf(token)).toMatchObject([
      { status: 'approved', provider: 'merklescience' },
    ]);
  });
});
