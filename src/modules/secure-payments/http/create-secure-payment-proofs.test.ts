import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { registerDestination } from '#modules/destinations/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { insertPartner, linkToPartner, signedIn } from '../../../../tests/support/signed-in.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { endpoints } from './index.ts';

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const USDT = '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2';
const [ONES, TWOS] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const FEE_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const base = (wallet: string, token = USDC) => `${wallet}@eip155:8453:${token}`;
const SHOP = 'https://shop.example';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db, chains: connected(stillChain('base')) });
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

type Headers = Readonly<Record<string, string>>;

async function post(headers: Headers, destinationId?: string, more: object = {}) {
  const item = { amount: '12.5', ...(destinationId === undefined ? {} : { destinationId }) };
  const answer = await host.app.inject({
    method: 'POST',
    url: '/v2/secure-payments',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ requests: [item], ...more }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const linkOf = (token: string) =>
  database.db
    .selectFrom('secure_payment as link')
    .innerJoin('secure_payment_request as asked', 'asked.secure_payment_token', 'link.token')
    .innerJoin('request', 'request.id', 'asked.request_id')
    .selectAll(['request', 'link'])
    .where('link.token', '=', token)
    .executeTakeFirstOrThrow();

/** An account with every way of proving; the client ID `bound` is paid to ONES in USDC on Base. */
async function platform(options: { kyt?: string } = {}) {
  const { id: accountId } = await createAccount(ctx, { name: 'A platform' });
  const { id: rowId, destinationId } = await registerDestination(ctx, {
    accountId,
    destinationId: base(ONES),
  });
  const client = (more: Partial<Parameters<typeof createClientId>[1]> = {}) =>
    createClientId(ctx, { accountId, label: 'Front', allowedDomains: [], ...more });
  const free = await client();
  const front = await client({ allowedDomains: [SHOP] });
  const bound = await client({ payeeDestinationId: rowId });
  const linked = await client({ payeeDestinationId: rowId });
  const partnerAccount = await createAccount(ctx, { name: 'A partner' });
  const partner = await insertPartner(database.db, partnerAccount.id);
  const link = { orchestratorId: partner.id, clientIdId: linked.id, accountId, ...options };
  await linkToPartner(database.db, link);
  const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
  return {
    accountId,
    rowId,
    destinationId,
    ids: { free, front, bound, linked },
    partner,
    key: { 'x-api-key': apiKey },
    free: { 'x-client-id': free.clientId },
    front: { 'x-client-id': front.clientId },
    bound: { 'x-client-id': bound.clientId },
    linked: { 'x-client-id': linked.clientId },
    pair: { ...partner.header, 'x-client-id': linked.clientId },
  };
}

describe('201, each way of proving', () => {
  it('by API key: any destination, and the active one without', async () => {
    const { key, accountId, destinationId } = await platform();
    for (const sent of [undefined, base(TWOS)]) {
      const { status, body } = await post(key, sent);
      expect(status).toBe(201);
      expect(await linkOf(body.token)).toMatchObject({
        account_id: accountId,
        client_id_id: null,
        orchestrator_id: null,
        origin: null,
        payee_address: sent === undefined ? ONES : TWOS,
        destination_id: sent === undefined ? destinationId : expect.stringContaining(TWOS),
      });
    }
  });

  it('by API key with an own client ID, to which the link then belongs with all its terms', async () => {
    const { key, front, bound, ids, accountId } = await platform();
    const { status, body } = await post({ ...key, ...front }, base(TWOS));
    expect(status).toBe(201);
    expect(await linkOf(body.token)).toMatchObject({
      account_id: accountId,
      client_id_id: ids.front.id,
      origin: null,
      payee_address: TWOS,
    });
    const toBound = await post({ ...key, ...bound });
    expect(toBound.status).toBe(201);
    expect(await linkOf(toBound.body.token)).toMatchObject({
      client_id_id: ids.bound.id,
      payee_address: ONES,
    });
  });

  it('by client ID and its Origin, both kept; any destination where none is bound', async () => {
    const { front, ids, accountId } = await platform();
    const { status, body } = await post({ ...front, origin: SHOP }, base(TWOS));
    expect(status).toBe(201);
    expect(await linkOf(body.token)).toMatchObject({
      account_id: accountId,
      client_id_id: ids.front.id,
      origin: SHOP,
      orchestrator_id: null,
      payee_address: TWOS,
    });
  });

  it('by a backend client ID without an Origin, to the destination that is bound to it', async () => {
    const { bound, accountId } = await platform();
    // Newer, and not what this client ID is bound to.
    await registerDestination(ctx, { accountId, destinationId: base(TWOS) });
    for (const sent of [undefined, base(ONES), base(ONES).toLowerCase()]) {
      const { status, body } = await post(bound, sent);
      expect(status).toBe(201);
      expect(await linkOf(body.token)).toMatchObject({ payee_address: ONES, origin: null });
    }
  });

  it('by session: the wallet’s own destination first, else the account’s, or any named one', async () => {
    const { accountId } = await platform();
    await registerDestination(ctx, { accountId, destinationId: base(TWOS) });
    const [owner, other] = [
      await signedIn(database.db, { accountId, wallet: ONES }),
      await signedIn(database.db, { accountId }),
    ];
    const payee = async (headers: Headers, sent?: string) => {
      const { status, body } = await post(headers, sent);
      expect(status).toBe(201);
      return await linkOf(body.token);
    };
    expect(await payee(owner)).toMatchObject({ payee_address: ONES, client_id_id: null });
    expect(await payee(other)).toMatchObject({ payee_address: TWOS, account_id: accountId });
    expect(await payee(owner, base(FEE_ADDRESS))).toMatchObject({ payee_address: FEE_ADDRESS });
  });

  it('by a partner’s pair, for the platform, with the partner kept for good', async () => {
    const { pair, ids, accountId, partner } = await platform();
    const { status, body } = await post(pair);
    expect(status).toBe(201);
    const kept = {
      account_id: accountId,
      client_id_id: ids.linked.id,
      orchestrator_id: partner.id,
      payee_address: ONES,
    };
    expect(await linkOf(body.token)).toMatchObject(kept);
    await database.db.updateTable('client_id').set({ orchestrator_id: null }).execute();
    expect(await linkOf(body.token)).toMatchObject(kept);
  });

  it('once for a call that names itself, by each way', async () => {
    const { accountId, key, bound, pair } = await platform();
    const session = await signedIn(database.db, { accountId });
    for (const headers of [key, bound, pair, session]) {
      const named = { ...headers, 'idempotency-key': `once-${Object.keys(headers).join('-')}` };
      const [first, second] = [await post(named), await post(named)];
      expect(first).toMatchObject({ status: 201 });
      expect(second).toEqual(first);
    }
  });

  it.each([
    [{}, { hides_until_approved: false, hides_payee: false }],
    [{ hideUntilApproved: true }, { hides_until_approved: true, hides_payee: false }],
    [{ hidePayeeAddress: true }, { hides_until_approved: false, hides_payee: true }],
  ])('taking over the policy %o of its destination, by each way', async (policy, taken) => {
    const { key, pair, rowId } = await platform();
    await setPolicy(rowId, policy);
    for (const headers of [key, pair]) {
      const { status, body } = await post(headers);
      expect(status).toBe(201);
      expect(await linkOf(body.token)).toMatchObject({ restricts_payers: false, ...taken });
    }
  });

  // A later change of the policy must not open or close existing links.
  it('with its policy of now, for any later policy of the destination', async () => {
    const { key, rowId } = await platform();
    await setPolicy(rowId, { hidePayeeAddress: true });
    const { body } = await post(key);
    await setPolicy(rowId, {});
    expect(await linkOf(body.token)).toMatchObject({ hides_payee: true });
  });

  it('with the default fee of the client ID in place of the call’s', async () => {
    const { ids, bound, pair } = await platform();
    for (const { id } of [ids.bound, ids.linked]) {
      await database.db
        .updateTable('client_id')
        .set({ fee_percentage: '2', fee_address: FEE_ADDRESS })
        .where('id', '=', id)
        .execute();
    }
    const asked = { feePercentage: '50', feeAddress: TWOS };
    for (const headers of [bound, pair]) {
      const { body } = await post(headers, undefined, asked);
      const fee = { fee_percentage: '2', fee_address: FEE_ADDRESS, fee_units: 250_000n };
      expect(await linkOf(body.token)).toMatchObject(fee);
    }
  });
});

/** Refused, with nothing written. */
async function expectRefused(
  call: Parameters<typeof post>,
  expected: { status: number; code: string; message?: string },
) {
  const count = async () =>
    (await database.db.selectFrom('secure_payment').select('token').execute()).length;
  const before = await count();
  const { status, ...more } = expected;
  expect(await post(...call)).toMatchObject({ status, body: more });
  expect(await count()).toBe(before);
}

async function setPolicy(rowId: string, policy: Record<string, unknown>): Promise<void> {
  const off = { mode: 'off', hideUntilApproved: false, hidePayeeAddress: false };
  await database.db
    .updateTable('payee_destination')
    .set({ access_policy: JSON.stringify({ ...off, ...policy }) })
    .where('id', '=', rowId)
    .execute();
}

describe('400', () => {
  const noDestination = { status: 400, code: 'no_destination' };

  it('for a caller that has no destination and names none', async () => {
    const { id: accountId } = await createAccount(ctx, { name: 'New here' });
    const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
    const { clientId } = await createClientId(ctx, { accountId, label: 'B', allowedDomains: [] });
    await expectRefused([{ 'x-api-key': apiKey }], noDestination);
    await expectRefused([{ 'x-client-id': clientId }], noDestination);
    await expectRefused([await signedIn(database.db, { accountId })], noDestination);
  });

  it('for a pair without an active bound destination, whatever it names', async () => {
    const { pair, bound, ids, rowId } = await platform();
    await database.db
      .updateTable('payee_destination')
      .set({ active: false })
      .where('id', '=', rowId)
      .execute();
    for (const sent of [undefined, base(ONES)]) {
      await expectRefused([pair, sent], noDestination);
      await expectRefused([bound, sent], noDestination);
    }
    await database.db
      .updateTable('client_id')
      .set({ payee_destination_id: null })
      .where('id', '=', ids.linked.id)
      .execute();
    for (const sent of [undefined, base(ONES)]) await expectRefused([pair, sent], noDestination);
  });

  it('for an own destination whose policy names a vendor that is not configured, however it is named', async () => {
    const { key, free, bound, pair, rowId } = await platform();
    const screening = { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' };
    await setPolicy(rowId, screening);
    const refused = { status: 400, code: 'screening_not_available' };
    for (const headers of [key, free, bound, pair]) {
      await expectRefused([headers], refused);
      await expectRefused([headers, base(ONES)], refused);
      const listed = { accessPolicy: { allowedPayerAddresses: [TWOS] } };
      await expectRefused([headers, undefined, listed], refused);
    }
    const other = await platform();
    expect(await post(other.key, base(ONES))).toMatchObject({ status: 201 });
  });

  it('for a pair whose plan names a vendor that is not configured', async () => {
    const kyt = JSON.stringify({ providers: [{ provider: 'hypernative', priority: 0 }] });
    const { pair } = await platform({ kyt });
    await expectRefused([pair], { status: 400, code: 'screening_not_available' });
  });

  it('for a default fee that is no address on the network, or a fee of half a pair', async () => {
    const { bound, ids } = await platform();
    const half = { feePercentage: '1' };
    await expectRefused([bound, undefined, half], { status: 400, code: 'invalid_request' });
    await database.db
      .updateTable('client_id')
      .set({ fee_percentage: '2', fee_address: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8' })
      .where('id', '=', ids.bound.id)
      .execute();
    await expectRefused([bound], { status: 400, code: 'invalid_request' });
  });
});

describe('401', () => {
  it('for what is missing, incomplete or unknown', async () => {
    const { pair, partner, front } = await platform();
    const invalid = { status: 401, code: 'invalid_credentials' };
    await expectRefused([{}], { status: 401, code: 'missing_credentials' });
    await expectRefused([partner.header], { status: 401, code: 'client_id_required' });
    await expectRefused([front], { status: 401, code: 'origin_required' });
    await expectRefused([{ ...pair, 'x-client-id': 'cli_nobody' }], invalid);
    const mistyped = pair['x-orchestrator-key'].replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await expectRefused([{ ...pair, 'x-orchestrator-key': mistyped }], invalid);
    await expectRefused([{ authorization: `Bearer ${'A'.repeat(43)}` }], invalid);
  });
});

describe('403', () => {
  it('for an API key beside a client ID of another account, or linked to a partner', async () => {
    const [{ key, linked }, other] = [await platform(), await platform()];
    const foreign = { status: 403, code: 'credentials_of_two_accounts' };
    await expectRefused([{ ...key, ...other.free }, base(TWOS)], foreign);
    await expectRefused([{ ...key, ...linked }], { status: 403, code: 'client_id_linked' });
  });

  it('for another destination than the bound one, in either form, in the words of the API', async () => {
    const { bound, pair } = await platform();
    const refused = {
      status: 403,
      code: 'destination_mismatch',
      message: 'Destination does not match the configured payment destination.',
    };
    for (const headers of [bound, pair]) {
      await expectRefused([headers, base(TWOS)], refused);
      await expectRefused([headers, base(ONES, USDT)], refused);
      const older = { payee: TWOS, invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' };
      const requests = [{ amount: '1', ...older }];
      await expectRefused([headers, undefined, { requests }], refused);
      const same = [{ amount: '1', ...older, payee: ONES }];
      expect(await post(headers, undefined, { requests: same })).toMatchObject({ status: 201 });
    }
  });

  it('for a linked client ID alone, and for one that is linked to another partner or none', async () => {
    const [one, two] = [await platform(), await platform()];
    await expectRefused([one.linked], { status: 403, code: 'client_id_linked' });
    const notLinked = { status: 403, code: 'client_id_not_linked' };
    await expectRefused([{ ...one.partner.header, ...two.linked }], notLinked);
    await expectRefused([{ ...one.partner.header, ...one.free }], notLinked);
  });

  it.each([
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://a.shop.example',
    'null',
  ])('for the Origin %s, which is only similar to a listed one', async (origin) => {
    const { front } = await platform();
    await expectRefused([{ ...front, origin }], { status: 403, code: 'origin_not_allowed' });
  });

  it('for a client ID that was revoked, alone and in a pair', async () => {
    const { free, pair } = await platform();
    await database.db.updateTable('client_id').set({ status: 'revoked' }).execute();
    const refused = { status: 403, code: 'client_id_not_active' };
    await expectRefused([free], refused);
    await expectRefused([pair], refused);
  });
});
