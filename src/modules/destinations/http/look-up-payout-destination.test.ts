import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DestinationHost,
  destinationHost,
  freshWallet,
  TOKENS,
  USDC_ON_BASE,
} from '../../../../tests/support/destination-host.ts';

let host: DestinationHost;
beforeAll(async () => {
  host = await destinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const lookUp = (session: Readonly<Record<string, string>>, wallet: string) =>
  host.call(`GET /payout-lookup?walletAddress=${encodeURIComponent(wallet)}`, session);

describe('200', () => {
  it('shows everybody what a wallet itself registered', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    const { body } = await host.call('POST', owner.session, USDC_ON_BASE);
    expect(await lookUp(other.session, owner.wallet)).toEqual({
      status: 200,
      body: {
        destinationId: body.destinationId,
        walletAddress: owner.wallet,
        tokenAddress: TOKENS.usdcBase,
        chainId: 8453,
        claimed: true,
      },
    });
  });

  it('shows what an account stored about another’s wallet to that account only', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    const walletAddress = freshWallet();
    await host.call('POST', owner.session, { ...USDC_ON_BASE, walletAddress });
    const own = await lookUp(owner.session, walletAddress);
    expect(own.body).toMatchObject({ walletAddress, claimed: false });
    expect(await lookUp(other.session, walletAddress)).toEqual({ status: 200, body: null });
  });

  it('shows what a contract wallet registered on its own chain, and nothing of another one', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    await host.ctx.db
      .updateTable('wallet_login')
      .set({ contract_chain_id: 8453n })
      .where('address', '=', owner.wallet)
      .execute();
    const usdcOnOptimism = {
      tokenAddress: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      chainId: 10,
    };
    expect((await host.call('POST', owner.session, usdcOnOptimism)).status).toBe(201);
    expect(await lookUp(other.session, owner.wallet)).toEqual({ status: 200, body: null });
    expect((await host.call('PUT', owner.session, USDC_ON_BASE)).status).toBe(200);
    expect(await lookUp(other.session, owner.wallet)).toMatchObject({ body: { chainId: 8453 } });
    expect((await host.call('PUT', owner.session, usdcOnOptimism)).status).toBe(200);
    expect(await lookUp(other.session, owner.wallet)).toEqual({ status: 200, body: null });
  });

  it('is null for what has ended and for a wallet that nobody knows', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    const { body } = await host.call('POST', owner.session, USDC_ON_BASE);
    const { destinationId } = body;
    await host.call('PATCH /deactivate', owner.session, { destinationId });
    for (const wallet of [owner.wallet, freshWallet(), 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8']) {
      expect(await lookUp(other.session, wallet)).toEqual({ status: 200, body: null });
    }
  });
});

describe('400', () => {
  it.each(['', '0x12', 'alice.eth', `0x${'0'.repeat(40)}`, 'x'.repeat(101)])(
    'for "%s"',
    async (wallet) => {
      const answer = await lookUp((await host.owner()).session, wallet);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'walletAddress' }] } });
    },
  );
});

describe('401', () => {
  it('without a session', async () => {
    expect(await lookUp({}, freshWallet())).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    const session = await host.signIn(await host.owner());
    expect(await lookUp(session, freshWallet())).toMatchObject({ status: 403 });
  });
});
