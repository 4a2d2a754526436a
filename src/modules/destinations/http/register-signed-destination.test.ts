import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS } from '../../../../tests/support/destination-host.ts';
import {
  newWallet,
  type Signable,
  type SignedDestinationHost,
  signData,
  signedDestinationHost,
} from '../../../../tests/support/signed-destination-host.ts';

let host: SignedDestinationHost;
beforeAll(async () => {
  host = await signedDestinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const MINUTE_MS = 60_000;

describe('201', () => {
  it('answers the destination of the wallet that signed, which claims it', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const { answer } = await host.register(owner.byKey, wallet);
    expect(answer).toMatchObject({
      status: 201,
      body: { walletAddress: wallet.address, chainId: 8453, claimed: true, active: true },
    });
    const { destinationId } = answer.body ?? {};
    expect(await host.stored(owner.accountId)).toEqual([
      { destination_id: destinationId, active: true, claimed: true },
    ]);
  });

  it('to a client ID without domains, and to a public one with a key or a wallet’s session', async () => {
    const owner = await host.owner();
    const pairs = [
      owner.backend,
      { ...owner.public, ...owner.byKey },
      { ...owner.public, ...owner.session },
    ];
    for (const headers of pairs) {
      expect((await host.register(headers, newWallet())).answer.status).toBe(201);
    }
  });

  it('ends what the account had for the wallet', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    await host.register(owner.byKey, wallet);
    await host.register(owner.byKey, wallet, { tokenAddress: TOKENS.usdtBase });
    const rows = await host.stored(owner.accountId);
    expect(rows.map(({ active }) => active)).toEqual([false, true]);
  });

  it('for what a contract wallet accepts, on the chain of the destination', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const data = await host.signable(owner.byKey, wallet.address);
    const signature = `0x${'5a'.repeat(200)}`;
    host.base.checkSignIn = async (address, message, given) =>
      address === wallet.address &&
      typeof message !== 'string' &&
      message.message['nonce'] === data.nonce &&
      given === signature;
    const answer = await host.call('POST', owner.byKey, { signature, nonce: data.nonce });
    host.base.checkSignIn = async () => false;
    expect(answer).toMatchObject({ status: 201, body: { claimed: true } });
  });

  it('once to a call that names itself, and the same again', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const data = await host.signable(owner.byKey, wallet.address);
    const body = { signature: await signData(wallet, data), nonce: data.nonce };
    const named = { ...owner.byKey, 'idempotency-key': 'first-try' };
    const first = await host.call('POST', named, body);
    expect(first.status).toBe(201);
    expect(await host.call('POST', named, body)).toEqual(first);
  });
});

