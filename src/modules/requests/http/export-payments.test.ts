import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Asker,
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
  host.app.inject({ method: 'GET', url: `/v2/dashboard/payments/export${query}`, headers });
const linesOf = (text: string) => text.slice(1).trimEnd().split('\r\n');
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 2, 0, 0, seconds));

async function paid(owner: Asker, seconds: number, more: object = {}): Promise<string> {
  const requestId = await host.send(owner, more);
  await host.receive(requestId, { units: 12_500_000n, at: at(seconds) });
  return requestId;
}

describe('200', () => {
  it('writes a line of names and a line for each payment, newest first', async () => {
    const owner = await host.asker();
    const first = await paid(owner, 1, { reference: 'INV-1' });
    const second = await paid(owner, 2, { reference: 'INV-2, "late"' });
    const answer = await fetchFile('', owner.key);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payments.csv"',
    });
    expect(answer.body.startsWith('\uFEFFid,amount,')).toBe(true);
    const [names, newest, oldest, ...others] = linesOf(answer.body);
    expect(names).toContain(',request.requestId,');
    expect(newest).toContain(second);
    expect(newest).toContain('"INV-2, ""late"""');
    expect(oldest).toContain(first);
    expect(others).toEqual([]);
  });

  it('writes the items of the list as JSON', async () => {
    const owner = await host.asker();
    const requestId = await paid(owner, 1);
    const listed = await host.call('GET', `/v2/payments?requestId=${requestId}`, {
      headers: owner.key,
    });
    const answer = await fetchFile('?format=json', owner.key);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="payments.json"');
    expect(answer.json()).toEqual(listed.body['payments']);
  });

  it.each([
    ['?reference=INV-7', ['INV-7']],
    ['?fromDate=2026-01-02T00:00:02Z', ['INV-8']],
    ['?toDate=2026-01-02T00:00:01Z', ['INV-7']],
    ['?walletAddress=0x9999999999999999999999999999999999999999', []],
    ['?invoiceCurrency=EUR&paymentCurrency=USDC-sepolia&type=direct', []],
  ])('writes what meets %s alone', async (query, references) => {
    const owner = await host.asker();
    await paid(owner, 1, { reference: 'INV-7' });
    await paid(owner, 2, { reference: 'INV-8' });
    const answer = await fetchFile(`${query}&format=json`, owner.key);
    const found: readonly { request: { reference: string } }[] = answer.json();
    expect(found.map(({ request }) => request.reference)).toEqual(references);
  });

  it('writes only names, or an empty array, where nothing was paid', async () => {
    const owner = await host.asker();
    expect(linesOf((await fetchFile('', owner.key)).body)).toHaveLength(1);
    expect((await fetchFile('?format=json', owner.key)).json()).toEqual([]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'])(
    'writes %j so that a spreadsheet calculates nothing',
    async (reference) => {
      const owner = await host.asker();
      await paid(owner, 1, { reference });
      const line = linesOf((await fetchFile('', owner.key)).body)[1];
      expect(line).toContain(`'${reference}`);
    },
  );

  it('writes what a session sees, and nothing of another account', async () => {
    const owner = await host.asker();
    const other = await host.asker();
    await paid(other, 1);
    const requestId = await paid(owner, 2);
    const headers = await signedIn(host.ctx.db, owner);
    const found: readonly { request: { requestId: string } }[] = (
      await fetchFile('?format=json', headers)
    ).json();
    expect(found.map(({ request }) => request.requestId)).toEqual([requestId]);
  });

  it('sends no body to a caller that asks for headers alone', async () => {
    const owner = await host.asker();
    await paid(owner, 1);
    const answer = await host.app.inject({
      method: 'HEAD',
      url: '/v2/dashboard/payments/export',
      headers: owner.key,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });
});

describe('400', () => {
  it.each([
    ['?format=xlsx', 'format'],
    ['?limit=5', 'limit'],
    ['?fromDate=2026-01-03T00:00:00Z&toDate=2026-01-02T00:00:00Z', 'toDate'],
    ['?walletAddress=nobody', 'walletAddress'],
    ['?txHash=0x12', 'txHash'],
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
