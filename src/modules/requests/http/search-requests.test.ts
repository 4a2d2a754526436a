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

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

interface Page {
  readonly requests: readonly { readonly requestId: string; readonly status: string }[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

const URL = '/v2/dashboard/requests';

async function search(query: string, headers: Asker['key']): Promise<Page> {
  const answer = await host.app.inject({ method: 'GET', url: `${URL}${query}`, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function idsOf(query: string, { key }: Asker): Promise<readonly string[]> {
  return (await search(query, key)).requests.map(({ requestId }) => requestId);
}

describe('200', () => {
  it('lists what the list of requests does, to a key and to a session', async () => {
    const owner = await host.asker();
    await host.send(owner);
    await host.send(owner, { reference: 'B' });
    const { body } = await host.call('GET', '/v2/request', { headers: owner.key });
    for (const headers of [owner.key, await signedIn(host.ctx.db, owner)]) {
      expect(await search('', headers)).toEqual({
        requests: body['requests'],
        total: 2,
        nextCursor: null,
      });
    }
  });

  it('leads through all of them once, however many come meanwhile', async () => {
    const owner = await host.asker();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await host.send(owner));
    const read: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const page = await search(query, owner.key);
      expect(page.total).toBe(read.length === 0 ? 5 : null);
      read.push(...page.requests.map(({ requestId }) => requestId));
      if (page.nextCursor === null) break;
      await host.send(owner);
      query = `?limit=2&cursor=${page.nextCursor}`;
    }
    expect(read).toEqual(ids);
  });

  it('finds each status that a request shows, and no other', async () => {
    const owner = await host.asker();
    const created = await host.send(owner);
    const partly = await host.send(owner);
    await host.receive(partly, { units: 1n });
    const paid = await host.send(owner);
    await host.receive(paid, { units: 12_500_000n });
    const pending = await host.send(owner);
    await host.receive(pending, { units: 1n, onlySeen: true });
    const { accountId } = owner;
    const { requestId: cancelled } = await insertLink(host.ctx.db, {
      accountId,
      status: 'invalidated',
    });
    const { requestId: expired } = await insertLink(host.ctx.db, { accountId, status: 'expired' });
    for (const [status, ...ids] of [
      ['created', created, expired],
      ['partially_paid', partly],
      ['paid', paid],
      ['pending', pending],
      ['cancelled', cancelled],
    ] as const) {
      const found = await search(`?status=${status}`, owner.key);
      expect(found.requests.map(({ requestId }) => requestId).sort()).toEqual([...ids].sort());
      expect(found.requests.every((request) => request.status === status)).toBe(true);
    }
    expect(await idsOf('?securePaymentStatus=expired', owner)).toEqual([expired]);
    expect(await idsOf('?status=paid&securePaymentStatus=expired', owner)).toEqual([]);
  });

  it('finds by amount, in any currency to the unit', async () => {
    const owner = await host.asker();
    const small = await host.send(owner, { amount: '1.000001' });
    const large = await host.send(owner, { amount: '2' });
    expect(await idsOf('?minAmount=1.000001', owner)).toEqual([large, small]);
    expect(await idsOf('?minAmount=1.0000011', owner)).toEqual([large]);
    expect(await idsOf('?maxAmount=1.0000019', owner)).toEqual([small]);
    expect(await idsOf('?minAmount=1.5&maxAmount=2.0', owner)).toEqual([large]);
    expect(await idsOf('?minAmount=3', owner)).toEqual([]);
  });

  it('finds by wallet: who is paid, and who paid', async () => {
    const owner = await host.asker();
    const payee = '0x3333333333333333333333333333333333333333';
    const other = await host.send(owner, { payee });
    const paid = await host.send(owner);
    await host.receive(paid, { units: 1n });
    expect(await idsOf(`?wallet=${payee}`, owner)).toEqual([other]);
    expect(await idsOf(`?wallet=${PAYER.toLowerCase()}`, owner)).toEqual([paid]);
    expect(await idsOf(`?wallet=${PAYEE}`, owner)).toEqual([paid]);
    expect(await idsOf(`?walletAddress=${PAYER}`, owner)).toEqual([]);
  });

  it('finds by network, currency, reference, id, link, client ID, direction and time', async () => {
    const owner = await host.asker();
    const client = await host.clientOf(owner);
    const clientId = client.headers['x-client-id'] ?? '';
    const alone = await host.send(owner, { reference: 'Order 7' });
    const { accountId } = owner;
    const { requestId: link, token } = await insertLink(host.ctx.db, {
      accountId,
      currencyId: 'USDC-base',
      clientIdId: client.id,
      flow: 'outgoing',
    });
    expect(await idsOf('?network=base', owner)).toEqual([link]);
    expect(await idsOf('?currency=USDC-base', owner)).toEqual([link]);
    expect(await idsOf('?currency=EUR', owner)).toEqual([]);
    expect(await idsOf('?reference=Order%207', owner)).toEqual([alone]);
    expect(await idsOf('?reference=Order', owner)).toEqual([]);
    expect(await idsOf(`?requestId=${alone}`, owner)).toEqual([alone]);
    expect(await idsOf('?requestId=01none', owner)).toEqual([]);
    expect(await idsOf(`?securePaymentToken=${token}`, owner)).toEqual([link]);
    expect(await idsOf(`?clientId=${clientId}`, owner)).toEqual([link]);
    expect(await idsOf('?clientId=cli_of_nobody', owner)).toEqual([]);
    expect(await idsOf('?flow=outgoing', owner)).toEqual([link]);
    expect(await idsOf('?fromDate=2026-01-02T03:04:05Z', owner)).toHaveLength(2);
    expect(await idsOf('?fromDate=2026-01-02T03:04:06Z', owner)).toEqual([]);
    expect(await idsOf('?toDate=2026-01-02T03:04:04Z', owner)).toEqual([]);
  });

  it('finds nothing of another account', async () => {
    const owner = await host.asker();
    const id = await host.send(owner, { reference: 'Ours' });
    await host.receive(id, { units: 1n });
    const other = await host.asker();
    const client = await host.clientOf(owner);
    for (const query of [
      '',
      '?reference=Ours',
      `?requestId=${id}`,
      `?wallet=${PAYER}`,
      '?status=partially_paid',
      `?clientId=${client.headers['x-client-id']}`,
    ]) {
      expect(await search(query, other.key)).toEqual({ requests: [], total: 0, nextCursor: null });
    }
  });
});

describe('400', () => {
  it.each([
    ['?status=unpaid', 'status'],
    ['?limit=201', 'limit'],
    ['?offset=5', 'offset'],
    ['?cursor=x', 'cursor'],
    ['?wallet=nobody', 'wallet'],
    ['?minAmount=-1', 'minAmount'],
    ['?maxAmount=1e3', 'maxAmount'],
    ['?reference=%00', 'reference'],
    ['?fromDate=2026-02-02T00:00:00Z&toDate=2026-01-01T00:00:00Z', 'toDate'],
  ])('refuses %s', async (query, field) => {
    const { key } = await host.asker();
    const answer = await host.app.inject({ method: 'GET', url: `${URL}${query}`, headers: key });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    expect((await host.app.inject({ method: 'GET', url: URL })).statusCode).toBe(401);
  });
});

describe('403', () => {
  it('refuses a client ID, which neither names all nor proves its account', async () => {
    const owner = await host.asker();
    const { headers } = await host.clientOf(owner);
    expect((await host.app.inject({ method: 'GET', url: URL, headers })).statusCode).toBe(403);
  });
});
