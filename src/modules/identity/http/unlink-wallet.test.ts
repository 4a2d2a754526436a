import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newWallet,
  refused,
  type TeamHost,
  teamHost,
} from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

/** The id of the wallet that a person signs in with. */
async function walletOf(token: string): Promise<string> {
  const { body } = await host.call('GET', '/v1/auth/logins', { token });
  const logins: readonly { id: string; kind: string }[] = Object(body['logins']);
  return logins.find(({ kind }) => kind === 'wallet')?.id ?? '';
}

const unlink = (token: string, id: string) =>
  host.call('DELETE', `/v1/auth/wallets/${id}`, { token });

describe('200', () => {
  it('ends the sessions of the wallet, which then opens an account of its own', async () => {
    const person = await host.newOwner();
    const wallet = newWallet();
    const { token } = await host.link(person.token, wallet, person.password);
    const byPassword = await host.logIn(person);
    const answer = await unlink(token, await walletOf(token));
    expect(answer).toMatchObject({ status: 200, body: { endedSessions: 1 } });
    expect(await host.session(token)).toMatchObject({ status: 401 });
    expect(await host.session(byPassword)).toMatchObject({ status: 200 });
    expect(await host.actions(person.accountId)).toContain('login.removed');
    // It is free again.
    expect(await host.link(byPassword, wallet, person.password)).toMatchObject({ status: 200 });
  });
});

describe('403', () => {
  it('for a session by password', async () => {
    const person = await host.newOwner();
    const { token } = await host.link(person.token, newWallet(), person.password);
    const answer = await unlink(await host.logIn(person), await walletOf(token));
    expect(answer).toMatchObject(refused(403, 'wallet_session_required'));
  });
});

describe('404', () => {
  it('for a wallet of a colleague as for none, and leaves it', async () => {
    const owner = await host.newOwner();
    const colleague = await host.join(owner, 'owner');
    const [own, theirs] = [
      await host.link(owner.token, newWallet(), owner.password),
      await host.link(colleague.token, newWallet(), colleague.password),
    ];
    for (const id of [await walletOf(theirs.token), 'none']) {
      expect(await unlink(own.token, id)).toMatchObject(refused(404, 'login_not_found'));
    }
    expect(await host.session(theirs.token)).toMatchObject({ status: 200 });
  });
});

describe('409', () => {
  it('for the only way to sign in', async () => {
    const wallet = newWallet();
    const asked = { body: { address: wallet.address } };
    const made = await host.call('POST', '/v1/auth/wallet/challenge', asked);
    const signature = await wallet.signMessage({ message: String(made.body['message']) });
    const { expiresAt: _, ...challenge } = made.body;
    const body = { ...challenge, signature };
    const { token } = await host.call('POST', '/v1/auth/wallet/verify', { body });
    expect(await unlink(token, await walletOf(token))).toMatchObject(refused(409, 'last_login'));
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('DELETE', '/v1/auth/wallets/one')).toMatchObject({ status: 401 });
  });
});
