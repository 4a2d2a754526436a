import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { openOffRampOfTest } from '../../../../tests/support/off-ramp-of-test.ts';
import { endpoints } from './index.ts';

// What a callback leads to is shown where orders are followed, in `settlement`.
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function report(headers: Readonly<Record<string, string>>, offRamp = openOffRampOfTest()) {
  const ctx = testContext({ db: database.db, offRamp });
  return await reportTo(ctx, headers);
}

async function reportTo(
  ctx: ReturnType<typeof testContext>,
  headers: Readonly<Record<string, string>>,
) {
  await using host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const answer = await host.app.inject({
    method: 'POST',
    url: '/v2/callbacks/off-ramp',
    headers: { 'content-type': 'application/json', ...headers },
    payload: '{"eventId":"e-1","orderId":"nobody"}',
  });
  return { status: answer.statusCode, body: answer.json() };
}

it('200 for what the provider signed, also about no order of ours', async () => {
  const right = { 'x-signature': 'right' };
  expect(await report(right)).toEqual({ status: 200, body: { received: true } });
});

describe('401', () => {
  it('without the signature of the provider, also with the key of an account', async () => {
    for (const headers of [{}, { 'x-signature': 'forged' }, { 'x-api-key': 'right' }]) {
      const answer = await report(headers);
      expect(answer).toMatchObject({ status: 401, body: { code: 'callback_not_verified' } });
    }
  });
});

it('404 where no provider is configured', async () => {
  const answer = await reportTo(testContext({ db: database.db }), { 'x-signature': 'right' });
  expect(answer).toMatchObject({ status: 404, body: { code: 'off_ramp_not_found' } });
});
