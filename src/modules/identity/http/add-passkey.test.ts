import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { addPasskeyTo, challengeToAdd } from '../../../../tests/support/second-factors.ts';
import { type PasskeyPlace, softwarePasskey } from '../../../../tests/support/software-passkey.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const invalid = { status: 400, body: { code: 'passkey_not_valid' } };

describe('201', () => {
  it('adds the passkey with recovery codes, and its key as it is', async () => {
    const { token } = await host.register();
    const { secondFactor, recoveryCodes } = await addPasskeyTo(host, token);
    expect(secondFactor).toMatchObject({ kind: 'passkey', name: 'My key' });
    expect(recoveryCodes).toHaveLength(10);
    const [stored] = await host.ctx.db.selectFrom('passkey').selectAll().execute();
    expect(stored).toMatchObject({ counter: 0n, transports: ['internal'] });
  });

  it('has space for the key of ML-DSA', async () => {
    const { token } = await host.register();
    const { secondFactor } = await addPasskeyTo(host, token);
    await host.ctx.db
      .updateTable('passkey')
      .set({ public_key: Buffer.alloc(2_592, 1) })
      .where('id', '=', secondFactor.id)
      .execute();
  });
});

describe('400', () => {
  it.each<[string, PasskeyPlace]>([
    ['page', { origin: 'https://evil.example' }],
    ['page of ours', { origin: 'http://localhost:8082' }],
    ['host', { rpId: 'evil.example' }],
  ])('takes no passkey that was made for another %s', async (_what, place) => {
    const { token } = await host.register();
    const { challengeId, options } = await challengeToAdd(host, token);
    const response = softwarePasskey().create(options.challenge, place);
    const body = { challengeId, name: 'A key', response };
    expect(await host.call('POST', 'passkeys', { token, body })).toMatchObject(invalid);
    // The attempt has used the challenge up.
    const right = { ...body, response: softwarePasskey().create(options.challenge) };
    expect(await host.call('POST', 'passkeys', { token, body: right })).toMatchObject(invalid);
  });

  it('takes no challenge that is of somebody else, five minutes old or not this one', async () => {
    const [ada, bob] = [await host.register(), await host.register()];
    const { challengeId, options } = await challengeToAdd(host, ada.token);
    const response = softwarePasskey().create(options.challenge);
    const body = { challengeId, name: 'A key', response };
    expect(await host.call('POST', 'passkeys', { token: bob.token, body })).toMatchObject(invalid);
    const other = { ...body, response: softwarePasskey().create('A'.repeat(43)) };
    expect(await host.call('POST', 'passkeys', { token: ada.token, body: other })).toMatchObject(
      invalid,
    );
    const late = await challengeToAdd(host, ada.token);
    host.advance(5 * 60_000);
    const tooLate = {
      challengeId: late.challengeId,
      name: 'A key',
      response: softwarePasskey().create(late.options.challenge),
    };
    expect(await host.call('POST', 'passkeys', { token: ada.token, body: tooLate })).toMatchObject(
      invalid,
    );
  });

  it('takes no passkey twice', async () => {
    const [ada, bob] = [await host.register(), await host.register()];
    const { passkey } = await addPasskeyTo(host, ada.token);
    const { challengeId, options } = await challengeToAdd(host, bob.token);
    const body = { challengeId, name: 'A key', response: passkey.create(options.challenge) };
    expect(await host.call('POST', 'passkeys', { token: bob.token, body })).toMatchObject({
      status: 400,
      body: { code: 'passkey_taken' },
    });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    const body = { challengeId: 'x', name: 'A key', response: softwarePasskey().create('A') };
    expect(await host.call('POST', 'passkeys', { body })).toMatchObject({ status: 401 });
  });
});
