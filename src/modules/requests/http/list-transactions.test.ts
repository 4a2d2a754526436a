import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const list = (query: string, headers: Asker['key']) =>
  host.call('GET', `/v2/transaction-history${query}`, { headers });

async function paid(owner: Asker, more: object = {}, payer = PAYER): Promise<void> {
  await host.receive(await host.send(owner, more), { units: 12_500_000n, payer });
}

describe('200', () => {
  it('shows what a wallet paid or was paid as the list of payments does, and nothing of another account', async () => {
    const owner = await host.asker();
    const wallet = '0x4444444444444444444444444444444444444444';
    await paid(owner, { reference: 'paid by it' }, wallet);
    await paid(owner, { reference: 'paid to it', payee: wallet });
    await paid(owner, { reference: 'of others' });
    await paid(await host.asker(), {}, wallet);
    const payments = await host.call('GET', `/v2/payments?walletAddress=${wallet}`, {
      headers: owner.key,
    });
    expect(await list(`?address=${wallet.toUpperCase().replace('0X', '0x')}`, owner.key)).toEqual({
      status: 200,
      body: {
        transactions: payments.body['payments'],
        pagination: { total: 2, limit: 20, offset: 0, hasMore: false },
      },
    });
    expect(payments.body['payments']).toHaveLength(2);
  });

  it('is paged', async () => {
    const owner = await host.asker();
    for (const reference of ['A', 'B', 'C']) await paid(owner, { reference });
    expect(await list(`?address=${PAYEE}&limit=1&offset=1`, owner.key)).toMatchObject({
      body: {
        transactions: [{ request: { reference: 'B' } }],
        pagination: { total: 3, limit: 1, offset: 1, hasMore: true },
      },
    });
  });
});

describe('400', () => {
  it.each([
    ['', 'address'],
    ['?address=nobody', 'address'],
    [`?address=${PAYEE}&limit=101`, 'limit'],
    [`?address=${PAYEE}&walletAddress=${PAYEE}`, 'walletAddress'],
  ])('refuses %j by its field', async (query, field) => {
    const owner = await host.asker();
    expect(await list(query, owner.key)).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    expect((await list(`?address=${PAYEE}`, {})).status).toBe(401);
  });
});
