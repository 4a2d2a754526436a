import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ENDPOINTS, type TestCtx } from '../../../tests/support/test-host.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { printDocument, printOpenApi } from './openapi.ts';

const urls = { api: 'https://api.florin.example', auth: 'https://auth.florin.example' };
const webhooks = [
  {
    name: 'payment.confirmed',
    summary: 'A payment is settled.',
    schema: z
      .object({ event: z.literal('payment.confirmed'), txHash: z.string().nullable() })
      .meta({ id: 'PaymentConfirmed', examples: [{ event: 'payment.confirmed', txHash: null }] }),
  },
];
const print = (endpoints: readonly Endpoint<TestCtx>[] = TEST_ENDPOINTS) =>
  printOpenApi({ endpoints, urls, webhooks, tags: { Hooks: 'Hooks.', Things: 'Things.' } });
const textOf = (document: unknown) => JSON.stringify(document, null, 2);

/** A pathless endpoint to vary. */
const plain = (answer: z.ZodType, body: z.ZodType | undefined) =>
  endpoint({
    operationId: 'tryThing',
    host: 'api',
    method: 'post',
    path: '/v2/tries',
    tag: 'Things',
    summary: 'Tries a thing.',
    accepts: ['none'],
    params: z.object({}),
    query: z.object({}),
    body,
    answer: { status: 200, schema: answer },
    refusals: [],
    run: async () => ({}),
  });

