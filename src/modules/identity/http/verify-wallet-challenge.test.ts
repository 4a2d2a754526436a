import {
  type Hex,
  hexToBigInt,
  numberToHex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADA,
  BOB,
  type IdentityHost,
  identityHost,
  PAGE,
} from '../../../../tests/support/identity-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const LONG = `0x${'5a'.repeat(100)}` as const;
const MINUTE_MS = 60_000;
const TRON = {
  // ADA's key as Tron writes its address; computed by TronWeb 6.5.1.
  address: 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG',
  sign: async (message: string) => {
    const bytes = new TextEncoder().encode(message);
    const prefix = new TextEncoder().encode(`\x19TRON Signed Message:\n${bytes.length}`);
    const { keccak256, concat } = await import('viem');
    return await ADA.sign({ hash: keccak256(concat([prefix, bytes])) });
  },
};

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

type Asked = Awaited<ReturnType<IdentityHost['challenge']>>;

async function verify(asked: Asked, signature: string, more: Partial<Asked> = {}) {
  const { challengeId, nonce, message } = { ...asked, ...more };
  const body = { challengeId, nonce, message, signature };
  return await host.call('POST', 'wallet/verify', { body });
}

const challengeNotValid = { status: 400, body: { code: 'challenge_not_valid' }, cookie: undefined };
const signatureNotValid = { status: 401, body: { code: 'signature_not_valid' }, cookie: undefined };

describe('200', () => {
  it('signs in the holder of the key, and sets a cookie that scripts cannot read', async () => {
    const asked = await host.challenge(ADA.address);
    const answer = await verify(asked, await ADA.signMessage(asked));
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.cookie).toMatch(
      /^session_token=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await host.call('GET', 'session', { token: answer.token })).toMatchObject({
      status: 200,
      body: { kind: 'wallet', walletAddress: ADA.address, walletFamily: 'evm', email: null },
    });
  });

  it('takes a signature of a Tron wallet, by signMessageV2', async () => {
    const asked = await host.challenge(TRON.address);
    const answer = await verify(asked, await TRON.sign(asked.message));
    expect(answer).toMatchObject({ status: 200 });
    expect(await host.call('GET', 'session', { token: answer.token })).toMatchObject({
      body: { walletAddress: TRON.address, walletFamily: 'tron' },
    });
  });

  it.each([
    ['v as 27 or 28', (signature: Hex) => signature],
    ['v as 0 or 1', (signature: Hex) => withV(signature, -27)],
    ['no 0x', (signature: Hex) => signature.slice(2)],
    ['capital letters', (signature: Hex) => `0x${signature.slice(2).toUpperCase()}`],
  ])('takes a signature with %s', async (_what, written) => {
    const asked = await host.challenge(BOB.address);
    const signature = await BOB.signMessage(asked);
    expect(await verify(asked, written(signature))).toMatchObject({ status: 200 });
  });

  it('takes what a contract wallet takes, on the chain of the challenge and on no other', async () => {
    const base = stillChain('base');
    base.checkSignIn = async (address, message, signature) =>
      address === BOB.address && String(message).includes('Chain ID: ') && signature === LONG;
    await using contracts = await identityHost({ chains: connected(base) });
    const attempt = async (chainId: number) => {
      const { expiresAt: _, ...asked } = await contracts.challenge(BOB.address, { chainId });
      const body = { ...asked, signature: LONG };
      return (await contracts.call('POST', 'wallet/verify', { body })).status;
    };
    expect(await attempt(8453)).toBe(200);
    expect(await attempt(1)).toBe(401);
  });

  it('checks a contract wallet on the chain on which it signed in first, but a key on any', async () => {
    const vouching = (['base', 'optimism'] as const).map((network) => {
      const chain = stillChain(network);
      // The deployer of a contract at the same address there decides what it accepts.
      chain.checkSignIn = async () => true;
      return chain;
    });
    await using contracts = await identityHost({ chains: connected(...vouching) });
    const attempt = async (chainId: number, signed?: 'by its key') => {
      const { expiresAt: _, ...asked } = await contracts.challenge(BOB.address, { chainId });
      const signature = signed === undefined ? LONG : await BOB.signMessage(asked);
      const answer = await contracts.call('POST', 'wallet/verify', {
        body: { ...asked, signature },
      });
      return { ...answer, code: Object(answer.body).code };
    };
    expect(await attempt(8453)).toMatchObject({ status: 200 });
    const elsewhere = { status: 401, code: 'contract_on_other_chain', cookie: undefined };
    expect(await attempt(10)).toMatchObject(elsewhere);
    expect(await attempt(8453)).toMatchObject({ status: 200 });
    expect(await attempt(10, 'by its key')).toMatchObject({ status: 200 });
    expect(await attempt(10)).toMatchObject(elsewhere);
  });

  it('opens the same account each time, also when a wallet comes twice at once', async () => {
    const { generatePrivateKey, privateKeyToAccount } = await import('viem/accounts');
    const wallet = privateKeyToAccount(generatePrivateKey());
    const asked = await Promise.all([1, 2, 3].map(() => host.challenge(wallet.address)));
    const tokens = await Promise.all(
      asked.map(async (one) => (await verify(one, await wallet.signMessage(one))).token),
    );
    const sessions = await Promise.all(
      [...tokens, await host.signIn(wallet)].map((token) => host.call('GET', 'session', { token })),
    );
    const accounts = sessions.map(({ body }) => Object(body).accountId);
    expect(new Set(accounts).size).toBe(1);
    expect(new Set(tokens).size).toBe(3);
    const { db } = host.ctx;
    const rows = await db
      .selectFrom('account')
      .select('id')
      .where('name', '=', `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`)
      .execute();
    expect(rows).toEqual([{ id: accounts[0] }]);
  });

  it('leaves the session that came along, so that its token is worth nothing', async () => {
    const old = await host.signIn(ADA);
    const asked = await host.challenge(ADA.address);
    const { challengeId, nonce, message } = asked;
    const signature = await ADA.signMessage({ message });
    const body = { challengeId, nonce, message, signature };
    const headers = { cookie: `session_token=${old}` };
    const { token } = await host.call('POST', 'wallet/verify', { body, headers });
    expect(token).not.toBe(old);
    expect(await host.call('GET', 'session', { token: old })).toMatchObject({ status: 401 });
    expect(await host.call('GET', 'session', { token })).toMatchObject({ status: 200 });
  });

  it('is written down, with who signed in and from where', async () => {
    const token = await host.signIn(ADA);
    const { body } = await host.call('GET', 'session', { token });
    const { id, accountId } = Object(body);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .innerJoin('audit_entry_metadata', 'audit_entry_metadata.audit_entry_id', 'audit_entry.id')
      .select(['actor_kind', 'actor_id', 'account_id', 'details', 'ip_address'])
      .where('object_id', '=', id)
      .execute();
    expect(entries).toEqual([
      {
        actor_kind: 'session',
        actor_id: id,
        account_id: accountId,
        details: '{"by":"wallet"}',
        ip_address: '127.0.0.1',
      },
    ]);
  });
});

