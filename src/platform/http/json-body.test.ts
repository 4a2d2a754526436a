import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, type TestHost, testHost } from '../../../tests/support/test-host.ts';
import { isWellFormed, repeatedName } from './json-text.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host[Symbol.asyncDispose]());

async function create(payload: string, contentType = 'application/json') {
  const answer = await host.app.inject({
    method: 'POST',
    url: '/v2/things',
    headers: { 'x-api-key': KEY, 'content-type': contentType },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('a body', () => {
  it.each([
    ['at the top', '{"name":"a","name":"b"}', '"name"'],
    ['spelled by an escape', '{"name":"a","n\\u0061me":"b"}', '"name"'],
    ['in an object of a list', '{"name":"a","nested":[{"b":1},{"b":1,"b":2}]}', '"b"'],
    ['with the same value', '{"name":"a","name":"a"}', '"name"'],
    ['that is empty', '{"":1,"":2,"name":"a"}', '""'],
  ])('with a name twice %s is refused', async (_where, payload, name) => {
    const { status, body } = await create(payload);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_json' });
    expect(body.message).toBe(`The body has a name twice: ${name}`);
  });

  it.each([
    '{"name":"a","nested":{"name":"b"}}',
    '{"name":"a","nested":[{"name":1},{"name":2}]}',
    '{"name":"\\"name\\":","nested":{"a":":","b":"{","c":"}"}}',
  ])('with a name once in each object is taken: %s', async (payload) => {
    expect((await create(payload)).status).toBe(201);
  });

  it.each([
    '{"name":"\\ud800"}',
    '{"name":"a\\uDFFFb"}',
    '{"name":"a","nested":["\\udc00\\ud83d"]}',
    '{"name":"a","nested":{"\\ud83d":1}}',
  ])('with half of a surrogate pair is refused: %s', async (payload) => {
    const { status, body } = await create(payload);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_json' });
    expect(body.message).toMatch(/surrogate pair/);
  });

  it('with a whole pair, escaped or not, is accepted', async () => {
    for (const payload of ['{"name":"\\ud83d\\ude00"}', '{"name":"😀"}']) {
      expect(await create(payload)).toMatchObject({ status: 201, body: { id: '😀' } });
    }
  });

  it.each([
    ['{"name":"a","__proto__":{"admin":true}}', '"__proto__"'],
    ['{"name":"a","__pr\\u006fto__":1}', '"__proto__"'],
    ['{"name":"a","nested":[{"b":{"__proto__":null}}]}', '"__proto__"'],
    ['{"name":"a","nested":{"constructor":{"prototype":{}}}}', '"constructor" with a "prototype"'],
    ['{"name":"a","constructor":{"prototype":1}}', '"constructor" with a "prototype"'],
  ])('that names a prototype is refused with a message that says so: %s', async (payload, what) => {
    const { status, body } = await create(payload);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_json' });
    expect(body.message).toBe(`The body has the name ${what}, which is never a field: remove it`);
  });

  it.each([
    ['{"name":"a","constructor":1}', 'constructor'],
    ['{"name":"a","prototype":1}', 'prototype'],
    ['{"name":"a","toString":1,"hasOwnProperty":2}', 'toString'],
  ])(
    'with the name of what every object inherits is refused as unknown: %s',
    async (payload, field) => {
      const { status, body } = await create(payload);
      expect([status, body.code]).toEqual([400, 'invalid_request']);
      expect(body.errors[0]).toEqual({ field, message: `${field} is not a known field` });
    },
  );

  it('with such a name as a text, or where any name may stand, is taken', async () => {
    for (const nested of ['"__proto__"', '{"constructor":1}', '{"a":"\\"__proto__\\":1"}']) {
      expect((await create(`{"name":"a","nested":${nested}}`)).status).toBe(201);
    }
  });

  it.each(['utf-16', 'iso-8859-1', '"latin1"', 'utf-8; charset=utf-16', ''])(
    'in the charset %s is refused',
    async (charset) => {
      const { status, body } = await create('{"name":"a"}', `application/json; charset=${charset}`);
      expect(status).toBe(415);
      expect(body).toMatchObject({ code: 'unsupported_charset' });
    },
  );

  it.each([
    "charset*=utf-16''utf-16",
    "charset*=utf-8''iso-8859-1",
    "charset *= utf-8''utf-16",
    'Charset*=UTF-16',
    'charset*0=utf-16',
    "charset*0*=us-ascii''utf-16",
    "charset=utf-8; charset*=utf-16''utf-16",
  ])('with the extended parameter %s is refused', async (parameter) => {
    const { status, body } = await create('{"name":"a"}', `application/json; ${parameter}`);
    expect([status, body.code]).toEqual([415, 'unsupported_charset']);
  });

  it.each(["charset*=utf-8''utf-8", "charset*=UTF-8'en'UTF-8", 'charset*="utf-8"'])(
    'with the extended parameter %s is taken',
    async (parameter) => {
      expect((await create('{"name":"a"}', `application/json; ${parameter}`)).status).toBe(201);
    },
  );

  it('in a charset that is refused is refused however its name is written', async () => {
    const { status } = await create('{"name":"a"}', 'application/json; CHARSET=UTF-16');
    expect(status).toBe(415);
  });

  it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])('in the charset %s is taken', async (charset) => {
    const type = `application/json;charset=${charset}`;
    expect((await create('{"name":"a"}', type)).status).toBe(201);
  });
});

describe('any JSON that a program writes', () => {
  it('has no name twice, and two if its last name is written again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (object) => {
        const text = JSON.stringify(object);
        expect(repeatedName(text)).toBeUndefined();
        const name = Object.keys(object).at(-1) ?? '';
        expect(repeatedName(`${text.slice(0, -1)},${JSON.stringify(name)}:0}`)).toBe(name);
      }),
    );
  });

  it('is well formed where all of its texts are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isWellFormed(JSON.parse(JSON.stringify(value)))).toBe(true);
        expect(isWellFormed([value, '\ud800'])).toBe(false);
      }),
    );
  });
});
