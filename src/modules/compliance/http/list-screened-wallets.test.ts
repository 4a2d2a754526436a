import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordDecision } from '#modules/screening/index.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { type KeyedAccount, keyedAccount } from '../../../../tests/support/keyed-account.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { recordRefusedWallets } from '../record-refused-wallets.ts';
import { endpoints } from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let own: KeyedAccount;
let other: KeyedAccount;
let token: string;
beforeAll(async () => {
  database = await testDatabase();
  const ctx = testContext({ db: database.db });
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  [own, other] = [await keyedAccount(ctx), await keyedAccount(ctx)];
  const link = await insertLink(database.db, { accountId: own.accountId });
  token = link.token;
  const plan = { providers: [{ provider: 'hypernative', policyId: null }] } as const;
  // Of one link, at one moment.
  for (const wallet of wallets.slice(0, 3)) {
    await recordDecision(ctx, {
      accountId: own.accountId,
      securePaymentToken: token,
      role: 'payer',
      walletAddress: wallet,
      network: 'base',
      plan: { providers: [...plan.providers] },
      subject: {
        walletType: 'eoa',
        parentWalletAddress: null,
        eoaAddress: wallet,
        smartAccountAddress: null,
        clientIdId: null,
        clientId: null,
        orchestratorId: null,
        origin: null,
      },
      decision: {
        decision: 'rejected',
        level: 'High',
        categories: [],
        reference: null,
        provider: 'hypernative',
        policyId: null,
        evaluatedAt: ctx.now(),
      },
    });
  }
  for (const { accountId } of [own, other]) {
    await recordRefusedWallets(ctx, {
      operationId: 'createPayout',
      wallets: wallets.slice(3).map((walletAddress) => ({
        accountId,
        walletAddress,
        role: 'recipient',
        network: 'base',
        code: 'screening_rejected',
        provider: 'sanctions_oracle',
      })),
    });
  }
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** In cases that databases and programs order differently. */
const wallets = ['0xaB', '0xAc', '0xad', '0xB0', '0xb1'].map((text) => text.padEnd(42, '7'));

async function list(query = '', as: KeyedAccount | null = own) {
  const answer = await host.app.inject({
    method: 'GET',
    url: `/v2/screened-wallets${query}`,
    headers: as === null ? {} : { 'x-api-key': as.apiKey },
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('200', () => {
  it('lists wallets of links and of refused calls page by page, each once', async () => {
    const seen: Record<string, unknown>[] = [];
    let query = '?limit=2';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await list(query);
      seen.push(...body.screenedWallets);
      query = `?limit=2&cursor=${encodeURIComponent(body.nextCursor)}`;
      expect(body.nextCursor === null).toBe(page === 2);
    }
    expect(seen.map(({ walletAddress }) => walletAddress).sort()).toEqual([...wallets].sort());
    expect(seen).toContainEqual({
      walletAddress: wallets[0],
      role: 'payer',
      status: 'rejected',
      reasonCode: 'screening_rejected',
      provider: 'hypernative',
      network: null,
      securePaymentToken: token,
      operationId: null,
      at: expect.any(String),
    });
    expect(seen).toContainEqual({
      walletAddress: wallets[4],
      role: 'recipient',
      status: 'rejected',
      reasonCode: 'screening_rejected',
      provider: 'sanctions_oracle',
      network: 'base',
      securePaymentToken: null,
      operationId: 'createPayout',
      at: expect.any(String),
    });
  });

  it('lists nothing of another account, and what nobody decided about apart', async () => {
    const { body } = await list('', other);
    expect(body.screenedWallets).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await list('?status=undecided')).body).toEqual({
      screenedWallets: [],
      nextCursor: null,
    });
  });
});

describe('400', () => {
  it.each([
    '?status=approved',
    '?limit=0',
    '?limit=101',
    '?cursor=1',
    '?cursor=2026-01-01T00:00:00Z/%00/0x1',
    '?cursor=2026-01-01T00:00:00Z/1/2/3',
    `?cursor=${'1'.repeat(201)}`,
    '?account=1',
  ])('for %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await list('', null)).status).toBe(401);
  });
});
