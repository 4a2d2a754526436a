import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiKey } from '#modules/clients/index.ts';
import { FEE_RECEIVER, newFeeConfig, ownLinked } from '../../../../tests/support/fee-configs.ts';
import {
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';

const CREATOR = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const OTHER = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const UNKNOWN = '01KC9V3GJ0T5W8XQ2ZB7MH4RYN';
const DAY_MS = 24 * 60 * 60 * 1_000;

type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
let accountId: string;
let key: Headers;
beforeAll(async () => {
  host = await partnerHost();
  ({ accountId } = await host.newPeople());
  key = await keyOf(accountId);
});
afterAll(() => host[Symbol.asyncDispose]());

async function keyOf(ownerId: string): Promise<Headers> {
  const { apiKey } = await createApiKey(host.ctx, { accountId: ownerId, label: 'Till' });
  return { 'x-api-key': apiKey };
}

const Created = z.looseObject({ token: z.string(), requestIds: z.array(z.string()) });

async function payout(more: object = {}, headers: Headers = key) {
  const body = {
    recipient: OTHER,
    creatorWalletAddress: CREATOR,
    network: 'base',
    currency: 'USDC-base',
    amount: '12.5',
    ...more,
  };
  return Created.parse(await host.done('createPayoutLink', headers, { body }));
}

const merge = (tokens: readonly string[], headers: Headers = key, more: object = {}) =>
  host.call('createBatchPayoutLink', headers, { body: { tokens, ...more } });

async function merged(tokens: readonly string[], headers?: Headers, more?: object) {
  const { status, body } = await merge(tokens, headers, more);
  expect({ status, body }).toMatchObject({ status: 201 });
  return Created.parse(body);
}

const linkRow = (token: string) =>
  host.ctx.db
    .selectFrom('secure_payment')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();

const askedBy = async (token: string) => {
  const { rows } = await sql<{ request_id: string; superseded: boolean }>`
    select request.request_id, asked.superseded from secure_payment_request asked
    join request on request.id = asked.request_id
    where asked.secure_payment_token = ${token} order by position`.execute(host.ctx.db);
  return rows;
};

/** The issues of a refusal, by the index of the token. */
const problems = (answer: { status: number; body: unknown }) => {
  const { errors } = z
    .looseObject({ errors: z.array(z.object({ field: z.string(), message: z.string() })) })
    .parse(answer.body);
  return { status: answer.status, ...Object.fromEntries(errors.map((e) => [e.field, e.message])) };
};

describe('201', () => {
  it('makes one outgoing batch of them, in their order, and withdraws each', async () => {
    const [a, b] = [await payout(), await payout({ currency: 'ETH-base-base', amount: '0.1' })];
    const redirect = { redirectUrl: 'https://shop.example/x', redirectLabel: 'Back' };
    const { status, body } = await merge([b.token, a.token], key, redirect);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        token: expect.any(String),
        securePaymentUrl: expect.stringContaining('/?token='),
        requestIds: [...b.requestIds, ...a.requestIds],
        feePlan: null,
      },
    });
    const token = textAt(body, 'token');
    expect(await linkRow(token)).toMatchObject({
      account_id: accountId,
      payment_type: 'batch',
      flow: 'outgoing',
      status: 'pending',
      creator_wallet_address: CREATOR,
      redirect_url: redirect.redirectUrl,
      redirect_label: redirect.redirectLabel,
    });
    expect((await askedBy(token)).map(({ superseded }) => superseded)).toEqual([false, false]);
    for (const child of [a, b]) {
      expect(await linkRow(child.token)).toMatchObject({ status: 'invalidated' });
      expect(await askedBy(child.token)).toEqual([
        { request_id: child.requestIds[0], superseded: true },
      ]);
    }
  });

  it('records in the feed which link replaced which', async () => {
    const children = [await payout(), await payout()];
    const { token } = await merged(children.map((child) => child.token));
    const rows = await host.ctx.db
      .selectFrom('event')
      .select(['payload', 'secure_payment_token'])
      .where('type', '=', 'link.invalidated')
      .where('account_id', '=', accountId)
      .execute();
    const reported = rows.map(({ payload }) => JSON.parse(payload));
    expect(reported.filter(({ replacedBy }) => replacedBy === token)).toEqual(
      children.map((child) => ({
        event: 'link.invalidated',
        securePaymentToken: child.token,
        paymentToken: child.token,
        reason: 'replaced',
        replacedBy: token,
        timestamp: expect.any(String),
      })),
    );
  });

  it('finds the new link by the requests of the old ones', async () => {
    const { byEmail, accountId: mine } = await host.newPeople();
    const apiKey = await keyOf(mine);
    const [a, b] = [await payout({}, apiKey), await payout({}, apiKey)];
    const { token } = await merged([a.token, b.token], apiKey);
    const found = await host.done('findSecurePayment', byEmail, {
      query: `requestId=${a.requestIds[0]}`,
    });
    expect(found).toMatchObject({ token, status: 'pending', paymentType: 'batch' });
  });

  it('hides what one of them hides, and keeps no creator where they differ', async () => {
    const a = await payout({ accessPolicy: { hidePayeeAddress: true } });
    const b = await payout({ creatorWalletAddress: OTHER });
    const { token } = await merged([a.token, b.token]);
    expect(await linkRow(token)).toMatchObject({
      hides_payee: true,
      hides_until_approved: false,
      creator_wallet_address: null,
    });
  });

  it('keeps the client ID and the partner that they were created with', async () => {
    const partner = await host.newPartner();
    const linked = await ownLinked(host, partner);
    const pair = { ...partner.key, 'x-client-id': linked.clientId };
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(() => payout({}, pair)));
    const owner = { client_id_id: linked.id, orchestrator_id: partner.orchestratorId };
    const byPair = await merged([a?.token ?? '', b?.token ?? ''], pair);
    expect(await linkRow(byPair.token)).toMatchObject(owner);
    const ownKey = await keyOf(partner.accountId);
    const byKey = await merged([c?.token ?? '', d?.token ?? ''], ownKey);
    expect(await linkRow(byKey.token)).toMatchObject(owner);
  });

  it('keeps the fees that were agreed for each, and reports their sum', async () => {
    const partner = await host.newPartner();
    const linked = await ownLinked(host, partner);
    const pair = { ...partner.key, 'x-client-id': linked.clientId };
    const plain = await payout({}, pair);
    const id = await newFeeConfig(host, partner, {
      flow: 'outgoing',
      feeBearer: 'payer',
      bps: 100,
    });
    const priced = await payout({}, pair);
    await host.done('updateFeeConfig', partner.key, { params: { id }, body: { bps: 9_000 } });
    const both = await merged([plain.token, priced.token], pair);
    expect(both).toMatchObject({
      feePlan: {
        grossAmountUsd: '25',
        payerTotalAmountUsd: '25.125',
        fees: [{ percentageBps: 100, calculatedAmountUsd: '0.125' }],
      },
    });
    const { byEmail } = partner;
    const found = await host.done('findSecurePayment', byEmail, {
      query: `requestId=${priced.requestIds[0]}`,
    });
    expect(found).toMatchObject({ token: both.token, feePlan: both['feePlan'] });
  });

  it('takes two hundred', async () => {
    const children = await Promise.all(Array.from({ length: 200 }, () => payout()));
    const { requestIds } = await merged(children.map(({ token }) => token));
    expect(requestIds).toEqual(children.flatMap((child) => child.requestIds));
  });

  it('happens once for one idempotency key', async () => {
    const [a, b] = [await payout(), await payout()];
    const headers = { ...key, 'idempotency-key': 'merge-once' };
    const first = await merge([a.token, b.token], headers);
    expect(first.status).toBe(201);
    expect(await merge([a.token, b.token], headers)).toEqual(first);
  });

  it('of two with the same payout one succeeds, and the other is refused', async () => {
    const [a, b, c] = [await payout(), await payout(), await payout()];
    const answers = await Promise.all([merge([a.token, b.token]), merge([c.token, a.token])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const losing = answers.find(({ status }) => status === 400);
    expect(textAt(losing?.body, 'message')).toContain(`${a.token} was withdrawn or replaced`);
  });
});

