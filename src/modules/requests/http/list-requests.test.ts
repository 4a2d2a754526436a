import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

const SHOP = 'https://shop.example';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const list = (query: string, headers: Asker['key']) =>
  host.call('GET', `/v2/request${query}`, { headers });
const idsOf = async (query: string, headers: Asker['key']) => {
  const { body } = await list(query, headers);
  const requests: readonly { requestId: string }[] = body['requests'] ?? [];
  return requests.map(({ requestId }) => requestId);
};

describe('200', () => {
  it('returns all fields of a list, newest first, in pages', async () => {
    const owner = await host.asker();
    const ids: string[] = [];
    for (const reference of ['A', 'B', 'C']) ids.unshift(await host.send(owner, { reference }));
    const { body } = await list('?limit=2', owner.key);
    expect(body).toEqual({
      requests: ['C', 'B'].map((reference, i) => ({
        requestId: ids[i],
        paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
        amount: '12.5',
        invoiceCurrency: 'USDC-sepolia',
        paymentCurrency: 'USDC-sepolia',
        hasBeenPaid: false,
        status: 'created',
        securePaymentStatus: null,
        reference,
        createdAt: '2026-01-02T03:04:05.000Z',
        txHash: null,
        payee: PAYEE,
        payer: null,
        clientId: null,
      })),
      pagination: { total: 3, limit: 2, offset: 0 },
    });
    expect(await list('?limit=2&offset=2', owner.key)).toMatchObject({
      body: {
        requests: [{ requestId: ids[2] }],
        pagination: { total: 3, limit: 2, offset: 2 },
      },
    });
    expect(await list('?offset=9', owner.key)).toMatchObject({
      body: { requests: [], pagination: { total: 3, limit: 50, offset: 9 } },
    });
  });

  it('reports links, of client IDs and of who paid', async () => {
    const owner = await host.asker();
    const client = await host.clientOf(owner);
    const link = await insertLink(host.ctx.db, {
      accountId: owner.accountId,
      clientIdId: client.id,
    });
    const hash = await host.receive(link.requestId, { units: link.expectedUnits });
    const { body } = await list('', owner.key);
    expect(body['requests']).toMatchObject([
      {
        requestId: link.requestId,
        status: 'paid',
        hasBeenPaid: true,
        securePaymentStatus: 'pending',
        txHash: hash,
        payer: PAYER,
        clientId: client.headers['x-client-id'],
      },
    ]);
  });

  it('shows who paid a request and by which transaction, whatever comes afterwards', async () => {
    const owner = await host.asker();
    const id = await host.send(owner);
    const hash = await host.receive(id, { units: 12_500_000n });
    await host.receive(id, { units: 1n, payer: `0x${'ab'.repeat(20)}` });
    const { body } = await list('', owner.key);
    expect(body['requests']).toMatchObject([{ requestId: id, txHash: hash, payer: PAYER }]);
  });

  it('filters by the wallet that is paid, in any case, and by the direction of links', async () => {
    const owner = await host.asker();
    const other = `0x${'ab'.repeat(20)}`;
    const alone = await host.send(owner, { payee: other });
    const incoming = await insertLink(host.ctx.db, { accountId: owner.accountId });
    const outgoing = await insertLink(host.ctx.db, { accountId: owner.accountId });
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ flow: 'outgoing' })
      .where('token', '=', outgoing.token)
      .execute();
    for (const spelled of [other, other.toUpperCase().replace('0X', '0x')]) {
      expect(await idsOf(`?walletAddress=${spelled}`, owner.key)).toEqual([alone]);
    }
    expect(await idsOf('?securePaymentFlow=incoming', owner.key)).toEqual([incoming.requestId]);
    expect(await idsOf('?securePaymentFlow=outgoing', owner.key)).toEqual([outgoing.requestId]);
    const both = `?securePaymentFlow=incoming&walletAddress=${other}`;
    expect(await idsOf(both, owner.key)).toEqual([]);
    expect(await idsOf('', owner.key)).toHaveLength(3);
  });

  it('shows a client ID what was made with it, and everybody only what is their account’s', async () => {
    const owner = await host.asker();
    const [front, back] = [await host.clientOf(owner), await host.clientOf(owner)];
    const session = await signedIn(host.ctx.db, { accountId: owner.accountId });
    const fronts = await host.send(owner, {}, front.headers);
    const link = await insertLink(host.ctx.db, {
      accountId: owner.accountId,
      clientIdId: front.id,
    });
    const keys = await host.send(owner);
    await host.send(await host.asker());
    expect((await idsOf('', front.headers)).toSorted()).toEqual(
      [fronts, link.requestId].toSorted(),
    );
    expect(await idsOf('', back.headers)).toEqual([]);
    for (const headers of [owner.key, session]) {
      const seen = (await idsOf('', headers)).toSorted();
      expect(seen).toEqual([fronts, link.requestId, keys].toSorted());
    }
  });

  it('hides a payee that a link hides from a client ID that browsers carry', async () => {
    const owner = await host.asker();
    const page = await host.clientOf(owner, { allowedDomains: [SHOP] });
    const { accountId } = owner;
    await insertLink(host.ctx.db, { accountId, clientIdId: page.id, hidesPayee: true });
    const carried = await list('', { ...page.headers, origin: SHOP });
    expect(carried.body['requests']).toMatchObject([{ payee: null }]);
    expect((await list('', owner.key)).body['requests']).toMatchObject([{ payee: PAYEE }]);
  });
});

describe('400', () => {
  it.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=1e1'],
    ['offset', '?offset=-1'],
    ['securePaymentFlow', '?securePaymentFlow=sideways'],
    ['walletAddress', '?walletAddress=nobody'],
    ['colour', '?colour=red'],
  ])('for a wrong %s: %s', async (field, query) => {
    const owner = await host.asker();
    expect(await list(query, owner.key)).toMatchObject({
      status: 400,
      body: { message: 'Validation failed', errors: [{ field }] },
    });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await list('', {})).toMatchObject({ status: 401 });
  });
});
