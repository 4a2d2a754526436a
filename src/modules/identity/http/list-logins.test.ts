import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWallet, type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists how the caller signs in, and which way it was this time', async () => {
    const [person, wallet] = [await host.newOwner(), newWallet()];
    const { token } = await host.link(person.token, wallet, person.password);
    const { status, body } = await host.call('GET', '/v1/auth/logins', { token });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        logins: [
          { kind: 'email', email: person.email, walletAddress: null, current: false },
          { kind: 'wallet', email: null, walletAddress: wallet.address, current: true },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|argon/);
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('GET', '/v1/auth/logins')).toMatchObject({ status: 401 });
  });
});
