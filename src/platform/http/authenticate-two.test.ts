import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BACKEND_CLIENT,
  KEY,
  OTHER_KEY,
  PAGE_CLIENT,
  PAYERS_CLIENT,
  REVOKED_CLIENT,
  recordingHost,
  SHOP,
  type TestHost,
  testHost,
} from '../../../tests/support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost({
    endpoints: [
      recordingHost('create', ['orchestrator_pair', 'api_key', 'client_id', 'session']),
      recordingHost('read', ['api_key', 'client_id'], { method: 'get' }),
      recordingHost('keyOnly', ['api_key']),
    ],
  });
});
afterAll(() => host[Symbol.asyncDispose]());

async function call(name: string, headers: Record<string, string>) {
  const method = name === 'read' ? 'GET' : 'POST';
  const answer = await host.app.inject({ method, url: `/${name}`, headers });
  const body: { actor?: Record<string, unknown>; code?: string } = answer.json();
  return { status: answer.statusCode, ...body };
}

const key = { 'x-api-key': KEY };
const client = { 'x-client-id': BACKEND_CLIENT };

describe('an API key beside a client ID', () => {
  it('acts for its account with that client ID, when the account owns both', async () => {
    expect(await call('create', { ...key, ...client })).toMatchObject({
      actor: {
        kind: 'api_key',
        accountId: 'account_a',
        apiKeyId: 'key_a',
        clientIdId: `row_${BACKEND_CLIENT}`,
        clientId: BACKEND_CLIENT,
      },
    });
    expect((await call('create', key)).actor).toEqual({
      kind: 'api_key',
      accountId: 'account_a',
      apiKeyId: 'key_a',
    });
  });

  it.each([
    [
      'of another account',
      { 'x-api-key': OTHER_KEY, ...client },
      403,
      'credentials_of_two_accounts',
    ],
    ['that was revoked', { ...key, 'x-client-id': REVOKED_CLIENT }, 403, 'client_id_not_active'],
    ['of the pay page', { ...key, 'x-client-id': PAYERS_CLIENT }, 403, 'client_id_for_payers'],
    ['that does not exist', { ...key, 'x-client-id': 'cli_nobody' }, 401, 'invalid_credentials'],
    ['that is empty', { ...key, 'x-client-id': '' }, 401, 'invalid_credentials'],
  ])('may not use a client ID %s', async (...[, headers, status, code]) => {
    expect(await call('create', headers)).toMatchObject({ status, code });
    expect(await call('read', headers)).toMatchObject({ status, code });
  });

  it('needs no Origin, and may send none but those that the client ID lists', async () => {
    const both = { ...key, 'x-client-id': PAGE_CLIENT };
    expect(await call('create', both)).toMatchObject({ actor: { clientId: PAGE_CLIENT } });
    expect(await call('create', { ...both, origin: SHOP })).toMatchObject({
      actor: { clientId: PAGE_CLIENT, origin: SHOP },
    });
    expect(await call('create', { ...both, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      code: 'origin_not_allowed',
    });
  });

  it('reads what the account may read, and not only what is of the client ID', async () => {
    const { actor } = await call('read', { ...key, ...client });
    expect(actor).toEqual({ kind: 'api_key', accountId: 'account_a', apiKeyId: 'key_a' });
  });

  it('is ignored where client IDs are not accepted', async () => {
    const foreign = { 'x-api-key': OTHER_KEY, ...client };
    expect(await call('keyOnly', foreign)).toMatchObject({ actor: { accountId: 'account_b' } });
  });
});
