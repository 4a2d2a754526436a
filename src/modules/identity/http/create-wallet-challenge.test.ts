import fc from 'fast-check';
import { parseSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADA,
  Challenge,
  type IdentityHost,
  identityHost,
  PAGE,
} from '../../../../tests/support/identity-host.ts';
import { randomBeginnings } from '../../../../tests/support/unguessable.ts';

const TRON_ADDRESS = 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const send = (body: unknown, more: { headers?: Record<string, string>; ip?: string } = {}) =>
  host.call('POST', 'wallet/challenge', { body, ...more });

describe('201', () => {
  it('answers a message as EIP-4361 has it, for five minutes', async () => {
    const answer = await send({ address: ADA.address, chainId: 8453 });
    expect(answer.status).toBe(201);
    const { nonce, message, expiresAt } = Challenge.parse(answer.body);
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(message).toBe(
      [
        'localhost:8082 wants you to sign in with your Ethereum account:',
        ADA.address,
        '',
        'Sign in to Florin.',
        '',
        'URI: http://localhost:8082',
        'Version: 1',
        'Chain ID: 8453',
        `Nonce: ${nonce}`,
        'Issued At: 2026-01-02T03:04:05.000Z',
        'Expiration Time: 2026-01-02T03:09:05.000Z',
      ].join('\n'),
    );
    expect(expiresAt).toBe('2026-01-02T03:09:05.000Z');
    expect(parseSiweMessage(message)).toEqual({
      domain: 'localhost:8082',
      address: ADA.address,
      statement: 'Sign in to Florin.',
      uri: PAGE,
      version: '1',
      chainId: 8453,
      nonce,
      issuedAt: new Date('2026-01-02T03:04:05.000Z'),
      expirationTime: new Date('2026-01-02T03:09:05.000Z'),
    });
  });

  it('has an id that those of the same millisecond do not give away', async () => {
    const made = [];
    while (made.length < 10) made.push(await host.challenge(ADA.address));
    expect(randomBeginnings(made.map(({ challengeId }) => challengeId)).size).toBe(10);
  });

  it('is on chain 1 by default, for any case of the address', async () => {
    const { message } = await host.challenge(ADA.address.toLowerCase());
    expect(message).toContain(ADA.address);
    expect(message).toContain('\nChain ID: 1\n');
  });

  it('names no chain to a Tron wallet', async () => {
    const { message } = await host.challenge(TRON_ADDRESS, { chainId: 8453 });
    expect(message.split('\n').slice(0, 2)).toEqual([
      'localhost:8082 wants you to sign in with your Tron account:',
      TRON_ADDRESS,
    ]);
    expect(message).not.toContain('Chain ID');
  });

  it('names the calling page only where it is one of ours', async () => {
    const ours = await host.challenge(ADA.address, { origin: 'http://localhost:8083' });
    expect(ours.message).toMatch(/^localhost:8083 wants[\s\S]*\nURI: http:\/\/localhost:8083\n/);
    for (const origin of ['https://evil.example', 'http://localhost:8083.evil.example', 'null']) {
      const { message } = await host.challenge(ADA.address, { origin });
      expect(message).toMatch(/^localhost:8082 wants[\s\S]*\nURI: http:\/\/localhost:8082\n/);
    }
  });

  it('never gives the same nonce twice', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => host.challenge(ADA.address)));
    expect(new Set(asked.map(({ nonce }) => nonce)).size).toBe(20);
    expect(new Set(asked.map(({ challengeId }) => challengeId)).size).toBe(20);
  });
});

describe('400', () => {
  it.each([
    ['no address', {}],
    ['a number', { address: 5 }],
    ['19 bytes', { address: ADA.address.slice(0, 40) }],
    ['a wrong checksum', { address: ADA.address.replace('f39F', 'F39f') }],
    ['a wrong Tron checksum', { address: `${TRON_ADDRESS.slice(0, -1)}H` }],
    ['a line break', { address: `${ADA.address}\nURI: https://evil.example` }],
    ['chain 0', { address: ADA.address, chainId: 0 }],
    ['half a chain', { address: ADA.address, chainId: 1.5 }],
    ['a chain as text', { address: ADA.address, chainId: '1' }],
    ['a chain beyond numbers', { address: ADA.address, chainId: 2 ** 60 }],
    ['an unknown field', { address: ADA.address, domain: 'evil.example' }],
  ])('refuses %s', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('is not answered: nobody needs credentials to sign in, and bad ones do not hinder', async () => {
    const headers = { cookie: 'session_token=nonsense', 'x-api-key': 'nonsense' };
    expect(await send({ address: ADA.address }, { headers })).toMatchObject({ status: 201 });
  });
});

describe('429', () => {
  it('limits the challenges of a caller, and lets nobody lock a wallet out', async () => {
    const settings = { ...host.ctx.settings, mode: 'production' } as const;
    await using strict = await identityHost({ throttled: true, settings });
    const attempt = async (ip: string) =>
      await strict.call('POST', 'wallet/challenge', { body: { address: ADA.address }, ip });
    for (const ip of ['203.0.113.1', '203.0.113.2']) {
      for (let i = 0; i < 30; i += 1) expect((await attempt(ip)).status).toBe(201);
      expect(await attempt(ip)).toMatchObject({
        status: 429,
        body: { code: 'too_many_attempts', message: expect.stringMatching(/in \d+ seconds$/) },
      });
    }
    expect(await attempt('203.0.113.3')).toMatchObject({ status: 201 });
  });
});

describe('whatever comes', () => {
  it('is never our failure', async () => {
    const members = fc.dictionary(
      fc.constantFrom('address', 'chainId', 'challengeId', 'nonce', 'message', 'signature', 'x'),
      fc.oneof(
        fc.jsonValue(),
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom(ADA.address, TRON_ADDRESS, '\0', `0x${'00'.repeat(65)}`, 'T'.repeat(34)),
        fc.integer(),
      ),
    );
    const paths = fc.constantFrom('wallet/challenge', 'wallet/verify', 'login', 'register');
    await fc.assert(
      fc.asyncProperty(paths, fc.oneof(members, fc.jsonValue()), async (path, body) => {
        const { status } = await host.call('POST', path, { body });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 120 },
    );
  });

  it('is refused when it is signed nonsense for an open challenge', async () => {
    const signatures = fc.uint8Array({ minLength: 64, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(signatures, async (bytes) => {
        const { expiresAt: _, ...asked } = await host.challenge(ADA.address);
        const body = { ...asked, signature: Buffer.from(bytes).toString('hex') };
        expect((await host.call('POST', 'wallet/verify', { body })).status).toBe(401);
      }),
      { numRuns: 40 },
    );
  });
});