describe('400', () => {
  it('for a nonce that was used, also by calls at once', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const data = await host.signable(owner.byKey, wallet.address);
    const body = { signature: await signData(wallet, data), nonce: data.nonce };
    const calls = Array.from({ length: 6 }, () => host.call('POST', owner.byKey, body));
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 400, 400, 400, 400, 400]);
    const again = await host.call('POST', owner.byKey, body);
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'nonce_not_valid', message: 'nonce was used; ask for new signing data' },
    });
  });

  it('for a nonce that has expired', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const data = await host.signable(owner.byKey, wallet.address);
    const body = { signature: await signData(wallet, data), nonce: data.nonce };
    host.now.advance(5 * MINUTE_MS);
    const answer = await host.call('POST', owner.byKey, body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'nonce_not_valid', message: 'nonce has expired; ask for new signing data' },
    });
    expect(await host.stored(owner.accountId)).toEqual([]);
  });

  it('for a nonce of nobody and one of another account, with one body', async () => {
    const [owner, other, wallet] = [await host.owner(), await host.owner(), newWallet()];
    const data = await host.signable(other.byKey, wallet.address);
    const signature = await signData(wallet, data);
    const answers = [data.nonce, '0'.repeat(32)].map((nonce) =>
      host.call('POST', owner.byKey, { signature, nonce }),
    );
    const message = 'nonce is unknown; ask for new signing data';
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'nonce_not_valid', message } });
    }
  });

  it('for a nonce that was given to end a destination', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const { answer } = await host.register(owner.byKey, wallet, { action: 'deactivate' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'nonce_not_valid' } });
  });

  it('for the signature of another wallet', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const data = await host.signable(owner.byKey, wallet.address);
    const signature = await signData(newWallet(), data);
    const answer = await host.call('POST', owner.byKey, { signature, nonce: data.nonce });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'signature_not_valid',
        message: expect.stringMatching(/^Invalid signature provided/),
      },
    });
    expect(await host.stored(owner.accountId)).toEqual([]);
    // A refused attempt leaves the nonce to its wallet.
    const right = { signature: await signData(wallet, data), nonce: data.nonce };
    expect((await host.call('POST', owner.byKey, right)).status).toBe(201);
  });

  const changed: [string, (data: Signable) => Signable][] = [
    ['another chain', (data) => ({ ...data, domain: { ...data.domain, chainId: 1 } })],
    ['another name', (data) => ({ ...data, domain: { ...data.domain, name: 'Another' } })],
    ['another version', (data) => ({ ...data, domain: { ...data.domain, version: '2' } })],
    ...Object.entries({
      action: 'deactivate',
      walletAddress: '0x1111111111111111111111111111111111111111',
      tokenAddress: TOKENS.usdtBase,
      chainId: 1,
      service: 'https://elsewhere.example',
      nonce: '0'.repeat(32),
      issuedAt: '2026-01-02T03:04:06.000Z',
      expiresAt: '2027-01-02T03:09:05.000Z',
    }).map(([field, value]): [string, (data: Signable) => Signable] => [
      `another ${field} in the message`,
      (data) => ({ ...data, message: { ...data.message, [field]: value } }),
    ]),
  ];
  it.each(changed)('for data that was signed with %s', async (_, change) => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const data = await host.signable(owner.byKey, wallet.address);
    const body = { signature: await signData(wallet, change(data)), nonce: data.nonce };
    expect(await host.call('POST', owner.byKey, body)).toMatchObject({
      status: 400,
      body: { code: 'signature_not_valid' },
    });
    expect(await host.stored(owner.accountId)).toEqual([]);
  });

  it.each([
    [{}, 'signature'],
    [{ signature: `0x${'5a'.repeat(64)}`, nonce: 'x' }, 'signature'],
    [{ signature: `0x${'5a'.repeat(65)}`, nonce: '' }, 'nonce'],
    [{ signature: `0x${'5a'.repeat(65)}`, nonce: 'x', walletAddress: 'x' }, 'walletAddress'],
  ])('for %o', async (body, field) => {
    const answer = await host.call('POST', (await host.owner()).byKey, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body?.['errors'])).toContain(field);
  });
});

describe('401', () => {
  it('without credentials', async () => {
    const body = { signature: `0x${'5a'.repeat(65)}`, nonce: 'x' };
    expect(await host.call('POST', {}, body)).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for a public client ID alone, whoever signed, and the nonce stays', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const { answer, body } = await host.register(owner.public, wallet);
    expect(answer).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await host.stored(owner.accountId)).toEqual([]);
    expect((await host.call('POST', owner.byKey, body)).status).toBe(201);
  });

  it('for a public client ID with the session of an email address', async () => {
    const owner = await host.owner();
    const data = await host.signable(owner.public, newWallet().address);
    const body = { signature: `0x${'5a'.repeat(65)}`, nonce: data.nonce };
    const headers = { ...owner.public, ...owner.emailSession };
    expect(await host.call('POST', headers, body)).toMatchObject({
      status: 403,
      body: { code: 'wallet_session_required' },
    });
  });

  it('for a client ID with the key of another account', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    const body = { signature: `0x${'5a'.repeat(65)}`, nonce: 'x' };
    const answer = await host.call('POST', { ...owner.public, ...other.byKey }, body);
    expect(answer.status).toBe(403);
  });
});
