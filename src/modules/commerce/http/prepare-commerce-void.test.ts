import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const NOBODYS = `/v2/commerce-payments/01${'0'.repeat(64)}/void/calldata`;

const call = (headers: Readonly<Record<string, string>>) => host.call('POST', NOBODYS, { headers });

describe('401', () => {
  it('without a credential', async () => {
    expect(await call({})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('for a payment that nobody has', async () => {
    const { key } = await host.asker();
    expect(await call(key)).toMatchObject({
      status: 404,
      body: { code: 'commerce_payment_not_found' },
    });
  });
});
