import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newWallet,
  refused,
  type TeamHost,
  teamHost,
  textOf,
} from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

/** A challenge for a wallet, signed by it. */
async function signed(token: string, wallet = newWallet(), more: object = {}) {
  const asked = { address: wallet.address, ...more };
  const made = await host.call('POST', '/v1/auth/wallets/challenge', { token, body: asked });
  const signature = await wallet.signMessage({ message: textOf(made, 'message') });
  const { expiresAt: _, ...challenge } = made.body;
  return { ...challenge, signature };
}

const link = (token: string, body: object) =>
  host.call('POST', '/v1/auth/wallets', { token, body });

describe('200', () => {
  it('makes the session that of the wallet, which may then manage client IDs', async () => {
    const person = await host.newOwner();
    const wallet = newWallet();
    const list = (token: string) => host.call('GET', '/v1/client-ids', { token });
    expect(await list(person.token)).toMatchObject(refused(403, 'wallet_session_required'));
    const { token } = await host.link(person.token, wallet, person.password);
    expect(await host.session(token)).toMatchObject({
      status: 200,
      body: {
        kind: 'wallet',
        walletAddress: wallet.address,
        personId: person.personId,
        accountId: person.accountId,
      },
    });
    expect(await list(token)).toMatchObject({ status: 200 });
    expect(await host.session(person.token)).toMatchObject({ status: 401 });
    expect(await host.actions(person.accountId)).toContain('login.added');
  });

  it('proves a wallet that is linked again, and opens the account in which it was', async () => {
    const person = await host.newOwner();
    const wallet = newWallet();
    await host.link(person.token, wallet, person.password);
    const byPassword = await host.logIn(person);
    const { status, token } = await host.link(byPassword, wallet);
    expect(status).toBe(200);
    expect(await host.session(token)).toMatchObject({ body: { kind: 'wallet' } });
    const logins = await host.call('GET', '/v1/auth/logins', { token });
    expect(logins.body['logins']).toHaveLength(2);
  });
});

describe('400', () => {
  it('for a challenge that was used', async () => {
    const { token, password } = await host.newOwner();
    const body = await signed(token, newWallet(), { password });
    const { token: next } = await link(token, body);
    expect(await link(next, body)).toMatchObject(refused(400, 'challenge_not_valid'));
  });

  it('for the challenge of another session of the same person, and of somebody else', async () => {
    const person = await host.newOwner();
    const body = await signed(person.token, newWallet(), { password: person.password });
    const { token: another } = await host.newOwner();
    for (const token of [await host.logIn(person), another]) {
      expect(await link(token, body)).toMatchObject(refused(400, 'challenge_not_valid'));
    }
    expect(await link(person.token, body)).toMatchObject({ status: 200 });
  });

  it('for a challenge to sign in, and takes none to sign in with', async () => {
    const { token, password } = await host.newOwner();
    const wallet = newWallet();
    const asked = { body: { address: wallet.address } };
    const made = await host.call('POST', '/v1/auth/wallet/challenge', asked);
    const signature = await wallet.signMessage({ message: textOf(made, 'message') });
    const { expiresAt: _, ...challenge } = made.body;
    const answer = await link(token, { ...challenge, signature });
    expect(answer).toMatchObject(refused(400, 'challenge_not_valid'));
    const body = await signed(token, wallet, { password });
    const signIn = await host.call('POST', '/v1/auth/wallet/verify', { body });
    expect(signIn).toMatchObject(refused(400, 'challenge_not_valid'));
  });

  it('for a challenge that is five minutes old', async () => {
    const { token, password } = await host.newOwner();
    const body = await signed(token, newWallet(), { password });
    host.advance(5 * 60 * 1000);
    expect(await link(token, body)).toMatchObject(refused(400, 'challenge_not_valid'));
  });
});

describe('401', () => {
  it('needs a session', async () => {
    const { token, password } = await host.newOwner();
    const body = await signed(token, newWallet(), { password });
    expect(await host.call('POST', '/v1/auth/wallets', { body })).toMatchObject({ status: 401 });
  });

  it('for what another wallet signed, which uses the challenge up', async () => {
    const { token, password } = await host.newOwner();
    const body = await signed(token, newWallet(), { password });
    const signature = await newWallet().signMessage({ message: textOf({ body }, 'message') });
    const answer = await link(token, { ...body, signature });
    expect(answer).toMatchObject(refused(401, 'signature_not_valid'));
    expect(await link(token, body)).toMatchObject(refused(400, 'challenge_not_valid'));
  });
});

describe('409', () => {
  it('for a wallet of somebody else, also of a colleague, whose it stays', async () => {
    const owner = await host.newOwner();
    const colleague = await host.join(owner, 'developer');
    const wallet = newWallet();
    const { token } = await host.link(colleague.token, wallet, colleague.password);
    const answer = await host.link(owner.token, wallet, owner.password);
    expect(answer).toMatchObject(refused(409, 'wallet_taken'));
    const { personId } = colleague;
    expect(await host.session(token)).toMatchObject({ status: 200, body: { personId } });
    expect(await host.session(owner.token)).toMatchObject({ status: 200 });
  });
});
