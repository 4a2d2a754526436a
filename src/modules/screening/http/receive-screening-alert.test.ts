import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { FAKE_ALERT_KEY, fakeScreener } from '../../../../tests/support/fake-screener.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { endpoints } from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
beforeAll(async () => {
  database = await testDatabase();
  const screeners = new Map([
    ['hypernative', fakeScreener('hypernative')],
    ['merklescience', { ...fakeScreener('merklescience'), readAlert: undefined }],
  ] as const);
  const ctx = testContext({ db: database.db, screeners });
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function send(provider: string, key: string) {
  const headers = { 'content-type': 'application/json', 'x-webhook-key': key };
  const url = `/v2/callbacks/screening/${provider}`;
  const payload = '{"address":"0x12"}';
  const answer = await host.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}
const kept = () => database.db.selectFrom('screening_alert').select('digest').execute();

describe('401', () => {
  it('refuses what its vendor has not sent, and keeps nothing of it', async () => {
    for (const key of ['wrong', FAKE_ALERT_KEY.slice(1)]) {
      const refused = { status: 401, body: { code: 'callback_not_verified' } };
      expect(await send('hypernative', key)).toMatchObject(refused);
    }
    expect(await kept()).toEqual([]);
  });
});

it('refuses alerts of vendors that are not here, or whose alerts are not taken, in one form', async () => {
  for (const name of ['merklescience', 'nobody', 'constructor']) {
    const refused = { status: 404, body: { code: 'screening_provider_not_found' } };
    expect(await send(name, FAKE_ALERT_KEY)).toMatchObject(refused);
  }
  expect(await kept()).toEqual([]);
});

it('answers a verified one alike, whatever it names and however often it comes', async () => {
  for (const _ of [1, 2]) {
    const answer = await send('hypernative', FAKE_ALERT_KEY);
    expect(answer).toEqual({ status: 200, body: { received: true } });
  }
  expect(await kept()).toHaveLength(1);
});
