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

type Headers = Readonly<Record<string, string>>;
const update = (session: Headers, body: object = USDC_ON_BASE) => host.call('PUT', session, body);
const view = async (session: Headers) => (await host.call('GET', session)).body;

describe('200', () => {
  it('changes the policy of the active destination in its place', async () => {
    const owner = await host.owner();
    const { body } = await host.call('POST', owner.session, USDC_ON_BASE);
    const answer = await update(owner.session, { ...USDC_ON_BASE, accessPolicy: SCREENED });
    expect(answer).toEqual({ status: 200, body: { ...body, accessPolicy: SCREENED } });
    expect(await host.audit(owner)).toEqual([
      'payee_destination.registered',
      'payee_destination.updated',
    ]);
  });

  it('puts another token in place of the active one, under the policy that it had', async () => {
    const { session } = await host.owner();
    await host.call('POST', session, { ...USDC_ON_BASE, accessPolicy: SCREENED });
    const answer = await update(session, { ...USDC_ON_BASE, tokenAddress: TOKENS.usdtBase });
    expect(answer.body).toMatchObject({ tokenAddress: TOKENS.usdtBase, accessPolicy: SCREENED });
    expect(await view(session)).toEqual(answer.body);
  });

  it('moves it to another wallet at once', async () => {
    const { session, wallet } = await host.owner();
    const before = await host.call('POST', session, USDC_ON_BASE);
    const walletAddress = freshWallet();
    const answer = await update(session, { ...USDC_ON_BASE, walletAddress });
    const moved = { walletAddress, claimed: false, pendingWalletChange: null, active: true };
    expect(answer).toMatchObject({ status: 200, body: moved });
    expect(await view(session)).toEqual(answer.body);
    const id = encodeURIComponent(before.body.destinationId);
    const old = await host.call(`GET /lookup?destinationId=${id}`, session);
    expect(old.body).toMatchObject({ walletAddress: wallet, active: false });
  });
});

describe('400', () => {
  it('for what cannot be paid', async () => {
    const { session } = await host.owner();
    await host.call('POST', session, USDC_ON_BASE);
    const answer = await update(session, { ...USDC_ON_BASE, chainId: 5 });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'chainId' }] } });
  });
});

describe('401', () => {
  it('without a session', async () => {
    expect(await update({})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    expect(await update(await host.signIn(await host.owner()))).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('where nothing is active, whatever others have for that wallet', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    await host.call('POST', other.session, USDC_ON_BASE);
    for (const body of [USDC_ON_BASE, { ...USDC_ON_BASE, walletAddress: other.wallet }]) {
      expect(await update(owner.session, body)).toMatchObject({
        status: 404,
        body: { code: 'destination_not_found' },
      });
    }
    expect(await host.audit(owner)).toEqual([]);
  });
});
