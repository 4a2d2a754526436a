import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Asker,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const view = (query: string, { key }: Pick<Asker, 'key'>) =>
  host.call('GET', `/v2/dashboard/payments/figures${query}`, { headers: key });
const JANUARY = '?from=2026-01-01&to=2026-01-31';
/** The clock of these tests stands at 03:04:05 of the second. */
const at = (text: string) => new Date(`2026-01-${text}Z`);

async function pay(owner: Asker, units: bigint, time: Date): Promise<string> {
  const requestId = await host.send(owner);
  await host.receive(requestId, { units, at: time });
  return requestId;
}

describe('200', () => {
  it('adds up what was paid in each token by itself, by the days of a zone', async () => {
    const owner = await host.asker();
    await pay(owner, 12_500_000n, at('02T23:30:00'));
    await pay(owner, 1n, at('02T01:00:00'));
    const other = await host.send(owner, {
      invoiceCurrency: 'FAU-sepolia',
      paymentCurrency: 'FAU-sepolia',
      amount: '5000000',
    });
    await host.receive(other, { units: 5n * 10n ** 24n, at: at('01T12:00:00') });
    const { status, body } = await view(JANUARY, owner);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: '2026-01-01',
      to: '2026-01-31',
      timeZone: 'UTC',
      volumes: [
        {
          flow: 'incoming',
          network: 'sepolia',
          currency: 'FAU-sepolia',
          payments: 1,
          amount: '5000000',
          days: [{ date: '2026-01-01', payments: 1, amount: '5000000' }],
        },
        {
          currency: 'USDC-sepolia',
          payments: 2,
          amount: '12.500001',
          days: [{ date: '2026-01-02', payments: 2, amount: '12.500001' }],
        },
      ],
    });
    const inBerlin = await view(`${JANUARY}&timeZone=Europe/Berlin`, owner);
    expect(inBerlin.body).toMatchObject({
      volumes: [
        {},
        {
          days: [
            { date: '2026-01-02', payments: 1, amount: '0.000001' },
            { date: '2026-01-03', payments: 1, amount: '12.5' },
          ],
        },
      ],
    });
  });

  it('says how long half of the payments and 19 of 20 took, on each day and altogether', async () => {
    const owner = await host.asker();
    for (const time of ['02T03:04:00', '02T03:03:05', '01T03:04:05']) {
      await pay(owner, 1n, at(time));
    }
    await host.ctx.db
      .updateTable('chain_transfer')
      .set({ block_time: at('02T03:04:00'), confirmed_at: at('02T03:04:35') })
      .where('account_id', '=', owner.accountId)
      .execute();
    const { body } = await view(JANUARY, owner);
    expect(body).toMatchObject({
      durations: {
        payments: 3,
        settled: { p50Seconds: 30, p95Seconds: 30 },
        confirmed: { p50Seconds: 35, p95Seconds: 35 },
        days: [
          { date: '2026-01-01', payments: 1 },
          { date: '2026-01-02', payments: 2 },
        ],
      },
    });
  });

  it('leaves out what a reorg took back, other days and other accounts', async () => {
    const owner = await host.asker();
    const undone = await pay(owner, 9n, at('02T00:00:00'));
    await host.undo(undone);
    await pay(owner, 7n, at('01T23:59:59.999'));
    await pay(owner, 8n, at('03T00:00:00'));
    await pay(await host.asker(), 5n, at('02T00:00:00'));
    const { body } = await view('?from=2026-01-02&to=2026-01-02', owner);
    expect(body).toEqual({
      from: '2026-01-02',
      to: '2026-01-02',
      timeZone: 'UTC',
      volumes: [],
      durations: { payments: 0, settled: null, confirmed: null, days: [] },
    });
  });

  it('shows the last 30 days where the query names none', async () => {
    const { body } = await view('', await host.asker());
    expect(body).toMatchObject({ from: '2025-12-04', to: '2026-01-02' });
  });
});

describe('400', () => {
  it.each([
    ['?from=2026-02-30', 'from must be a day such as 2026-01-31'],
    ['?from=2026-01-02&to=2026-01-01', 'to must be from or a later day'],
    ['?from=2024-12-31&to=2026-01-01', 'from must be at most 366 days before to'],
    ['?timeZone=Mars', 'timeZone must be a name of the IANA list, such as Europe/Berlin'],
    ['?timeZone=%2B01:00', 'timeZone must be a name of the IANA list, such as Europe/Berlin'],
    ['?zone=UTC', 'zone is not a known field'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await view(query, await host.asker());
    expect([status, body['message']]).toEqual([400, message]);
  });
});

describe('401', () => {
  it('refuses a caller without a credential', async () => {
    expect((await view('', { key: {} })).status).toBe(401);
  });
});