describe('400', () => {
  it('takes a challenge once (U1)', async () => {
    const asked = await host.challenge(ADA.address);
    const signature = await ADA.signMessage(asked);
    expect(await verify(asked, signature)).toMatchObject({ status: 200 });
    expect(await verify(asked, signature)).toMatchObject(challengeNotValid);
  });

  it('uses a challenge up by a failed attempt (U1)', async () => {
    const asked = await host.challenge(ADA.address);
    expect(await verify(asked, await BOB.signMessage(asked))).toMatchObject(signatureNotValid);
    expect(await verify(asked, await ADA.signMessage(asked))).toMatchObject(challengeNotValid);
  });

  it('gives two attempts at once one session', async () => {
    const asked = await host.challenge(ADA.address);
    const signature = await ADA.signMessage(asked);
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify(asked, signature)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(answers.filter(({ token }) => token !== '')).toHaveLength(1);
  });

  it('takes a challenge for five minutes and no longer (U1)', async () => {
    await using late = await identityHost();
    const attempt = async (waitMs: number) => {
      const asked = await late.challenge(ADA.address);
      const { expiresAt: _, ...rest } = asked;
      late.advance(waitMs);
      const body = { ...rest, signature: await ADA.signMessage(asked) };
      return (await late.call('POST', 'wallet/verify', { body })).status;
    };
    expect(await attempt(5 * MINUTE_MS - 1_000)).toBe(200);
    expect(await attempt(5 * MINUTE_MS)).toBe(400);
    expect(await attempt(5 * MINUTE_MS + 1_000)).toBe(400);
  });

  it('says the same of a challenge that never was', async () => {
    const asked = await host.challenge(ADA.address);
    const signature = await ADA.signMessage(asked);
    const unknown = await verify(asked, signature, { challengeId: '01KDY8RJB8N6T2W5ZQ4XM7HCVF' });
    await verify(asked, signature);
    const used = await verify(asked, signature);
    expect(unknown.body).toEqual({ ...Object(used.body), correlationId: expect.any(String) });
  });

  it.each([
    ['a signature that is too short', { signature: `0x${'00'.repeat(63)}` }],
    ['a signature of half a byte', { signature: `0x${'0'.repeat(131)}` }],
    ['no hexadecimal', { signature: 'z'.repeat(130) }],
    ['a signature that is too long', { signature: '00'.repeat(8_193) }],
    ['a NUL', { challengeId: '\0' }],
    ['a number for a nonce', { nonce: 5 }],
    ['an unknown field', { admin: true }],
  ])('refuses %s', async (_what, wrong) => {
    const { expiresAt: _, ...asked } = await host.challenge(ADA.address);
    const body = { ...asked, signature: await ADA.signMessage(asked), ...wrong };
    expect(await host.call('POST', 'wallet/verify', { body })).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  const edits: [string, (message: string) => string][] = [
    ['another domain', (message) => message.replace('localhost:8082', 'evil.example')],
    ['another address', (message) => message.replace(ADA.address, BOB.address)],
    ['another statement', (message) => message.replace('Sign in to Florin.', 'Sign in.')],
    ['another URI', (message) => message.replace(`URI: ${PAGE}`, 'URI: https://evil.example')],
    ['version 2', (message) => message.replace('Version: 1', 'Version: 2')],
    ['another chain', (message) => message.replace('Chain ID: 1', 'Chain ID: 8453')],
    ['another nonce', (message) => message.replace(/Nonce: .*/, `Nonce: ${'0'.repeat(32)}`)],
    ['another time', (message) => message.replace('03:04:05', '03:04:06')],
    ['a later end', (message) => message.replace('03:09:05', '23:09:05')],
    ['a start in the future', (message) => `${message}\nNot Before: 2027-01-02T03:04:05.000Z`],
    ['another resource', (message) => `${message}\nResources:\n- https://evil.example`],
    ['a line break of another kind', (message) => message.replaceAll('\n', '\r\n')],
    ['a space at its end', (message) => `${message} `],
  ];

  it.each(edits)('refuses a message with %s, by any signer (U2)', async (_what, edit) => {
    for (const wallet of [ADA, BOB]) {
      const asked = await host.challenge(ADA.address);
      const message = edit(asked.message);
      expect(message).not.toBe(asked.message);
      const edited = await verify(asked, await wallet.signMessage({ message }), { message });
      expect(edited).toMatchObject(signatureNotValid);
      // Sending the right message after having signed another one is no better.
      const again = await host.challenge(ADA.address);
      const signature = await ADA.signMessage({ message: edit(again.message) });
      expect(await verify(again, signature)).toMatchObject(signatureNotValid);
    }
  });

  it('refuses the nonce of another challenge, and the signature for it (U1)', async () => {
    const [asked, other] = [await host.challenge(ADA.address), await host.challenge(ADA.address)];
    const signature = await ADA.signMessage(asked);
    expect(await verify(asked, signature, { nonce: other.nonce })).toMatchObject(signatureNotValid);
    expect(await verify(other, signature)).toMatchObject(signatureNotValid);
  });

  it('refuses a signature that was turned around, and the compact form (U3)', async () => {
    const turned = await host.challenge(ADA.address);
    const signature = await ADA.signMessage(turned);
    expect(await verify(turned, reverseCase(signature))).toMatchObject(signatureNotValid);
    const compact = await host.challenge(ADA.address);
    const short = serializeCompactSignature(
      signatureToCompactSignature(parseSignature(await ADA.signMessage(compact))),
    );
    expect(await verify(compact, short)).toMatchObject(signatureNotValid);
  });

  it.each([2, 26, 29, 35, 255])('refuses v of %i (U3)', async (v) => {
    const asked = await host.challenge(ADA.address);
    const signature = await ADA.signMessage(asked);
    const odd = `${signature.slice(0, 130)}${v.toString(16).padStart(2, '0')}`;
    expect(await verify(asked, odd)).toMatchObject(signatureNotValid);
  });

  it('refuses a signature of the other kind of chain (U4)', async () => {
    const evm = await host.challenge(ADA.address);
    expect(await verify(evm, await TRON.sign(evm.message))).toMatchObject(signatureNotValid);
    const tron = await host.challenge(TRON.address);
    expect(await verify(tron, await ADA.signMessage(tron))).toMatchObject(signatureNotValid);
  });

  it('refuses nothingness', async () => {
    for (const bytes of [64, 65, 66, 8_192]) {
      const asked = await host.challenge(ADA.address);
      expect(await verify(asked, '00'.repeat(bytes))).toMatchObject(signatureNotValid);
    }
  });
});

function withV(signature: Hex, change: number): Hex {
  const v = Number.parseInt(signature.slice(130), 16) + change;
  return `0x${signature.slice(2, 130)}${v.toString(16).padStart(2, '0')}`;
}

/** The other signature that says the same: s from the other half, and v turned. */
function reverseCase(signature: Hex): string {
  const s = ORDER - hexToBigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `${signature.slice(0, 66)}${numberToHex(s, { size: 32 }).slice(2)}${v}`;
}
