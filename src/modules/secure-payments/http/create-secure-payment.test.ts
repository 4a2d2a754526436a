import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createApiKey } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { endpoints } from './index.ts';

const ONES = '0x1111111111111111111111111111111111111111';
const DESTINATION = `${ONES}@eip155:8453#34790435:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`;

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let ctx: Context;
let accountId: string;
let apiKey: string;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db, chains: connected(stillChain('base')) });
  ({ id: accountId } = await createAccount(ctx, { name: 'A shop' }));
  ({ apiKey } = await createApiKey(ctx, { accountId, label: 'Till' }));
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

interface Call {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function post({ body, headers = { 'x-api-key': apiKey } }: Call = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body ?? input());
  const answer = await host.app.inject({
    method: 'POST',
    url: '/v2/secure-payments',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const input = (more: Record<string, unknown> = {}) => ({
  requests: [{ destinationId: DESTINATION, amount: '12.5' }],
  ...more,
});

async function countLinks(): Promise<number> {
  const rows = await database.db.selectFrom('secure_payment').select('token').execute();
  return rows.length;
}

async function expectRefused(call: Call, status: number, message: string) {
  const before = await countLinks();
  const answer = await post(call);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({
    statusCode: status,
    message: expect.stringContaining(message),
    error: expect.any(String),
    code: expect.stringMatching(/^[a-z_]+$/),
    correlationId: expect.any(String),
  });
  expect(await countLinks()).toBe(before);
  return answer.body;
}

describe('201', () => {
  it('answers where the payer goes, and nothing that is not documented', async () => {
    const { status, body } = await post({ body: input({ payerIdentifier: 'customer 9' }) });
    expect(status).toBe(201);
    expect(body).toEqual({
      requestIds: [expect.stringMatching(/^01[0-9a-f]{64}$/)],
      securePaymentUrl: `http://localhost:8082/?token=${body.token}`,
      token: expect.any(String),
      feePlan: null,
    });
  });

  it('belongs to the account of the key', async () => {
    const { body } = await post();
    const row = await database.db
      .selectFrom('secure_payment')
      .selectAll()
      .where('token', '=', body.token)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ account_id: accountId, client_id_id: null, status: 'pending' });
  });
});

describe('400', () => {
  it.each([
    [
      'an amount of nothing',
      input({ requests: [{ destinationId: DESTINATION, amount: '0' }] }),
      'requests[0].amount must be greater than 0',
      'requests[0].amount',
    ],
    [
      'a missing amount',
      input({ requests: [{ destinationId: DESTINATION }] }),
      'requests[0].amount',
      'requests[0].amount',
    ],
    ['no requests', {}, 'requests is required', 'requests'],
    ['an unknown field', input({ webhookUrl: 'x' }), 'webhookUrl', 'webhookUrl'],
    [
      'a vendor that is not configured',
      input({ accessPolicy: { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' } }),
      'accessPolicy.screeningProvider asks for screening: hypernative is not configured here',
      'accessPolicy.screeningProvider',
    ],
    [
      'a list with what is no address',
      input({ accessPolicy: { allowedPayerAddresses: [ONES, 'shop.eth'] } }),
      'accessPolicy.allowedPayerAddresses[1] must be 0x and 40 hexadecimal digits',
      'accessPolicy.allowedPayerAddresses[1]',
    ],
    [
      'a list that is no list',
      input({ accessPolicy: { allowedPayerAddresses: ONES } }),
      'accessPolicy.allowedPayerAddresses',
      'accessPolicy.allowedPayerAddresses',
    ],
    [
      'a label without URL',
      input({ redirectLabel: 'Back' }),
      'redirectLabel cannot be provided without redirectUrl',
      'redirectLabel',
    ],
    ['a body that is a list', [], 'object', ''],
    ['a prototype as a field', '{"requests":[],"__proto__":{"x":1}}', '', ''],
  ])('names what is wrong: %s', async (...[, body, message, field]) => {
    const refused = await expectRefused({ body }, 400, message);
    if (field !== '') expect(refused.errors).toContainEqual({ field, message: expect.any(String) });
  });

  it('says the words of the specification, and only those', async () => {
    const { body } = await post({ body: input({ redirectLabel: 'Back' }) });
    expect(body.message).toBe('redirectLabel cannot be provided without redirectUrl');
  });

  it('answers malformed JSON', async () => {
    await expectRefused({ body: '{"requests":[' }, 400, '');
  });
});

describe('401', () => {
  it.each([
    ['no credential', {}],
    ['a mistyped key', { 'x-api-key': 'florin_sandbox_nonsense' }],
    ['a client ID that does not exist', { 'x-client-id': 'cli_x', origin: 'https://shop.example' }],
  ])('for %s', async (_, headers) => {
    await expectRefused({ headers }, 401, '');
  });
});

describe('415', () => {
  it('for a body that is no JSON', async () => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'text/plain' };
    await expectRefused({ headers, body: JSON.stringify(input()) }, 415, '');
  });
});