describe('400, which changes nothing and names each token', () => {
  const unchanged = async (token: string) =>
    expect(await linkRow(token)).toMatchObject({ status: 'pending' });

  it('one that is named twice', async () => {
    const a = await payout();
    expect(problems(await merge([a.token, a.token]))).toEqual({
      status: 400,
      'tokens[1]': `tokens[1]: ${a.token} is named twice`,
    });
    await unchanged(a.token);
  });

  it('one of another account, in the words for none at all', async () => {
    const foreign = await payout({}, await keyOf((await host.newPeople()).accountId));
    const a = await payout();
    const message = (token: string) => `tokens[1]: ${token} is no secure payment of this account`;
    for (const token of [UNKNOWN, foreign.token, 'x', "'; --"]) {
      expect(problems(await merge([a.token, token]))).toEqual({
        status: 400,
        'tokens[1]': message(token),
      });
    }
    await unchanged(a.token);
    await unchanged(foreign.token);
  });

  it('issues of own links reveal nothing about a foreign one', async () => {
    const unrelated = await keyOf((await host.newPeople()).accountId);
    const foreign = await payout({ network: 'sepolia', currency: 'USDC-sepolia' }, unrelated);
    const a = await payout();
    expect(Object.keys(problems(await merge([foreign.token, a.token])))).toEqual([
      'status',
      'tokens[0]',
    ]);
  });

  it('a partner reaches only what it created itself', async () => {
    const partner = await host.newPartner();
    const linked = await ownLinked(host, partner);
    const pair = { ...partner.key, 'x-client-id': linked.clientId };
    const [a, own] = [await payout({}, pair), await payout({}, await keyOf(partner.accountId))];
    expect(problems(await merge([a.token, own.token], pair))).toMatchObject({
      'tokens[1]': expect.stringContaining('is no secure payment of this account'),
    });
  });

  it('one that is incoming, and one that is a batch', async () => {
    const incoming = Created.parse(
      await host.done('createSecurePayment', key, {
        body: {
          requests: [
            {
              destinationId: `${OTHER}@eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`,
              amount: '1',
            },
          ],
        },
      }),
    );
    const [a, b] = [await payout(), await payout()];
    const batch = await merged([a.token, b.token]);
    expect(problems(await merge([incoming.token, batch.token, a.token]))).toEqual({
      status: 400,
      'tokens[0]': `tokens[0]: ${incoming.token} is incoming: only payouts can be put together`,
      'tokens[1]': `tokens[1]: ${batch.token} is a batch: only single payouts can be put together`,
      'tokens[2]': `tokens[2]: ${a.token} was withdrawn or replaced`,
    });
  });

  it.each([
    ['completed', 'was paid already'],
    ['expired', 'has expired'],
    ['compliance_failed', 'was refused'],
  ])('one that is %s', async (status, message) => {
    const [a, b] = [await payout(), await payout()];
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ status })
      .where('token', '=', b.token)
      .execute();
    expect(problems(await merge([a.token, b.token]))).toEqual({
      status: 400,
      'tokens[1]': `tokens[1]: ${b.token} ${message}`,
    });
    await unchanged(a.token);
  });

  it('one whose deadline has passed, before the sweep ran', async () => {
    const [a, b] = [await payout(), await payout()];
    host.ctx.now.advance(8 * DAY_MS);
    const c = await payout();
    expect(Object.keys(problems(await merge([a.token, b.token, c.token])))).toEqual([
      'status',
      'tokens[0]',
      'tokens[1]',
    ]);
  });

  it('those of other networks', async () => {
    const [a, b] = [await payout(), await payout({ network: 'sepolia', currency: 'USDC-sepolia' })];
    expect(problems(await merge([a.token, b.token]))).toMatchObject({
      status: 400,
      'tokens[1]': `tokens[1]: ${b.token} is on sepolia, not on base: All requests must be on the same network`,
    });
  });

  it('those whose fees go elsewhere', async () => {
    const fee = (feeAddress: string) => ({ feePercentage: '1', feeAddress });
    const a = await payout(fee(FEE_RECEIVER));
    const [b, c] = [await payout(), await payout(fee(CREATOR))];
    expect(Object.keys(problems(await merge([a.token, b.token, c.token])))).toEqual([
      'status',
      'tokens[2]',
    ]);
    await merged([b.token, a.token]);
  });

  it('those of other client IDs, whose webhooks would not be notified', async () => {
    const [one, two] = [await host.newClientId(accountId), await host.newClientId(accountId)];
    const [a, b] = [
      await payout({}, { 'x-client-id': one.clientId }),
      await payout({}, { 'x-client-id': two.clientId }),
    ];
    expect(Object.keys(problems(await merge([a.token, b.token])))).toContain('tokens[1]');
    const free = await payout();
    const { token } = await merged([a.token, free.token]);
    expect(await linkRow(token)).toMatchObject({ client_id_id: one.id });
  });

  it.each([
    ['one alone', { tokens: [UNKNOWN] }, 'at least 2'],
    ['more than a batch may have', { tokens: Array(201).fill(UNKNOWN) }, 'at most 200'],
    ['no tokens', {}, 'required'],
    ['a label without URL', { tokens: [UNKNOWN, 'y'], redirectLabel: 'Back' }, 'redirectUrl'],
    ['an unknown field', { tokens: [UNKNOWN, 'y'], reference: 'x' }, 'not a known field'],
    ['a NUL', { tokens: [UNKNOWN, 'a\0'] }, 'NUL'],
  ])('%s', async (_, body, message) => {
    const answer = await host.call('createBatchPayoutLink', key, { body });
    expect(answer.status).toBe(400);
    expect(textAt(answer.body, 'message')).toContain(message);
  });
});

describe('401 and 403', () => {
  it('requires a credential, and for the partner of a linked client ID', async () => {
    expect((await merge([UNKNOWN, 'x'], {})).status).toBe(401);
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const alone = await merge([UNKNOWN, 'x'], { 'x-client-id': clientId });
    expect(alone).toMatchObject(refused(403, 'client_id_linked'));
  });
});