describe('the description', () => {
  it('is a valid OpenAPI 3.1 document by an independent judge', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: textOf(print()), config });
    const found = problems.map(({ ruleId, severity, message, location }) => ({
      ruleId,
      severity,
      message,
      at: location[0]?.pointer,
    }));
    expect(found).toEqual([]);
  });

  it('can be turned into types', async () => {
    const types = astToString(await openapiTS(textOf(print())));
    expect(types).toContain('createThing: {');
    expect(types).toContain('NewThing: {');
  });

  it('does not depend on the order in which modules list their endpoints', () => {
    expect(textOf(print([...TEST_ENDPOINTS].reverse()))).toBe(textOf(print()));
  });

  it('names each schema once, with no twin for input', () => {
    const { components } = print();
    expect(Object.keys(Object(components['schemas']))).toEqual([
      'Error',
      'FieldError',
      'NewThing',
      'PaymentConfirmed',
      'Thing',
    ]);
  });

  it('states which fields are refused, and leaves answers open for more', () => {
    expect(print().components).toMatchObject({
      schemas: {
        NewThing: { additionalProperties: false },
        Thing: expect.not.objectContaining({ additionalProperties: expect.anything() }),
      },
    });
  });

  const ONLY = { client_id: [] };

  it('gives operations their host, credentials, parameters and examples', () => {
    const { paths, servers } = print();
    expect(servers).toMatchObject([{ url: urls.api }]);
    expect(paths['/v2/things']).not.toHaveProperty('servers');
    expect(paths['/v2/things']).toMatchObject({
      post: {
        operationId: 'createThing',
        security: [{ api_key: [] }, { client_id: [] }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewThing' } } },
        },
      },
    });
    expect(paths['/v2/things/{id}']).toMatchObject({
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'wide', in: 'query', description: 'Wide or not.' },
          { name: 'Origin', in: 'header' },
        ],
      },
    });
    expect(paths['/v1/hooks']).toMatchObject({
      servers: [{ url: urls.auth }],
      post: {
        security: [
          ONLY,
          { ...ONLY, api_key: [] },
          { ...ONLY, session_cookie: [] },
          { ...ONLY, session_bearer: [] },
        ],
      },
    });
    expect(paths['/v2/notice']).toMatchObject({ get: { security: [{}] } });
  });

  it('documents every refusal that an endpoint can answer', () => {
    const answers = (path: string, method: string) =>
      Object.keys(Object(Object(print().paths[path]?.[method])['responses']));
    expect(answers('/v2/things', 'post')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(answers('/v2/things/{id}', 'get')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '429',
      '500',
      '503',
    ]);
    expect(answers('/v2/notice', 'get')).toEqual(['200', '400', '429', '500', '503']);
  });

  it('lists each refusal by its code and message, and shares the answers that operations have in common', () => {
    const document = print();
    expect(document.paths['/v2/things']).toMatchObject({
      post: { responses: { 429: { $ref: '#/components/responses/rate_limited' } } },
    });
    expect(document.components['responses']).toMatchObject({
      rate_limited: { description: expect.stringContaining('- `rate_limited`: Too Many Requests') },
    });
    expect(textOf(document)).toContain(
      '- `missing_credentials`: Send x-api-key or x-client-id to say who is calling',
    );
  });

  it('shares an answer only where operations give it in the same words', () => {
    const keys = { ...plain(z.object({}), undefined), accepts: ['api_key'] } as const;
    const people = { ...keys, operationId: 'askThing', path: '/v2/asks', accepts: ['session'] };
    const { paths } = print([keys, { ...people, accepts: ['session'] }]);
    expect(textOf(Object(paths['/v2/tries']))).toContain('Send x-api-key to say who is calling');
    expect(textOf(Object(paths['/v2/asks']))).not.toContain('Send x-api-key');
    expect(textOf(Object(paths['/v2/asks']))).toContain('"#/components/responses/internal_error"');
  });

  it('prints a line for each operation and differs in nothing from the document', () => {
    const document = print();
    const text = printDocument(document);
    expect(JSON.parse(text)).toEqual(JSON.parse(textOf(document)));
    expect(text.split('\n').filter((line) => line.includes('"operationId"'))).toHaveLength(
      text.split('"operationId"').length - 1,
    );
  });

  it('states how long an answer may be cached, and what a caller that has it receives', () => {
    const kept = { ...plain(z.object({}), undefined), method: 'get', cacheSeconds: 60 } as const;
    const { responses } = z
      .object({ responses: z.looseObject({ 304: z.looseObject({ description: z.string() }) }) })
      .parse(print([kept]).paths['/v2/tries']?.['get']);
    expect(responses['304'].description).toContain('60 s');
    expect(responses['304']).not.toHaveProperty('content');
  });

  it('lists no refusal for missing credentials where they are optional, but one for wrong ones', () => {
    const open = { ...plain(z.object({}), undefined), accepts: ['api_key', 'none'] } as const;
    const text = textOf(print([open]));
    expect(text).toContain('invalid_credentials');
    for (const code of ['missing_credentials', 'credentials_not_accepted']) {
      expect(text).not.toContain(code);
    }
  });

  it('lists the webhooks with their headers', () => {
    expect(print().webhooks['payment.confirmed']).toMatchObject({
      post: {
        summary: 'A payment is settled.',
        parameters: [
          'x-service-signature',
          'x-service-delivery',
          'x-service-retry-count',
          'x-service-test',
          'x-service-replay-of',
          'webhook-id',
          'webhook-timestamp',
          'webhook-signature',
        ].map((name) => expect.objectContaining({ name, in: 'header' })),
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/PaymentConfirmed' } },
          },
        },
      },
    });
  });
});

describe('a wrong description is not printed', () => {
  it('of two schemas of one name', () => {
    const one = z.object({ a: z.string() }).meta({ id: 'Twin' });
    const two = z.object({ a: z.number() }).meta({ id: 'Twin' });
    expect(() => print([plain(one, one)])).not.toThrow();
    expect(() => print([plain(one, two)])).toThrow(/two schemas are called Twin/);
  });

  it('of a schema that reads other than it writes', () => {
    const lopsided = z.object({ a: z.string().default('x') }).meta({ id: 'Lopsided' });
    expect(() => print([plain(lopsided, lopsided)])).toThrow(/Lopsided/);
  });

  it('of two endpoints of one name', () => {
    expect(() => print([...TEST_ENDPOINTS, ...TEST_ENDPOINTS])).toThrow(/two endpoints are called/);
  });
});
