import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import {
  addApp,
  addPasskeyTo,
  beginSignIn,
  challengeToSignIn,
  codeAt,
  finishSignIn,
} from '../../../../tests/support/second-factors.ts';
import { softwarePasskey } from '../../../../tests/support/software-passkey.ts';

const STEP_MS = 30_000;

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const statusOf = async (token: string) => (await host.call('GET', 'session', { token })).status;
const refused = { status: 400, body: { code: 'invalid_second_factor' } };
const over = { status: 400, body: { code: 'sign_in_not_valid' } };

async function personWithApp() {
  const person = await host.register();
  const { secret, recoveryCodes } = await addApp(host, person.token);
  // The code that added the app counts no more.
  host.advance(STEP_MS);
  return { ...person, secret, recoveryCodes: recoveryCodes ?? [] };
}

const byCode = (secret: string, offsetMs = 0) => ({
  method: 'totp',
  code: codeAt(secret, new Date(host.ctx.now().getTime() + offsetMs)),
});

describe('200', () => {
  it('opens a session with a code of the app, and not with the password alone', async () => {
    const person = await personWithApp();
    const { token, methods, cookie } = await beginSignIn(host, person);
    expect({ methods, cookie }).toEqual({ methods: ['totp', 'recovery_code'], cookie: undefined });
    expect(await statusOf(token)).toBe(401);
    const done = await finishSignIn(host, token, byCode(person.secret));
    expect(done).toMatchObject({ status: 200, body: {} });
    expect(done.cookie).toContain('Max-Age=2592000');
    expect(await statusOf(done.token)).toBe(200);
  });

  it.each([-STEP_MS, STEP_MS])('takes a code of a clock that is %d ms off', async (offsetMs) => {
    const person = await personWithApp();
    host.advance(2 * STEP_MS);
    const { token } = await beginSignIn(host, person);
    expect(await finishSignIn(host, token, byCode(person.secret, offsetMs))).toMatchObject({
      status: 200,
    });
  });

  it('takes each recovery code once, however it is typed, and records what is left', async () => {
    const person = await personWithApp();
    const [code = ''] = person.recoveryCodes;
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('1', 'l').replaceAll('0', 'o');
    const first = await beginSignIn(host, person);
    const done = await finishSignIn(host, first.token, { method: 'recovery_code', code: typed });
    expect(done).toMatchObject({ status: 200 });
    const second = await beginSignIn(host, person);
    expect(await finishSignIn(host, second.token, { method: 'recovery_code', code })).toMatchObject(
      refused,
    );
    const left = await host.call('GET', 'second-factors', { token: done.token });
    expect(left.body).toMatchObject({ recoveryCodesLeft: 9 });
    const used = await host.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('action', '=', 'recovery_code.used')
      .execute();
    expect(used.map(({ details }) => JSON.parse(details))).toEqual([{ left: 9 }]);
  });

  it('opens a session with any of several passkeys, whose counts it follows', async () => {
    const person = await host.register();
    const one = await addPasskeyTo(host, person.token);
    const two = await addPasskeyTo(host, person.token);
    expect([one.recoveryCodes?.length, two.recoveryCodes]).toEqual([10, null]);
    for (const [passkey, counter] of [
      [one.passkey, 7],
      [two.passkey, 0],
      [one.passkey, 8],
    ] as const) {
      const { token, methods } = await beginSignIn(host, person);
      expect(methods).toEqual(['passkey', 'recovery_code']);
      const { challengeId, options } = await challengeToSignIn(host, token);
      const response = passkey.sign(options.challenge, { counter });
      const done = await finishSignIn(host, token, { method: 'passkey', challengeId, response });
      expect(done).toMatchObject({ status: 200 });
    }
  });

  it('leaves the session whose cookie came along', async () => {
    const person = await personWithApp();
    const { token } = await beginSignIn(host, person);
    const body = { token, proof: byCode(person.secret) };
    const headers = { cookie: `session_token=${person.token}` };
    expect(await host.call('POST', 'login/second-factor', { body, headers })).toMatchObject({
      status: 200,
    });
    expect(await statusOf(person.token)).toBe(401);
  });
});

