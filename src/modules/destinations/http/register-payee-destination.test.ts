import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DestinationHost,
  destinationHost,
  freshWallet,
  SCREENED,
  TOKENS,
  USDC_ON_BASE,
} from '../../../../tests/support/destination-host.ts';

let host: DestinationHost;
beforeAll(async () => {
  host = await destinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const register = (session: Readonly<Record<string, string>>, body: object = USDC_ON_BASE) =>
  host.call('POST', session, body);

/** The destination IDs of an account's active rows. */
async function active(accountId: string): Promise<readonly string[]> {
  const rows = await host.ctx.db
    .selectFrom('payee_destination')
    .select('destination_id')
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .execute();
  return rows.map((row) => row.destination_id);
}

describe('201', () => {
  it('answers the destination of the wallet that signed in, which claims it', async () => {
    const wallet = '0x1111111111111111111111111111111111111111';
    const owner = await host.owner(wallet);
    expect(await register(owner.session)).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        destinationId: `${wallet}@eip155:8453#34790435:${TOKENS.usdcBase}`,
        walletAddress: wallet,
        walletType: 'eoa',
        tokenAddress: TOKENS.usdcBase,
        chainId: 8453,
        accessPolicy: null,
        pendingWalletChange: null,
        binaryInteropAddress: '0x00010000022105141111111111111111111111111111111111111111',
        humanReadableInteropAddress: `${wallet}@eip155:8453#34790435`,
        claimed: true,
        active: true,
        createdAt: '2026-01-02T03:04:05.000Z',
      },
    });
    expect(await host.audit(owner)).toEqual(['payee_destination.registered']);
  });

  it('takes a Tron wallet on Tron', async () => {
    const { session } = await host.owner('TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8');
    const body = { tokenAddress: TOKENS.usdtTron, chainId: 728_126_428 };
    expect(await register(session, body)).toMatchObject({
      status: 201,
      body: { claimed: true, destinationId: expect.stringMatching(/^TEk.*@eip155:728126428#/) },
    });
  });

  it('takes another wallet than the own one, unclaimed, in any spelling', async () => {
    const owner = await host.owner();
    const walletAddress = '0x742d35cc6634c0532925a3b844bc454e4438f44e';
    const first = await register(owner.session, { ...USDC_ON_BASE, walletAddress });
    expect(first).toMatchObject({
      status: 201,
      body: { claimed: false, walletAddress: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e' },
    });
    // When that wallet signs in to the account itself, it is claimed, and stays so.
    const own = await host.signIn(owner, first.body.walletAddress);
    expect((await register(own)).body).toMatchObject({ claimed: true, id: first.body.id });
    const again = await register(owner.session, { ...USDC_ON_BASE, walletAddress });
    expect(again.body).toMatchObject({ claimed: true, id: first.body.id });
  });

  it('ends what the wallet had with another token, and activates it again with its row', async () => {
    const { session, accountId } = await host.owner();
    const usdc = await register(session);
    const usdt = await register(session, { ...USDC_ON_BASE, tokenAddress: TOKENS.usdtBase });
    expect(await active(accountId)).toEqual([usdt.body.destinationId]);
    const again = await register(session);
    expect(again.body).toMatchObject({ id: usdc.body.id, active: true });
    expect(await active(accountId)).toEqual([usdc.body.destinationId]);
    const second = freshWallet();
    await register(session, { ...USDC_ON_BASE, walletAddress: second });
    expect(await active(accountId)).toHaveLength(2);
  });

  it('keeps a policy until another one is sent, also over a change of token', async () => {
    const { session } = await host.owner();
    const screened = await register(session, { ...USDC_ON_BASE, accessPolicy: SCREENED });
    expect(screened.body.accessPolicy).toEqual(SCREENED);
    const usdt = { ...USDC_ON_BASE, tokenAddress: TOKENS.usdtBase };
    expect((await register(session, usdt)).body.accessPolicy).toEqual(SCREENED);
    const off = { mode: 'off', hideUntilApproved: false, hidePayeeAddress: false };
    const opened = await register(session, { ...usdt, accessPolicy: off });
    expect(opened.body.accessPolicy).toEqual({ ...off, screeningProvider: null });
  });

  it('once for calls that name themselves', async () => {
    const owner = await host.owner();
    const named = { ...owner.session, 'idempotency-key': 'first-try' };
    const [first, second] = [await register(named), await register(named)];
    expect(second).toEqual(first);
    expect(await host.audit(owner)).toEqual(['payee_destination.registered']);
  });

  it('to each of many callers at once, and one of their destinations is active', async () => {
    const { session, accountId } = await host.owner();
    const bodies = Array.from({ length: 12 }, (_, index) => ({
      ...USDC_ON_BASE,
      tokenAddress: index % 2 === 0 ? TOKENS.usdcBase : TOKENS.usdtBase,
    }));
    const answers = await Promise.all(bodies.map((input) => register(session, input)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
    expect(await active(accountId)).toHaveLength(1);
  });
});

describe('400', () => {
  const policy = (more: object) => ({
    ...USDC_ON_BASE,
    accessPolicy: { ...SCREENED, ...more },
  });

  it.each([
    ['no token', { chainId: 8453 }, 'tokenAddress'],
    ['a token that is no address', { ...USDC_ON_BASE, tokenAddress: 'USDC' }, 'tokenAddress'],
    [
      'a token of another chain',
      { ...USDC_ON_BASE, tokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      'tokenAddress',
    ],
    [
      'a listed token that is no destination’s',
      { tokenAddress: '0x6B175474E89094C44Da98b954EedeAC495271d0F', chainId: 1 },
      'tokenAddress',
    ],
    [
      'the separate USDT0 on Optimism',
      { tokenAddress: '0x01bFF41798a0BcF287b996046Ca68b395DbC1071', chainId: 10 },
      'tokenAddress',
    ],
    ['an unknown chain', { ...USDC_ON_BASE, chainId: 8454 }, 'chainId'],
    ['a chain as text', { ...USDC_ON_BASE, chainId: '8453' }, 'chainId'],
    ['half a chain', { ...USDC_ON_BASE, chainId: 8453.5 }, 'chainId'],
    [
      'a chain that the wallet is not on',
      { tokenAddress: TOKENS.usdtTron, chainId: 728_126_428 },
      'walletAddress',
    ],
    [
      'a wallet of another chain',
      { ...USDC_ON_BASE, walletAddress: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8' },
      'walletAddress',
    ],
    [
      'a mistyped wallet',
      { ...USDC_ON_BASE, walletAddress: '0x742d35Cc6634C0532925a3b844Bc454e4438f44E' },
      'walletAddress',
    ],
    ['nobody', { ...USDC_ON_BASE, walletAddress: `0x${'0'.repeat(40)}` }, 'walletAddress'],
    [
      'the token as its own payee',
      { ...USDC_ON_BASE, walletAddress: TOKENS.usdcBase },
      'walletAddress',
    ],
    ['screening by nobody', policy({ screeningProvider: null }), 'accessPolicy.screeningProvider'],
    ['a screener without screening', policy({ mode: 'off' }), 'accessPolicy.screeningProvider'],
    ['an unknown screener', policy({ screeningProvider: 'x' }), 'accessPolicy.screeningProvider'],
    ['an unknown mode', policy({ mode: 'inherit' }), 'accessPolicy.mode'],
    ['half a policy', { ...USDC_ON_BASE, accessPolicy: { mode: 'off' } }, 'accessPolicy'],
    ['an allowlist', policy({ allowedPayerAddresses: [] }), 'allowedPayerAddresses'],
    ['an unknown field', { ...USDC_ON_BASE, active: true }, 'active'],
  ])('names the field: %s', async (_, body, field) => {
    const owner = await host.owner();
    const answer = await register(owner.session, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body.errors)).toContain(field);
    expect(await active(owner.accountId)).toEqual([]);
    expect(await host.audit(owner)).toEqual([]);
  });
});

describe('401', () => {
  it('without a session', async () => {
    expect(await register({})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    const owner = await host.owner();
    expect(await register(await host.signIn(owner))).toMatchObject({
      status: 403,
      body: { code: 'wallet_session_required' },
    });
  });
});
