import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';

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
const remove = (id: string, noteId: string, headers: Headers) =>
  host.app.inject({ method: 'DELETE', url: `/v2/request/${id}/notes/${noteId}`, headers });

const textsOf = async (id: string, headers: Headers) => {
  const { body } = await read(id, headers);
  const notes: readonly { readonly text: string }[] = body['notes'] ?? [];
  return notes.map(({ text }) => text);
};

describe('200', () => {
  it('removes one for good, and says in the audit log who did what but not what it said', async () => {
    const owner = await host.asker();
    const id = await host.send(owner);
    const { body } = await write(id, 'A secret', owner.key);
    expect((await remove(id, body['id'] ?? '', owner.key)).statusCode).toBe(200);
    expect(await textsOf(id, owner.key)).toEqual([]);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'request_note.added',
      'request_note.removed',
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    const id = await host.send(await host.asker());
    expect((await remove(id, 'x', {})).statusCode).toBe(401);
  });
});

describe('404', () => {
  it('removes neither the note of another account nor that of another request', async () => {
    const owner = await host.asker();
    const id = await host.send(owner);
    const { body } = await write(id, 'Ours', owner.key);
    const noteId = body['id'] ?? '';
    const { key } = await host.asker();
    expect((await remove(id, noteId, key)).statusCode).toBe(404);
    expect((await remove(await host.send(owner), noteId, owner.key)).statusCode).toBe(404);
    expect((await remove(id, 'none', owner.key)).json()).toMatchObject({
      code: 'request_note_not_found',
    });
    expect(await textsOf(id, owner.key)).toEqual(['Ours']);
  });
});
