import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

type Headers = Readonly<Record<string, string>>;

const write = (id: string, text: unknown, headers: Headers) =>
  host.call('POST', `/v2/request/${id}/notes`, { headers, body: { text } });
const read = (id: string, headers: Headers) =>
  host.call('GET', `/v2/request/${id}/notes`, { headers });

describe('200', () => {
  it('lists all notes of a request, oldest first, with who wrote each', async () => {
    const owner = await host.asker();
    const id = await host.send(owner);
    await write(id, 'A', await signedIn(host.ctx.db, owner));
    await write(id, 'B', owner.key);
    expect(await read(id, owner.key)).toMatchObject({
      status: 200,
      body: {
        notes: [
          { text: 'A', author: { kind: 'session', personId: expect.any(String) } },
          { text: 'B', author: { kind: 'api_key', personId: null } },
        ],
      },
    });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    expect((await read(await host.send(await host.asker()), {})).status).toBe(401);
  });
});

describe('404', () => {
  it('answers the same for a request of another account as for none', async () => {
    const id = await host.send(await host.asker());
    const { key } = await host.asker();
    for (const one of [id, `01${'0'.repeat(64)}`]) {
      expect(await read(one, key)).toMatchObject({
        status: 404,
        body: { code: 'request_not_found' },
      });
    }
  });
});
