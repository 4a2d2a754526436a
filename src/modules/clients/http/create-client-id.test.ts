import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURRENCIES } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { registerDestination } from '#modules/destinations/index.ts';
import {
  type ClientsHost,
  clientsHost,
  type Headers,
} from '../../../../tests/support/clients-host.ts';
import { createClientId } from '../create-client-id.ts';
import { findClientId } from '../find-client-id.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const SHOP = 'https://shop.example';
const input = (more: object = {}) => ({ label: 'Front', allowedDomains: [SHOP], ...more });
const create = (body: unknown, headers: Headers = host.own.apiKey) =>
  host.call('POST /v2/client-ids', headers, body);
const createV1 = (body: unknown, headers: Headers = host.own.wallet) =>
  host.call('POST /v1/client-ids', headers, body);
const listed = async () => (await host.call('GET /v2/client-ids', host.own.apiKey)).body;

const destinationOf = ({ accountId }: { accountId: string }) => {
  const usdc = CURRENCIES.find(({ id }) => id === 'USDC-base')?.address;
  const destinationId = `0x1111111111111111111111111111111111111111@eip155:8453#34790435:${usdc}`;
  return registerDestination(host.ctx, { accountId, destinationId });
};

describe('201', () => {
  it('makes one with everything that the public API knows', async () => {
    const terms = {
      feePercentage: '2.5',
      feeAddress: '0x3333333333333333333333333333333333333333',
      operatorWalletAddress: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      defaultPreApprovalExpiry: 3_600,
      defaultAuthorizationExpiry: 86_400,
    };
    expect(await create(input(terms))).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        clientId: expect.stringMatching(/^cli_[0-9A-Za-z]{24}$/),
        label: 'Front',
        allowedDomains: [SHOP],
        ...terms,
        operatorWalletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        payeeDestinationId: null,
        canPayAnyPayee: true,
        status: 'active',
        createdAt: '2026-01-02T03:04:05.000Z',
      },
    });
  });

  it('makes one with only a label and domains', async () => {
    const { status, body } = await create(input());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      feePercentage: null,
      feeAddress: null,
      operatorWalletAddress: null,
      defaultPreApprovalExpiry: null,
      defaultAuthorizationExpiry: null,
      payeeDestinationId: null,
    });
  });

  it('may pay any payee in the sandbox and none of its own choice in production', async () => {
    const made = async (mode: Context['settings']['mode'], more: object = {}) => {
      const ctx = { ...host.ctx, settings: { ...host.ctx.settings, mode } };
      const { accountId } = host.own;
      return await createClientId(ctx, { accountId, label: 'A', allowedDomains: [SHOP], ...more });
    };
    expect(await made('sandbox')).toMatchObject({ canPayAnyPayee: true });
    expect(await made('production')).toMatchObject({ canPayAnyPayee: false });
    expect(await made('sandbox', { canPayAnyPayee: false })).toMatchObject({
      canPayAnyPayee: false,
    });
    const { id } = await made('production', { canPayAnyPayee: true });
    const entry = await host.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.details ?? '{}')).toMatchObject({ canPayAnyPayee: true });
  });

  it('lets an API key bind a destination of its account', async () => {
    const { id } = await destinationOf(host.own);
    const { destination_id: payeeDestinationId } = await host.ctx.db
      .selectFrom('payee_destination')
      .select('destination_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { status, body } = await create(input({ payeeDestinationId }));
    expect([status, body['payeeDestinationId']]).toEqual([201, payeeDestinationId]);
    expect(await findClientId(host.ctx, String(body['clientId']))).toMatchObject({
      boundDestinationId: payeeDestinationId,
    });
  });

  it('works at once, from the origin that it lists', async () => {
    const { body } = await create(input());
    const headers = { 'x-client-id': String(body['clientId']) };
    const from = (origin: string) => host.call('GET /v1/webhook', { ...headers, origin });
    expect((await from(SHOP)).status).toBe(200);
    for (const near of [
      'http://shop.example',
      'https://shop.example:8443',
      'https://shop.example.',
      'https://shop.example.evil.example',
      'https://www.shop.example',
      'https://evilshop.example',
      'https://shop.example/',
      'https://SHOP.example',
      'null',
    ]) {
      expect((await from(near)).status, near).toBe(403);
    }
  });

  it('lets a wallet session make a backend one, bound to a destination of its account', async () => {
    const { id } = await destinationOf(host.own);
    const row = await host.ctx.db
      .selectFrom('payee_destination')
      .select('destination_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { status, body } = await createV1({
      label: 'Back office',
      allowedDomains: [],
      payeeDestinationId: row.destination_id.toLowerCase(),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ payeeDestinationId: row.destination_id, allowedDomains: [] });
    expect((await createV1(input())).body).toMatchObject({ payeeDestinationId: null });
  });

  it('takes a Tron address for the fee', async () => {
    const feeAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    const { body } = await create(input({ feePercentage: '0', feeAddress }));
    expect(body).toMatchObject({ feePercentage: '0', feeAddress });
  });

  it.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'])(
    'refuses a fee for the contract of a token: %s',
    async (feeAddress) => {
      expect(await create(input({ feePercentage: '1', feeAddress }))).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'feeAddress' }] },
      });
    },
  );

  it('writes the owner’s audit log', async () => {
    const { body } = await create(input());
    const entry = await host.ctx.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('object_id', '=', String(body['id']))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      account_id: host.own.accountId,
      action: 'client_id.created',
      actor_kind: 'api_key',
    });
  });
});

