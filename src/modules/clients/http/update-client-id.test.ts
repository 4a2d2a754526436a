import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURRENCIES } from '#catalog/currencies.ts';
import { registerDestination } from '#modules/destinations/index.ts';
import {
  type ClientsHost,
  clientsHost,
  type Headers,
} from '../../../../tests/support/clients-host.ts';
import { createClientId } from '../create-client-id.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const SHOP = 'https://shop.example';
const FEE = { feePercentage: '2.5', feeAddress: '0x3333333333333333333333333333333333333333' };

const clientOf = ({ accountId }: { accountId: string }, more: object = {}) =>
  createClientId(host.ctx, { accountId, label: 'Front', allowedDomains: [SHOP], ...more });
const change = (id: string, body: unknown, headers: Headers = host.own.apiKey) =>
  host.call(`PUT /v2/client-ids/${id}`, headers, body);
const changeV1 = (id: string, body: unknown, headers: Headers = host.own.wallet) =>
  host.call(`PUT /v1/client-ids/${id}`, headers, body);
const view = async (id: string) =>
  (await host.call(`GET /v1/client-ids/${id}`, host.own.wallet)).body;
const use = async (clientId: string, origin = SHOP) =>
  (await host.call('GET /v1/webhook', { 'x-client-id': clientId, origin })).status;

const usdc = CURRENCIES.find(({ id }) => id === 'USDC-base')?.address;

