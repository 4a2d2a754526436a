import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADA,
  BOB,
  type IdentityHost,
  identityHost,
} from '../../../../tests/support/identity-host.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const idOf = async (token: string): Promise<string> =>
  Object((await host.call('GET', 'session', { token })).body).id;

describe('200', () => {
  it('ends another session of the account from its next call on', async () => {
    const [lost, kept] = [await host.signIn(ADA), await host.signIn(ADA)];
    const id = await idOf(lost);
    const answer = await host.call('DELETE', `sessions/${id}`, { token: kept });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await host.call('GET', 'session', { token: lost })).toMatchObject({ status: 401 });
    expect(await host.call('GET', 'session', { token: kept })).toMatchObject({ status: 200 });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    const id = await idOf(await host.signIn(ADA));
    expect(await host.call('DELETE', `sessions/${id}`)).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('answers the same for a session that never was, is over or is another’s', async () => {
    const [token, over, foreign] = [
      await host.signIn(ADA),
      await host.signIn(ADA),
      await host.signIn(BOB),
    ];
    const overId = await idOf(over);
    await host.call('POST', 'logout', { token: over });
    const answers = await Promise.all(
      ['01KDY8RJB8N6T2W5ZQ4XM7HCVF', overId, await idOf(foreign), 'nonsense'].map((id) =>
        host.call('DELETE', `sessions/${id}`, { token }),
      ),
    );
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 404,
        body: { ...Object(answers[0]?.body), correlationId: expect.any(String) },
      });
    }
    expect(await host.call('GET', 'session', { token: foreign })).toMatchObject({ status: 200 });
  });
});
