import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const patch = (requestId: string, body: unknown, headers: Readonly<Record<string, string>>) =>
  host.call('PATCH', `/v2/request/${requestId}`, { headers, body });

describe('200', () => {
  it('answers an empty object, and the request has what was written', async () => {
    const owner = await host.asker();
    const id = await host.send(owner);
    for (const stopped of [true, true, false]) {
      const answer = await patch(id, { isRecurrenceStopped: stopped }, owner.key);
      expect(answer).toEqual({ status: 200, body: {} });
      const { body } = await host.call('GET', `/v2/request/${id}`, { headers: owner.key });
      expect(body).toMatchObject({ isRecurrenceStopped: stopped });
    }
  });
});

describe('400', () => {
  it.each([{}, { isRecurrenceStopped: 'yes' }, { isRecurrenceStopped: true, amount: '1' }])(
    'for %j',
    async (body) => {
      const owner = await host.asker();
      expect(await patch(await host.send(owner), body, owner.key)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await patch('01', { isRecurrenceStopped: true }, {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('alike for what is unknown and for what is another account’s, which stays as it was', async () => {
    const [owner, other] = [await host.asker(), await host.asker()];
    const id = await host.send(owner);
    for (const asked of [id, `01${'0'.repeat(64)}`, 'nonsense']) {
      const answer = await patch(asked, { isRecurrenceStopped: true }, other.key);
      expect(answer).toMatchObject({ status: 404, body: { message: 'Request not found' } });
    }
    const { body } = await host.call('GET', `/v2/request/${id}`, { headers: owner.key });
    expect(body).toMatchObject({ isRecurrenceStopped: false });
  });
});
