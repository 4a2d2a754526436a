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

const challenge = (token: string, body: object) =>
  host.call('POST', '/v1/auth/wallets/challenge', { token, body });

describe('201', () => {
  it('gives a message that names the login and no sign-in', async () => {
    const { token, email, password } = await host.newOwner();
    const { address } = newWallet();
    const made = await challenge(token, { address, password });
    expect(made.status).toBe(201);
    const message = textOf(made, 'message');
    expect(message).toContain(`\nLink this wallet to the Florin login ${email}.\n`);
    expect(message).toContain(address);
    expect(message).not.toContain('Sign in to Florin.');
  });

  it('needs no password for a linked wallet, nor for another one once it has signed', async () => {
    const { token, password } = await host.newOwner();
    const [first, second] = [newWallet(), newWallet()];
    const linked = await host.link(token, first, password);
    expect((await challenge(linked.token, { address: second.address })).status).toBe(201);
    expect((await challenge(linked.token, { address: first.address })).status).toBe(201);
  });
});

describe('400', () => {
  it('for a first wallet without the password, or with a wrong one', async () => {
    const { token } = await host.newOwner();
    const { address } = newWallet();
    const without = await challenge(token, { address });
    expect(without).toMatchObject(refused(400, 'password_required'));
    const wrong = await challenge(token, { address, password: 'not this one' });
    expect(wrong).toMatchObject(refused(400, 'wrong_password'));
  });

  it('for what is no address', async () => {
    const { token, password } = await host.newOwner();
    const answer = await challenge(token, { address: '0x12', password });
    expect(answer).toMatchObject(refused(400, 'invalid_address'));
  });
});

describe('403', () => {
  it('for another wallet by password once one is linked: a stolen session adds none', async () => {
    const person = await host.newOwner();
    await host.link(person.token, newWallet(), person.password);
    const token = await host.logIn(person);
    const { address } = newWallet();
    const answer = await challenge(token, { address, password: person.password });
    expect(answer).toMatchObject(refused(403, 'linked_wallet_required'));
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(
      await host.call('POST', '/v1/auth/wallets/challenge', {
        body: { address: newWallet().address },
      }),
    ).toMatchObject({ status: 401 });
  });
});
