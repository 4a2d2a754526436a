import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#modules/clients/index.ts';
import { FEE_RECEIVER, newFeeConfig, ownLinked } from '../../../../tests/support/fee-configs.ts';
import {
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';

const RECIPIENT = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const CREATOR = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const TRON = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const BODY = {
  recipient: RECIPIENT,
  creatorWalletAddress: CREATOR,
  network: 'base',
  currency: 'USDC-base',
  amount: '12.5',
};
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
let accountId: string;
let session: Headers;
let key: Headers;
beforeAll(async () => {
  host = await partnerHost();
  ({ accountId, byEmail: session } = await host.newPeople());
  const { apiKey } = await createApiKey(host.ctx, { accountId, label: 'Till' });
  key = { 'x-api-key': apiKey };
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (more: object = {}, headers: Headers = key) =>
  host.call('createPayoutLink', headers, { body: { ...BODY, ...more } });

const linkOf = (token: string) =>
  host.ctx.db
    .selectFrom('secure_payment as link')
    .innerJoin('secure_payment_request as asked', 'asked.secure_payment_token', 'link.token')
    .innerJoin('request', 'request.id', 'asked.request_id')
    .leftJoin('secure_payment_person as person', 'person.secure_payment_token', 'link.token')
    .selectAll(['request', 'person', 'link'])
    .where('link.token', '=', token)
    .executeTakeFirstOrThrow();

const countLinks = async () => {
  const { n } = await host.ctx.db
    .selectFrom('secure_payment')
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

describe('201', () => {
  it('is answered as an incoming link is, and written as an outgoing one', async () => {
    const { status, body } = await create({
      recipient: RECIPIENT.toLowerCase(),
      creatorWalletAddress: CREATOR.toLowerCase(),
      reference: 'SALARY-11',
      recipientIdentifier: 'employee 7',
      feePercentage: '2',
      feeAddress: FEE_RECEIVER,
      redirectUrl: 'https://shop.example/done',
      redirectLabel: 'Back to the books',
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        requestIds: [expect.stringMatching(/^01[0-9a-f]{64}$/)],
        securePaymentUrl: expect.stringMatching(/\/\?token=[0-9A-HJKMNP-TV-Z]{26}$/),
        token: expect.stringMatching(ULID),
        feePlan: expect.objectContaining({ flow: 'pay' }),
      },
    });
    expect(await linkOf(textAt(body, 'token'))).toMatchObject({
      account_id: accountId,
      flow: 'outgoing',
      payment_type: 'single',
      status: 'pending',
      creator_wallet_address: CREATOR,
      payee_address: RECIPIENT,
      recipient_identifier: 'employee 7',
      payer_identifier: null,
      network: 'base',
      currency_id: 'USDC-base',
      kind: 'token',
      expected_units: 12_500_000n,
      fee_units: 250_000n,
      fee_address: FEE_RECEIVER,
      redirect_label: 'Back to the books',
      destination_id: null,
    });
  });

  it('pays coins, and takes other spellings of a currency', async () => {
    const coins = await create({ currency: 'ETH-base-base', amount: '0.25' });
    expect(await linkOf(textAt(coins.body, 'token'))).toMatchObject({
      kind: 'native',
      expected_units: 250_000_000_000_000_000n,
    });
    const spelt = await create({ network: 'sepolia', currency: 'fUSDC-sepolia' });
    expect(await linkOf(textAt(spelt.body, 'token'))).toMatchObject({
      currency_id: 'USDC-sepolia',
    });
  });

  it('reads an allowlist and does not enforce it, and hides what the input names', async () => {
    const accessPolicy = { allowedPayerAddresses: [CREATOR], hidePayeeAddress: true };
    const { body } = await create({ accessPolicy });
    expect(await linkOf(textAt(body, 'token'))).toMatchObject({
      restricts_payers: false,
      hides_payee: true,
    });
  });

  it('by each way of proving, whose client ID, Origin and partner it keeps', async () => {
    const front = await host.newClientId(accountId, { allowedDomains: ['https://shop.example'] });
    const byClient = { 'x-client-id': front.clientId, origin: 'https://shop.example' };
    const partner = await host.newPartner();
    const linked = await ownLinked(host, partner);
    const pair = { ...partner.key, 'x-client-id': linked.clientId };
    const kept = async (headers: Headers) => {
      const { status, body } = await create({}, headers);
      expect(status).toBe(201);
      const { client_id_id, origin, orchestrator_id } = await linkOf(textAt(body, 'token'));
      return { client_id_id, origin, orchestrator_id };
    };
    const nobody = { client_id_id: null, origin: null, orchestrator_id: null };
    expect(await kept(key)).toEqual(nobody);
    expect(await kept(session)).toEqual(nobody);
    expect(await kept(byClient)).toEqual({
      ...nobody,
      client_id_id: front.id,
      origin: 'https://shop.example',
    });
    expect(await kept(pair)).toEqual({
      ...nobody,
      client_id_id: linked.id,
      orchestrator_id: partner.orchestratorId,
    });
  });

  it('agrees on the fees of payouts, which the payer bears by default', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    await newFeeConfig(host, partner, { flow: 'outgoing', feeBearer: 'payer', bps: 100 });
    await newFeeConfig(host, partner, { flow: 'incoming', bps: 900 });
    const { body } = await create({ amount: '200' }, { ...partner.key, 'x-client-id': clientId });
    expect(body).toMatchObject({
      feePlan: { flow: 'pay', netRecipientAmountUsd: '200', payerTotalAmountUsd: '202' },
    });
  });

  it('answers the same call with the same idempotency key as the first time', async () => {
    const headers = { ...key, 'idempotency-key': 'payout-once' };
    const before = await countLinks();
    const first = await create({}, headers);
    expect(await create({}, headers)).toEqual(first);
    expect(await countLinks()).toBe(before + 1);
  });
});

/** Each: what it is, the body, the field, and words that the refusal must hold. */
const BAD: readonly (readonly [string, Record<string, unknown>, string, string])[] = [
  ['no recipient', { recipient: undefined }, 'recipient', 'required'],
  ['half a recipient', { recipient: '0x12' }, 'recipient', 'recipient must be 0x and 40'],
  ['a recipient on Tron', { recipient: TRON }, 'recipient', 'recipient must be 0x and 40'],
  ['a mistyped recipient', { recipient: RECIPIENT.replace('Cc', 'cC') }, 'recipient', RECIPIENT],
  [
    'the token itself',
    { recipient: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    'recipient',
    "is the token's own contract",
  ],
  ['no creator', { creatorWalletAddress: undefined }, 'creatorWalletAddress', 'required'],
  ['a creator on Tron', { creatorWalletAddress: TRON }, 'creatorWalletAddress', 'must be 0x'],
  [
    'an unknown network',
    { network: 'goerli' },
    'network',
    "Invalid enum value. Expected 'mainnet' | 'arbitrum-one' | 'optimism' | 'base' | 'matic' | 'bsc' | 'tron' | 'sepolia', received 'goerli'",
  ],
  [
    'a currency of another network',
    { currency: 'USDC-mainnet' },
    'currency',
    'currency USDC-mainnet is not on the network base',
  ],
  ['no currency at all', { currency: 'NOPE-base' }, 'currency', 'is not a supported currency'],
  ['a fiat currency', { currency: 'USD' }, 'currency', 'must be a token or coin'],
  [
    'a network without a node',
    { network: 'optimism', currency: 'USDC-optimism' },
    'currency',
    'not available here',
  ],
  ['nothing', { amount: '0' }, 'amount', 'amount must be greater than 0'],
  ['more decimals than there are', { amount: '1.0000001' }, 'amount', 'USDC has 6'],
  ['an amount that is a number', { amount: 5 }, 'amount', 'must be a text'],
  ['a fee for nobody', { feePercentage: '1' }, 'feeAddress', 'feeAddress is required'],
  [
    'a label without URL',
    { redirectLabel: 'Back' },
    'redirectLabel',
    'redirectLabel cannot be provided without redirectUrl',
  ],
  ['an empty identifier', { recipientIdentifier: '' }, 'recipientIdentifier', '1 to 255'],
  ['a long reference', { reference: 'x'.repeat(256) }, 'reference', '1 to 255'],
  [
    'screening',
    { accessPolicy: { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' } },
    'accessPolicy.screeningProvider',
    'asks for screening: hypernative is not configured here',
  ],
  [
    'a bad allowlist',
    { accessPolicy: { allowedPayerAddresses: ['0x1'] } },
    'accessPolicy.allowedPayerAddresses[0]',
    'must be 0x and 40',
  ],
  ['a field of incoming links', { payerIdentifier: 'x' }, 'payerIdentifier', 'not a known field'],
];

describe('400', () => {
  it.each(BAD)('%s', async (...[, more, field, message]) => {
    const before = await countLinks();
    const { status, body } = await create(more);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(textAt(body, 'message')).toContain(message);
    expect(await countLinks()).toBe(before);
  });
});

describe('401', () => {
  it('requires a credential', async () => {
    expect((await create({}, {})).status).toBe(401);
  });
});

describe('403', () => {
  it('for a linked client ID that comes without its partner', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const answer = await create({}, { 'x-client-id': clientId });
    expect(answer).toMatchObject(refused(403, 'client_id_linked'));
  });
});
