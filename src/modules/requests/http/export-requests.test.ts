import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import {
  type Asker,
  PAYEE,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const fetchFile = (query: string, headers: Asker['key']) =>
  host.app.inject({ method: 'GET', url: `/v2/dashboard/requests/export${query}`, headers });

async function idsOf(query: string, headers: Asker['key']): Promise<readonly string[]> {
  const found: readonly { requestId: string }[] = (await fetchFile(query, headers)).json();
  return found.map(({ requestId }) => requestId);
}

describe('200', () => {
  it('writes the columns of the list, newest first', async () => {
    const owner = await host.asker();
    const ids: string[] = [];
    for (const reference of ['A', '=B', 'ü']) ids.unshift(await host.send(owner, { reference }));
    const answer = await fetchFile('', owner.key);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="requests.csv"',
    });
    const lines = answer.body.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFrequestId,paymentReference,amount,invoiceCurrency,paymentCurrency,hasBeenPaid,status,securePaymentStatus,reference,createdAt,txHash,payee,payer,clientId',
    );
    expect(lines[1]).toMatch(
      new RegExp(
        `^${ids[0]},0x[0-9a-f]{16},12.5,USDC-sepolia,USDC-sepolia,false,created,,ü,2026-01-02T03:04:05.000Z,,${PAYEE},,$`,
      ),
    );
    expect(lines[2]).toContain(",'=B,");
    expect(lines.slice(4)).toEqual(['']);
  });

  it('writes the items of the list as JSON, to a key and to a session', async () => {
    const owner = await host.asker();
    await host.send(owner);
    await host.send(owner);
    const listed = await host.call('GET', '/v2/request', { headers: owner.key });
    const session = await signedIn(host.ctx.db, owner);
    for (const headers of [owner.key, session]) {
      const answer = await fetchFile('?format=json', headers);
      expect(answer.json()).toEqual(listed.body['requests']);
    }
  });

  it('writes what the account is paid, or what it pays', async () => {
    const owner = await host.asker();
    const alone = await host.send(owner);
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId, flow: 'outgoing' });
    expect(await idsOf('?format=json&flow=incoming', owner.key)).toEqual([alone]);
    expect(await idsOf('?format=json&flow=outgoing', owner.key)).toEqual([link.requestId]);
    expect(await idsOf('?format=json', owner.key)).toHaveLength(2);
  });

  it('writes what pays one wallet, and nothing of another account', async () => {
    const owner = await host.asker();
    await host.send(await host.asker());
    const payee = '0x3333333333333333333333333333333333333333';
    await host.send(owner);
    const id = await host.send(owner, { payee });
    expect(await idsOf(`?format=json&walletAddress=${payee}`, owner.key)).toEqual([id]);
  });
});

describe('400', () => {
  it.each([
    ['?flow=sideways', 'flow'],
    ['?format=xml', 'format'],
    ['?offset=5', 'offset'],
    ['?walletAddress=nobody', 'walletAddress'],
  ])('refuses %s', async (query, field) => {
    const owner = await host.asker();
    const answer = await fetchFile(query, owner.key);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    expect((await fetchFile('', {})).statusCode).toBe(401);
  });
});

describe('403', () => {
  it('refuses a client ID, which neither names all nor proves its account', async () => {
    const client = await host.clientOf(await host.asker());
    expect((await fetchFile('', client.headers)).statusCode).toBe(403);
  });
});
