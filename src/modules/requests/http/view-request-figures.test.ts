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
  host.call('GET', `/v2/dashboard/requests/figures${query}`, { headers: key });

/** A link over a request that was made with it, in this state. */
async function linkOver(owner: Asker, status: string, flow = 'incoming'): Promise<string> {
  const requestId = await host.send(owner);
  const token = host.ctx.newId();
  await host.ctx.db
    .insertInto('secure_payment')
    .values({
      token,
      account_id: owner.accountId,
      payment_type: 'single',
      flow,
      status,
      created_at: host.ctx.now(),
      expires_at: host.ctx.now(),
    })
    .execute();
  const { id } = await host.ctx.db
    .selectFrom('request')
    .select('id')
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  await host.ctx.db
    .insertInto('secure_payment_request')
    .values({ secure_payment_token: token, position: 0, request_id: id })
    .execute();
  return requestId;
}

describe('200', () => {
  it('counts a payout link that is open, also where nothing else was paid out', async () => {
    const owner = await host.asker();
    await linkOver(owner, 'pending', 'outgoing');
    const { status, body } = await view('', owner);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      flows: expect.arrayContaining([
        expect.objectContaining({ created: 1, paid: 0, unpaid: 0, open: 1, successRate: null }),
      ]),
    });
  });

  it('counts what was paid, what ended unpaid and what is open, by direction', async () => {
    const owner = await host.asker();
    const paid = await host.send(owner);
    await host.receive(paid, { units: 12_500_000n });
    await host.receive(await linkOver(owner, 'expired'), { units: 1n });
    await linkOver(owner, 'invalidated');
    await linkOver(owner, 'pending');
    await host.send(owner);
    await linkOver(owner, 'compliance_failed', 'outgoing');
    await host.send(await host.asker());
    const outcome = { created: 5, paid: 1, unpaid: 2, open: 2, successRate: 0.3333 };
    const none = { created: 0, paid: 0, unpaid: 0, open: 0, successRate: null, days: [] };
    const failed = { created: 1, paid: 0, unpaid: 1, open: 0, successRate: 0 };
    const { status, body } = await view('', owner);
    expect(status).toBe(200);
    expect(body).toEqual({
      from: '2025-12-04',
      to: '2026-01-02',
      timeZone: 'UTC',
      flows: [
        { flow: 'incoming', ...outcome, days: [{ date: '2026-01-02', ...outcome }] },
        { flow: 'outgoing', ...failed, days: [{ date: '2026-01-02', ...failed }] },
      ],
    });
    const before = await view('?to=2026-01-01', owner);
    expect(before.body).toMatchObject({
      flows: [
        { flow: 'incoming', ...none },
        { flow: 'outgoing', ...none },
      ],
    });
  });

  it('puts a request into the day of its creation in the zone', async () => {
    const owner = await host.asker();
    await host.send(owner);
    const { body } = await view('?timeZone=America/Los_Angeles', owner);
    expect(body).toMatchObject({ flows: [{ days: [{ date: '2026-01-01', created: 1 }] }, {}] });
  });
});

describe('400', () => {
  it('refuses more than a year', async () => {
    const { status } = await view('?from=2020-01-01', await host.asker());
    expect(status).toBe(400);
  });
});

describe('401', () => {
  it('refuses a caller without a credential', async () => {
    expect((await view('', { key: {} })).status).toBe(401);
  });
});