describe('400', () => {
  it('answers the same for a wrong, an old and a used code', async () => {
    const person = await personWithApp();
    host.advance(3 * STEP_MS);
    const first = await beginSignIn(host, person);
    const proof = byCode(person.secret);
    expect(await finishSignIn(host, first.token, proof)).toMatchObject({ status: 200 });
    const { token } = await beginSignIn(host, person);
    const wrong = { method: 'totp', code: proof.code === '000000' ? '000001' : '000000' };
    for (const tried of [proof, wrong, byCode(person.secret, -2 * STEP_MS)]) {
      expect(await finishSignIn(host, token, tried)).toMatchObject(refused);
    }
    // A code of the step before the one that was used is as old as it.
    expect(await finishSignIn(host, token, byCode(person.secret, -STEP_MS))).toMatchObject(refused);
  });

  it('takes a code once also when it comes twice at the same time', async () => {
    const person = await personWithApp();
    const [one, two] = [await beginSignIn(host, person), await beginSignIn(host, person)];
    const proof = byCode(person.secret);
    const done = await Promise.all([one, two].map(({ token }) => finishSignIn(host, token, proof)));
    expect(done.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('ends a sign-in after five attempts, also for the right code, and says so in the log', async () => {
    const person = await personWithApp();
    const { token } = await beginSignIn(host, person);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await finishSignIn(host, token, { method: 'totp', code: 'wrong' })).toMatchObject(
        refused,
      );
    }
    expect(await finishSignIn(host, token, byCode(person.secret))).toMatchObject(over);
    const { accountId } = Object((await host.call('GET', 'session', { token: person.token })).body);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('account_id', '=', accountId)
      .where('action', '=', 'second_factor.refused')
      .orderBy('id')
      .execute();
    expect(entries.map(({ details }) => JSON.parse(details).attemptsLeft)).toEqual([4, 3, 2, 1, 0]);
  });

  it('ends a sign-in that is finished, ten minutes old or unknown', async () => {
    const person = await personWithApp();
    const { token } = await beginSignIn(host, person);
    expect(await finishSignIn(host, token, byCode(person.secret))).toMatchObject({ status: 200 });
    host.advance(STEP_MS);
    expect(await finishSignIn(host, token, byCode(person.secret))).toMatchObject(over);
    const late = await beginSignIn(host, person);
    host.advance(10 * 60_000);
    expect(await finishSignIn(host, late.token, byCode(person.secret))).toMatchObject(over);
    for (const unknown of ['', 'A'.repeat(43)]) {
      expect(await finishSignIn(host, unknown, byCode(person.secret))).toMatchObject(over);
    }
  });

  it('takes no second factor of somebody else', async () => {
    const [ada, bob] = [await personWithApp(), await personWithApp()];
    const { passkey } = await addPasskeyTo(host, bob.token);
    const { token } = await beginSignIn(host, ada);
    const [code = ''] = bob.recoveryCodes;
    expect(await finishSignIn(host, token, byCode(bob.secret))).toMatchObject(refused);
    expect(await finishSignIn(host, token, { method: 'recovery_code', code })).toMatchObject(
      refused,
    );
    const theirs = await beginSignIn(host, bob);
    const { challengeId, options } = await challengeToSignIn(host, theirs.token);
    const response = passkey.sign(options.challenge);
    expect(
      await finishSignIn(host, token, { method: 'passkey', challengeId, response }),
    ).toMatchObject(refused);
  });

  it('takes no passkey of another page, challenge, key or count', async () => {
    const person = await host.register();
    const { passkey } = await addPasskeyTo(host, person.token);
    const attempt = async (sign: (challenge: string) => object) => {
      const { token } = await beginSignIn(host, person);
      const { challengeId, options } = await challengeToSignIn(host, token);
      const proof = { method: 'passkey', challengeId, response: sign(options.challenge) };
      return { token, proof, answer: await finishSignIn(host, token, proof) };
    };
    const right = await attempt((challenge) => passkey.sign(challenge, { counter: 5 }));
    expect(right.answer).toMatchObject({ status: 200 });
    for (const sign of [
      (challenge: string) =>
        passkey.sign(challenge, { origin: 'https://evil.example', counter: 6 }),
      (challenge: string) => passkey.sign(challenge, { rpId: 'evil.example', counter: 6 }),
      () => passkey.sign(Buffer.alloc(32).toString('base64url'), { counter: 6 }),
      (challenge: string) => passkey.sign(challenge, { counter: 5 }),
      (challenge: string) => ({
        ...softwarePasskey().sign(challenge),
        id: passkey.id,
        rawId: passkey.id,
      }),
    ]) {
      expect((await attempt(sign)).answer).toMatchObject(refused);
    }
    // What was signed for one sign-in finishes no other.
    const { token } = await beginSignIn(host, person);
    expect(await finishSignIn(host, token, right.proof)).toMatchObject(refused);
  });

  it.each([
    [{ method: 'password', code: '1' }],
    [{ method: 'totp' }],
    [{ method: 'totp', code: 123_456 }],
    [{ method: 'passkey', challengeId: 'x', response: { id: '!', rawId: '!', response: {} } }],
  ])('names what is wrong with %j', async (proof) => {
    const answer = await finishSignIn(host, 'A'.repeat(43), proof);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('401', () => {
  it('is not answered: nobody is signed in yet, and other credentials do not hinder', async () => {
    const headers = { 'x-api-key': 'nonsense', authorization: 'Bearer nonsense' };
    const body = { token: 'A'.repeat(43), proof: { method: 'totp', code: '1' } };
    expect(await host.call('POST', 'login/second-factor', { body, headers })).toMatchObject(over);
  });
});

describe('429', () => {
  it('ends guessing codes, while a recovery code still works', async () => {
    await using strict = await identityHost({ throttled: true });
    const person = await strict.register();
    const { secret, recoveryCodes } = await addApp(strict, person.token);
    const attempt = async (proof: object, times = 1) => {
      const { token } = await beginSignIn(strict, person);
      const answers = [];
      for (let tried = 0; tried < times; tried += 1) {
        answers.push((await finishSignIn(strict, token, proof)).status);
      }
      return answers;
    };
    const wrong = { method: 'totp', code: 'wrong' };
    // Ten times what production allows, as in every sandbox.
    for (let signIns = 0; signIns < 20; signIns += 1) {
      expect(await attempt(wrong, 5)).toEqual(Array.from({ length: 5 }, () => 400));
    }
    strict.advance(STEP_MS);
    const right = { method: 'totp', code: codeAt(secret, strict.ctx.now()) };
    expect(await attempt(right)).toEqual([429]);
    const [code = ''] = recoveryCodes ?? [];
    expect(await attempt({ method: 'recovery_code', code })).toEqual([200]);
  });
});
