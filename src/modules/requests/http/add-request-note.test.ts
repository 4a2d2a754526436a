import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';
import { NOTES_MAX } from '../add-request-note.ts';

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

const textsOf = async (id: string, headers: Headers) => {
  const { body } = await read(id, headers);
  const notes: readonly { readonly text: string }[] = body['notes'] ?? [];
  return notes.map(({ text }) => text);
};

describe('200', () => {
  it('keeps what a team writes about a request, in order, with who wrote it', async () => {
    const owner = await host.asker();
    const id = await host.send(owner);
    const session = await signedIn(host.ctx.db, owner);
    expect(await write(id, ' Paid by phone\n<b>twice</b> ', session)).toMatchObject({
      status: 201,
      body: {
        text: 'Paid by phone\n<b>twice</b>',
        author: { kind: 'session', personId: expect.any(String) },
      },
    });
    await write(id, 'B', owner.key);
    expect(await textsOf(id, owner.key)).toEqual(['Paid by phone\n<b>twice</b>', 'B']);
    expect((await read(id, owner.key)).body).toMatchObject({
      notes: [{}, { author: { kind: 'api_key', personId: null } }],
    });
  });
});

describe('400', () => {
  it.each(['', ' ', 'x'.repeat(2_001), 'a\0b', 5])('refuses the text %j', async (text) => {
    const owner = await host.asker();
    const id = await host.send(owner);
    expect(await write(id, text, owner.key)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'text' }] },
    });
    expect(await textsOf(id, owner.key)).toEqual([]);
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    const id = await host.send(await host.asker());
    expect((await write(id, 'A', {})).status).toBe(401);
  });
});

describe('404', () => {
  it('answers the same for a request of another account as for none', async () => {
    const id = await host.send(await host.asker());
    const { key } = await host.asker();
    for (const one of [id, `01${'0'.repeat(64)}`]) {
      expect(await write(one, 'A', key)).toMatchObject({
        status: 404,
        body: { code: 'request_not_found' },
      });
    }
  });
});

describe('409', () => {
  it('refuses one note more than a request may have', async () => {
    const owner = await host.asker();
    const id = await host.send(owner);
    await write(id, 'The first', owner.key);
    const first = await host.ctx.db
      .selectFrom('request_note')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: NOTES_MAX - 1 }, (_, i) => ({ ...first, id: `more ${i}` }));
    await host.ctx.db.insertInto('request_note').values(more).execute();
    expect(await write(id, 'One more', owner.key)).toMatchObject({
      status: 409,
      body: { code: 'too_many_notes' },
    });
  });
});
