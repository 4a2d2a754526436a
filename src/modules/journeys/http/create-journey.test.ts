import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (body: unknown, headers: Readonly<Record<string, string>>) =>
  host.call('POST', '/v2/journey', { headers, body });

describe('201', () => {
  it('makes a journey of a request, and one of none', async () => {
    const owner = await host.asker();
    for (const requestId of [await host.send(owner), undefined]) {
      const { status, body } = await create({ requestId }, owner.key);
      expect({ status, body }).toEqual({ status: 201, body: { journeyId: expect.any(String) } });
      const read = await host.call('GET', `/v2/journey/${body['journeyId']}`, {
        headers: owner.key,
      });
      expect(read).toEqual({
        status: 200,
        body: {
          id: body['journeyId'],
          requestId: requestId ?? null,
          createdAt: '2026-01-02T03:04:05.000Z',
          events: [],
        },
      });
    }
  });
});

describe('400', () => {
  it.each([{ requestId: 7 }, { requestId: 'a\0' }, { journeyId: 'x' }])('for %j', async (body) => {
    expect(await create(body, (await host.asker()).key)).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await create({}, {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for a client ID', async () => {
    const { headers } = await host.clientOf(await host.asker());
    expect(await create({}, headers)).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('alike for a request that is unknown and for one of another account', async () => {
    const [owner, other] = [await host.asker(), await host.asker()];
    for (const requestId of [await host.send(owner), `01${'0'.repeat(64)}`, 'nonsense']) {
      expect(await create({ requestId }, other.key)).toMatchObject({
        status: 404,
        body: { message: 'Request not found' },
      });
    }
  });
});
