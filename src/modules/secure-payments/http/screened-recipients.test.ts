import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#modules/clients/index.ts';
import { type FakeSanctions, fakeSanctions } from '../../../../tests/chains/fake/sanctions.ts';
import { TEST_SETTINGS } from '../../../../tests/support/context.ts';
import {
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const LISTED = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const OTHER = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const TRON = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
let lists: { readonly base: FakeSanctions; readonly mainnet: FakeSanctions };
let accountId: string;
let session: Headers;
let key: Headers;
beforeAll(async () => {
  const [base, mainnet] = [fakeSanctions('base'), fakeSanctions('mainnet')];
  if (base === undefined || mainnet === undefined) throw new Error('both have oracles');
  lists = { base, mainnet };
  host = await partnerHost({
    chains: connected(
      { ...stillChain('base'), sanctions: base },
      { ...stillChain('mainnet'), sanctions: mainnet },
      stillChain('sepolia'),
      stillChain('tron'),
    ),
    settings: { ...TEST_SETTINGS, sanctionsOracle: 'required' },
  });
  mainnet.listed.add(LISTED);
  ({ accountId, byEmail: session } = await host.newPeople());
  const { apiKey } = await createApiKey(host.ctx, { accountId, label: 'Till' });
  key = { 'x-api-key': apiKey };
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (recipient: string, more: object = {}) =>
  host.call('createPayoutLink', key, {
    body: {
      recipient,
      creatorWalletAddress: OTHER,
      network: 'base',
      currency: 'USDC-base',
      amount: '12.5',
      ...more,
    },
  });

const linksOf = async () =>
  await host.ctx.db
    .selectFrom('secure_payment')
    .select(['token', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('token')
    .execute();

const eventsOf = async (token: string) => {
  const rows = await host.ctx.db
    .selectFrom('event')
    .select('payload')
    .where('secure_payment_token', '=', token)
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload));
};

describe('a payout link to a recipient on a list of sanctioned addresses', () => {
  it('is answered as any other, ended from the beginning, and reported', async () => {
    const { status, body } = await create(LISTED);
    expect(status).toBe(201);
    const fine = await create(OTHER);
    expect(Object.keys(Object(body)).toSorted()).toEqual(Object.keys(Object(fine.body)).toSorted());
    const token = textAt(body, 'token');
    expect(await linksOf()).toContainEqual({ token, status: 'compliance_failed' });
    expect(await linksOf()).toContainEqual({
      token: textAt(fine.body, 'token'),
      status: 'pending',
    });
    expect(await eventsOf(token)).toEqual([
      {
        event: 'kyt.screening.completed',
        paymentToken: token,
        walletAddress: LISTED,
        eoaAddress: LISTED,
        smartAccountAddress: null,
        status: 'rejected',
        provider: 'sanctions_oracle',
        policyId: null,
        timestamp: host.ctx.now().toISOString(),
      },
    ]);
    const [requestId] = Object(body).requestIds;
    const query = `requestId=${requestId}`;
    const seen = await host.done('findSecurePayment', session, { query });
    expect(seen).toMatchObject({
      status: 'compliance_failed',
      childExecutable: false,
      blockReason: 'compliance_failed',
      payerKytResults: [],
      payeeKytResults: [
        {
          walletAddress: LISTED,
          walletType: 'eoa',
          status: 'rejected',
          reasonCode: 'screening_rejected',
          provider: 'sanctions_oracle',
        },
      ],
    });
  });

  it('cannot be paid as a part of a bundle, for that reason', async () => {
    const childTokens = [
      textAt((await create(LISTED)).body, 'token'),
      textAt((await create(OTHER)).body, 'token'),
    ];
    const { status, body } = await host.call('createMulticallPayout', key, {
      body: { childTokens },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ failures: [{ reason: 'compliance_failed' }] });
  });
});

describe('no payout link is created', () => {
  it('while a list gives no answer about its recipient', async () => {
    const before = await linksOf();
    lists.base.isGone = true;
    const unknown = '0x2222222222222222222222222222222222222222';
    expect(await create(unknown)).toMatchObject(refused(503, 'unavailable'));
    lists.base.isGone = false;
    expect(await linksOf()).toEqual(before);
    const kept = await host.ctx.db
      .selectFrom('refused_wallet')
      .select(['wallet_address', 'role', 'reason_code', 'provider', 'operation_id'])
      .where('account_id', '=', accountId)
      .execute();
    expect(kept).toEqual([
      {
        wallet_address: unknown,
        role: 'recipient',
        reason_code: 'provider_error',
        provider: 'sanctions_oracle',
        operation_id: 'createPayoutLink',
      },
    ]);
    expect((await create(unknown)).status).toBe(201);
  });

  it.each([
    ['sepolia', 'USDC-sepolia', OTHER],
    ['tron', 'USDT-tron', TRON],
  ])('on %s, where a list is required and there is none', async (network, currency, recipient) => {
    const before = await linksOf();
    const creatorWalletAddress = recipient;
    const made = await create(recipient, { network, currency, creatorWalletAddress });
    expect(made).toMatchObject(refused(400, 'screening_not_available'));
    expect(await linksOf()).toEqual(before);
  });
});

describe('an incoming link', () => {
  it('is not created on a network without a list, where one is required', async () => {
    const body = {
      requests: [
        { payee: TRON, amount: '1', invoiceCurrency: 'USDT-tron', paymentCurrency: 'USDT-tron' },
      ],
    };
    const made = await host.call('createSecurePayment', key, { body });
    expect(made).toMatchObject(refused(400, 'screening_not_available'));
  });

  it('is created for a payee whom nobody looks up', async () => {
    const { destinationId } = await host.newPlatform();
    expect(destinationId).toContain(USDC_BASE);
    const body = { requests: [{ destinationId, amount: '1' }] };
    expect(await host.call('createSecurePayment', key, { body })).toMatchObject({ status: 201 });
  });
});
