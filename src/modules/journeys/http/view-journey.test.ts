import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const view = (id: string, headers: Readonly<Record<string, string>>) =>
  host.call('GET', `/v2/journey/${id}`, { headers });

describe('200', () => {
  it('shows events in the order of their times, not of their writing', async () => {
    const { key: headers } = await host.asker();
    const made = await host.call('POST', '/v2/journey', { headers, body: {} });
    const id = String(made.body['journeyId']);
    const write = (status: string, processedAt: string, more: object = {}) =>
      host.call('POST', `/v2/journey/${id}`, {
        headers,
        body: { status, amount: '5', processedAt, ...more },
      });
    await write('PAID_OUT', '2026-01-03T00:00:00Z', { rawPayload: [1, null], currency: 'EUR' });
    await write('STARTED', '2026-01-01T00:00:00Z', { txReference: 'wire/1' });
    await write('SENT', '2026-01-03T00:00:00.001Z');
    expect(await view(id, headers)).toEqual({
      status: 200,
      body: {
        id,
        requestId: null,
        createdAt: '2026-01-02T03:04:05.000Z',
        events: [
          {
            id: expect.any(String),
            stepIndex: 1,
            status: 'STARTED',
            amount: '5',
            currency: null,
            txReference: 'wire/1',
            processedAt: '2026-01-01T00:00:00.000Z',
          },
          expect.objectContaining({ stepIndex: 2, status: 'PAID_OUT', rawPayload: [1, null] }),
          expect.objectContaining({ stepIndex: 3, status: 'SENT' }),
        ],
      },
    });
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await view('x', {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('alike for what is unknown and for what is another account’s', async () => {
    const [owner, other] = [await host.asker(), await host.asker()];
    const made = await host.call('POST', '/v2/journey', { headers: owner.key, body: {} });
    for (const id of [String(made.body['journeyId']), '01KC9V3GJ0T5W8XQ2ZB7MH4J0V', 'nonsense']) {
      const answer = await view(id, other.key);
      expect(answer).toMatchObject({ status: 404, body: { message: 'Journey not found' } });
    }
  });
});
