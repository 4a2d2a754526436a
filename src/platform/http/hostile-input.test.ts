import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KEY,
  PAGE_CLIENT,
  SHOP,
  type TestHost,
  testHost,
} from '../../../tests/support/test-host.ts';
import { ErrorBody } from './error-body.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host[Symbol.asyncDispose]());

// Each call from another address, so that no limit hides an answer.
const address = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
const RUNS = { numRuns: 200 };

/** Every input gets an answer that a client can read, and never a 500. */
function expectAnswered(answer: { statusCode: number; body: string }) {
  expect(answer.statusCode).toBeLessThan(500);
  if (answer.statusCode >= 400) ErrorBody.parse(JSON.parse(answer.body));
}

describe('no input is a fault of ours', () => {
  it('as a body of any JSON', async () => {
    const names = fc.constantFrom('name', 'nested', '__proto__', 'constructor', 'toString', '');
    const bodies = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(bodies, address, async (body, remoteAddress) => {
        const payload = JSON.stringify(body);
        const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
        const url = '/v2/things';
        const answer = await host.app.inject({
          method: 'POST',
          url,
          headers,
          payload,
          remoteAddress,
        });
        expectAnswered(answer);
      }),
      RUNS,
    );
  });

  it('as a body of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), address, async (bytes, remoteAddress) => {
        const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
        const payload = Buffer.from(bytes);
        const url = '/v2/things';
        const answer = await host.app.inject({
          method: 'POST',
          url,
          headers,
          payload,
          remoteAddress,
        });
        expectAnswered(answer);
      }),
      RUNS,
    );
  });

  it('as a path and a query', async () => {
    const segment = fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponent);
    const query = fc.array(
      fc.constantFrom('wide=true', 'wide', '__proto__=1', 'a[b]=c', '%', '&&'),
    );
    await fc.assert(
      fc.asyncProperty(segment, query, address, async (id, parts, remoteAddress) => {
        const headers = { 'x-client-id': PAGE_CLIENT, origin: SHOP };
        const url = `/v2/things/x${id}?${parts.join('&')}`;
        expectAnswered(await host.app.inject({ url, headers, remoteAddress }));
      }),
      RUNS,
    );
  });
});
