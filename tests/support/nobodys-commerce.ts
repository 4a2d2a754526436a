import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from './requests-host.ts';

/** One endpoint of commerce payments. */
interface Asked {
  readonly method: 'GET' | 'POST';
  /** Behind the id of the payment. */
  readonly path: string;
  /** What it takes. */
  readonly body?: object;
  /** What it refuses. */
  readonly wrongBodies?: readonly object[];
  /** Whether it may be called without a body although it takes one. */
  readonly mayLackBody?: boolean;
}

/**
 * What endpoints of one commerce payment refuse alike: bodies of other shapes, calls without a credential, and payments that the
 * caller does not have. With a host of its own.
 */
export function describeNobodysCommerce(asked: Asked): void {
  const { method, path, body: usual, wrongBodies = [], mayLackBody = false } = asked;
  const url = `/v2/commerce-payments/01${'0'.repeat(64)}/${path}`;
  let host: RequestsHost;
  beforeAll(async () => {
    host = await requestsHost();
  });
  afterAll(() => host[Symbol.asyncDispose]());

  describe.runIf(wrongBodies.length > 0)('400', () => {
    it.each(wrongBodies.map((body) => [body]))('for %j', async (body) => {
      const { key: headers } = await host.asker();
      expect(await host.call(method, url, { headers, body })).toMatchObject({ status: 400 });
    });
  });

  describe('401', () => {
    it('without a credential', async () => {
      expect(await host.call(method, url, { body: usual })).toMatchObject({ status: 401 });
    });
  });

  describe('404', () => {
    it.each(mayLackBody ? [usual, undefined] : [usual])(
      'for a payment that nobody has, with the body %j',
      async (body) => {
        const { key: headers } = await host.asker();
        expect(await host.call(method, url, { headers, body })).toMatchObject({
          status: 404,
          body: { code: 'commerce_payment_not_found' },
        });
      },
    );
  });
}