describe('400', () => {
  const address = '0x3333333333333333333333333333333333333333';
  it.each<[string, object]>([
    ['label', { label: '' }],
    ['label', { label: 'a'.repeat(101) }],
    ['label', { label: 'a\0b' }],
    ['label', { label: undefined }],
    ['allowedDomains', { allowedDomains: [] }],
    ['allowedDomains', { allowedDomains: undefined }],
    [
      'allowedDomains',
      { allowedDomains: Array.from({ length: 11 }, (_, i) => `https://${i}.example`) },
    ],
    ['allowedDomains', { allowedDomains: [SHOP, `${SHOP}/`] }],
    ['allowedDomains[0]', { allowedDomains: ['https://shop.example/path'] }],
    ['allowedDomains[0]', { allowedDomains: [`https://${'a'.repeat(300)}.example`] }],
    ['feeAddress', { feePercentage: '2.5' }],
    ['feePercentage', { feeAddress: address }],
    ['feePercentage', { feePercentage: '2.555', feeAddress: address }],
    ['feePercentage', { feePercentage: '100.01', feeAddress: address }],
    ['feePercentage', { feePercentage: '-1', feeAddress: address }],
    ['feePercentage', { feePercentage: '', feeAddress: address }],
    ['feePercentage', { feePercentage: 2.5, feeAddress: address }],
    ['feeAddress', { feePercentage: '1', feeAddress: 'someone' }],
    ['feeAddress', { feePercentage: '1', feeAddress: `0x${'0'.repeat(40)}` }],
    ['feeAddress', { feePercentage: '1', feeAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }],
    ['operatorWalletAddress', { operatorWalletAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['defaultPreApprovalExpiry', { defaultPreApprovalExpiry: 0 }],
    ['defaultAuthorizationExpiry', { defaultAuthorizationExpiry: 1.5 }],
    ['defaultAuthorizationExpiry', { defaultAuthorizationExpiry: 315_360_001 }],
    ['payeeDestinationId', { payeeDestinationId: 'x' }],
    ['rateTier', { rateTier: 'premium' }],
  ])('names %s in %j and writes nothing', async (field, more) => {
    const before = await listed();
    const { status, body } = await create(input(more));
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    expect(await listed()).toEqual(before);
  });

  it('refuses a destination of another account with the message for one that does not exist', async () => {
    const { id } = await destinationOf(host.foreign);
    const { destination_id: foreign } = await host.ctx.db
      .selectFrom('payee_destination')
      .select('destination_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const before = await listed();
    // This account has the same destination; its own row must not be what is compared.
    await host.ctx.db
      .updateTable('payee_destination')
      .set({ active: false })
      .where('account_id', '=', host.own.accountId)
      .execute();
    const asked = await createV1(input({ payeeDestinationId: foreign }));
    const nobodys = foreign.replace(
      /^0x1+@eip155:8453#[0-9A-F]+/,
      '0x2222222222222222222222222222222222222222@eip155:8453',
    );
    expect(asked).toMatchObject({ status: 400, body: { code: 'no_such_destination' } });
    const none = await createV1(input({ payeeDestinationId: nobodys }));
    expect({ ...none.body, correlationId: '' }).toEqual({ ...asked.body, correlationId: '' });
    expect(await createV1(input({ payeeDestinationId: 'nonsense' }))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'payeeDestinationId' }] },
    });
    expect(await listed()).toEqual(before);
  });

  it('refuses one more than an account may have, also when two come at once', async () => {
    const { accountId, apiKey } = host.foreign;
    const some = await createClientId(host.ctx, { accountId, label: 'One', allowedDomains: [] });
    const { db } = host.ctx;
    const row = await db
      .selectFrom('client_id')
      .selectAll()
      .where('id', '=', some.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 998 }, (_, i) => ({
      ...row,
      id: host.ctx.newId(),
      client_id: `cli_many${i}`,
    }));
    await db.insertInto('client_id').values(rows).execute();
    const both = await Promise.all([create(input(), apiKey), create(input(), apiKey)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await create(input(), apiKey)).toMatchObject({
      status: 400,
      body: { code: 'too_many_client_ids' },
    });
  });
});

describe('401', () => {
  it('requires credentials, and takes no unknown ones', async () => {
    for (const headers of [{}, { 'x-api-key': 'nothing' }]) {
      expect((await create(input(), headers)).status).toBe(401);
    }
    for (const headers of [{}, { authorization: 'Bearer nothing' }]) {
      expect((await createV1(input(), headers)).status).toBe(401);
    }
  });
});

describe('403', () => {
  it('refuses the session of an email address, and credentials of the other host', async () => {
    expect(await createV1(input(), host.own.email)).toMatchObject({
      status: 403,
      body: { code: 'wallet_session_required' },
    });
    expect((await createV1(input(), host.own.apiKey)).status).toBe(403);
    expect((await create(input(), host.own.wallet)).status).toBe(403);
  });
});
