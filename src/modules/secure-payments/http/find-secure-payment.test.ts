import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#modules/clients/index.ts';
import { brandLink } from '../../../../tests/support/brandings.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import {
  insertAccount,
  insertClientId,
  insertLink,
} from '../../../../tests/support/payable-link.ts';
import { insertPartner, signedIn } from '../../../../tests/support/signed-in.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { endpoints } from './index.ts';

type Headers = Readonly<Record<string, string>>;

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let accountId: string;
let session: Headers;
beforeAll(async () => {
  database = await testDatabase();
  const ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  accountId = await insertAccount(database.db);
  session = await signedIn(database.db, { accountId });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function find(query: string, headers: Headers = session) {
  const answer = await host.app.inject({ url: `/v2/secure-payments${query}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}

describe('200', () => {
  it('returns whether a payout can be paid as a part of a bundle', async () => {
    const parts = { accountId, flow: 'outgoing' } as const;
    const fine = await insertLink(database.db, parts);
    const done = await insertLink(database.db, { ...parts, status: 'completed' });
    expect((await find(`?requestId=${fine.requestId}`)).body).toMatchObject({
      childExecutable: true,
      blockReason: null,
    });
    expect((await find(`?requestId=${done.requestId}`)).body).toMatchObject({
      childExecutable: false,
      blockReason: 'already_paid',
    });
  });

  it('answers the link with all that is known of it, and nulls for what is not', async () => {
    const { token, requestId } = await insertLink(database.db, { accountId });
    expect(await find(`?requestId=${requestId}`)).toEqual({
      status: 200,
      body: {
        token,
        securePaymentUrl: `http://localhost:8082/?token=${token}`,
        status: 'pending',
        paymentType: 'single',
        createdAt: '2026-01-02T03:04:05.000Z',
        expiresAt: '2026-01-09T03:04:05.000Z',
        redirectUrl: null,
        redirectLabel: null,
        completedAt: null,
        payerAddress: null,
        payerKytResults: [],
        payeeKytResults: [],
        destination: null,
        claimedDestination: null,
        orchestratorId: null,
        feePlan: null,
        network: 'sepolia',
        currency: 'USDC-sepolia',
        executionKind: null,
        identityMode: 'manual_dashboard',
        clientId: null,
        branding: { whitelabelEnabled: false, source: 'request_network' },
        childExecutable: false,
        blockReason: 'not_outgoing',
        accessPolicy: {
          mode: 'off',
          screeningProvider: null,
          hideUntilApproved: false,
          hidePayeeAddress: false,
          allowedPayerAddresses: [],
        },
      },
    });
  });

  it('returns who may pay it and what it hides, as it was created', async () => {
    const allowedPayers = ['0x2222222222222222222222222222222222222222'];
    const link = { accountId, allowedPayers, hidesPayee: true };
    const { requestId } = await insertLink(database.db, link);
    expect((await find(`?requestId=${requestId}`)).body).toMatchObject({
      accessPolicy: {
        mode: 'off',
        hideUntilApproved: false,
        hidePayeeAddress: true,
        allowedPayerAddresses: allowedPayers,
      },
    });
  });

  it('returns the client ID and the partner that created it, and its payee', async () => {
    const { id: clientIdId, clientId } = await insertClientId(database.db, accountId);
    const { token, requestId } = await insertLink(database.db, { accountId, clientIdId });
    const { id } = await insertPartner(database.db, await insertAccount(database.db));
    const wallet = '0x1111111111111111111111111111111111111111';
    const interop = `${wallet}@eip155:11155111#00000000`;
    await database.db
      .updateTable('secure_payment')
      .set({ orchestrator_id: id, destination_id: `${interop}:0xtoken` })
      .where('token', '=', token)
      .execute();
    expect((await find(`?requestId=${requestId}`)).body).toMatchObject({
      identityMode: 'client_id',
      clientId,
      orchestratorId: id,
      destination: {
        destinationId: `${interop}:0xtoken`,
        payeeAddress: interop,
        walletAddress: wallet,
        network: 'sepolia',
      },
    });
  });

  it('returns whether a partner has styled its page', async () => {
    const dressed = await insertLink(database.db);
    const owner = await signedIn(database.db, { accountId: dressed.accountId });
    await brandLink(database.db, dressed, { primary_action_color: '#7c3aed' });
    const { body } = await find(`?requestId=${dressed.requestId}`, owner);
    expect(body).toHaveProperty('branding', { whitelabelEnabled: true, source: 'client_id' });
  });

  it('also when the link is over', async () => {
    const { token, requestId } = await insertLink(database.db, { accountId });
    await database.db
      .updateTable('secure_payment')
      .set({ status: 'completed', completed_at: new Date('2026-01-03T00:00:00.000Z') })
      .where('token', '=', token)
      .execute();
    const { body } = await find(`?requestId=${requestId}`);
    expect(body).toMatchObject({ status: 'completed', completedAt: '2026-01-03T00:00:00.000Z' });
  });
});

describe('400', () => {
  it.each(['', '?requestId=', `?requestId=${'0'.repeat(101)}`, '?requestId=%00', '?requestID=01'])(
    'for the query "%s"',
    async (query) => {
      expect(await find(query)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('without a session', async () => {
    expect(await find('?requestId=01', {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for an API key: the owner must be signed in', async () => {
    const ctx = testContext({ db: database.db });
    const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
    const answer = await find('?requestId=01', { 'x-api-key': apiKey });
    expect(answer).toMatchObject({ status: 403, body: { code: 'credentials_not_accepted' } });
  });
});

describe('404', () => {
  it('with one body for what is unknown, malformed and another account’s', async () => {
    const foreign = await insertLink(database.db);
    const asked = [foreign.requestId, `01${randomBytes(32).toString('hex')}`, 'nonsense'];
    const answers = await Promise.all(asked.map((id) => find(`?requestId=${id}`)));
    for (const { status, body } of answers) {
      const { correlationId: _, ...rest } = body;
      expect({ status, rest }).toEqual({
        status: 404,
        rest: {
          statusCode: 404,
          error: 'Not Found',
          message: 'There is no secure payment for this request ID',
          code: 'secure_payment_not_found',
          docUrl: expect.any(String),
        },
      });
    }
  });
});