describe('200', () => {
  it('changes what is sent, keeps the rest, and says when', async () => {
    const { id, clientId } = await clientOf(host.own);
    host.now.advance(1_000);
    const asked = await change(id, {
      label: 'Old front',
      ...FEE,
      operatorWalletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      defaultPreApprovalExpiry: 60,
    });
    expect(asked).toEqual({
      status: 200,
      body: {
        id,
        clientId,
        label: 'Old front',
        allowedDomains: [SHOP],
        ...FEE,
        operatorWalletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        defaultPreApprovalExpiry: 60,
        defaultAuthorizationExpiry: null,
        payeeDestinationId: null,
        canPayAnyPayee: true,
        status: 'active',
        updatedAt: host.now().toISOString(),
      },
    });
    const cleared = await change(id, {
      feePercentage: null,
      feeAddress: null,
      operatorWalletAddress: null,
      defaultPreApprovalExpiry: null,
    });
    expect(cleared.body).toMatchObject({
      label: 'Old front',
      feePercentage: null,
      feeAddress: null,
      operatorWalletAddress: null,
      defaultPreApprovalExpiry: null,
    });
  });

  it('lets the address of a fee go with its percentage', async () => {
    const { id } = await clientOf(host.own, FEE);
    const bare = { feePercentage: null, feeAddress: null };
    expect((await change(id, { feePercentage: null })).body).toMatchObject(bare);
  });

  it('changes nothing for an empty body, not even the time', async () => {
    const { id } = await clientOf(host.own);
    const before = await view(id);
    host.now.advance(1_000);
    expect((await change(id, {})).status).toBe(200);
    expect(await view(id)).toEqual(before);
  });

  it('lets new domains in and old ones out from the next call on', async () => {
    const { id, clientId } = await clientOf(host.own);
    expect(await use(clientId)).toBe(200);
    await change(id, { allowedDomains: ['https://new.example'] });
    expect(await use(clientId)).toBe(403);
    expect(await use(clientId, 'https://new.example')).toBe(200);
    await changeV1(id, { allowedDomains: [] });
    expect(await use(clientId)).toBe(200);
  });

  it('switches one off and on again', async () => {
    const { id, clientId } = await clientOf(host.own);
    expect((await change(id, { status: 'inactive' })).body).toMatchObject({ status: 'inactive' });
    expect(await use(clientId)).toBe(403);
    expect((await change(id, { status: 'active' })).body).toMatchObject({ status: 'active' });
    expect(await use(clientId)).toBe(200);
  });

  it('binds a destination of the account and lets it go', async () => {
    const { id } = await clientOf(host.own);
    const { accountId } = host.own;
    const destinationId = `0x1111111111111111111111111111111111111111@eip155:8453#34790435:${usdc}`;
    await registerDestination(host.ctx, { accountId, destinationId });
    const bound = await changeV1(id, { payeeDestinationId: destinationId });
    expect(bound.body).toMatchObject({ payeeDestinationId: destinationId });
    await change(id, { label: 'Bound' });
    expect(await view(id)).toMatchObject({ label: 'Bound', payeeDestinationId: destinationId });
    await changeV1(id, { payeeDestinationId: null });
    expect(await view(id)).toMatchObject({ payeeDestinationId: null });
    const again = await change(id, { payeeDestinationId: destinationId });
    expect(again.body).toMatchObject({ payeeDestinationId: destinationId });
  });

  it('says whom it may pay, and writes it down', async () => {
    const { id } = await clientOf(host.own);
    for (const canPayAnyPayee of [false, true]) {
      const { body } = await change(id, { canPayAnyPayee });
      expect(body).toMatchObject({ canPayAnyPayee });
      const entry = await host.ctx.db
        .selectFrom('audit_entry')
        .selectAll()
        .where('object_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({ action: 'client_id.updated', actor_kind: 'api_key' });
      expect(JSON.parse(entry.details ?? '{}')).toMatchObject({
        fields: ['canPayAnyPayee'],
        canPayAnyPayee,
      });
    }
  });

  it('loses nothing when two changes come at once', async () => {
    const { id } = await clientOf(host.own);
    await Promise.all([change(id, { label: 'Both' }), change(id, FEE)]);
    expect(await view(id)).toMatchObject({ label: 'Both', ...FEE });
  });
});

describe('400', () => {
  it('refuses to bring a revoked one back, with any body', async () => {
    const { id, clientId } = await clientOf(host.own);
    expect((await change(id, { status: 'revoked' })).body).toMatchObject({ status: 'revoked' });
    const before = await view(id);
    for (const status of ['active', 'inactive']) {
      for (const asked of [await change(id, { status }), await changeV1(id, { status })]) {
        expect(asked).toMatchObject({ status: 400, body: { code: 'client_id_revoked' } });
      }
    }
    expect(await view(id)).toEqual(before);
    expect(await use(clientId)).toBe(403);
    // Still saying so is no attempt to bring it back.
    expect((await change(id, { status: 'revoked' })).status).toBe(200);
  });

  it.each<[string, object]>([
    ['label', { label: '' }],
    ['label', { label: null }],
    ['allowedDomains', { allowedDomains: [] }],
    ['allowedDomains[0]', { allowedDomains: ['shop.example'] }],
    ['feeAddress', { feeAddress: null }],
    ['feePercentage', { feePercentage: '1.234' }],
    ['defaultPreApprovalExpiry', { defaultPreApprovalExpiry: 0 }],
    ['status', { status: 'deleted' }],
    ['status', { status: null }],
    ['clientId', { clientId: 'cli_other' }],
    ['canPayAnyPayee', { canPayAnyPayee: null }],
  ])('names %s in %j and changes nothing', async (field, body) => {
    const { id } = await clientOf(host.own, FEE);
    const before = await view(id);
    const asked = await change(id, body);
    expect(asked.status).toBe(400);
    expect(JSON.stringify(asked.body)).toContain(field);
    expect(await view(id)).toEqual(before);
  });

  it('refuses a destination of somebody else', async () => {
    const { id } = await clientOf(host.own);
    const { accountId } = host.foreign;
    const destinationId = `0x2222222222222222222222222222222222222222@eip155:8453:${usdc}`;
    await registerDestination(host.ctx, { accountId, destinationId });
    expect(await changeV1(id, { payeeDestinationId: destinationId })).toMatchObject({
      status: 400,
      body: { code: 'no_such_destination' },
    });
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    const { id } = await clientOf(host.own);
    expect((await change(id, { label: 'x' }, {})).status).toBe(401);
    expect((await changeV1(id, { label: 'x' }, {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses the session of an email address', async () => {
    const { id } = await clientOf(host.own);
    expect((await changeV1(id, { label: 'x' }, host.own.email)).status).toBe(403);
  });
});

describe('404', () => {
  it('answers another account’s like nothing, and leaves it alone', async () => {
    const { id } = await clientOf(host.foreign);
    for (const [send, owner] of [
      [change, host.foreign.apiKey],
      [changeV1, host.foreign.wallet],
    ] as const) {
      for (const text of [id, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD', 'nonsense']) {
        expect((await send(text, { label: 'Mine' })).status).toBe(404);
      }
      expect((await send(id, {}, owner)).body).toMatchObject({ label: 'Front' });
    }
  });
});
