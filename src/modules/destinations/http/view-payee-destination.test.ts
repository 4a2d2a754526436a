import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DestinationHost,
  destinationHost,
  freshWallet,
  USDC_ON_BASE,
} from '../../../../tests/support/destination-host.ts';

let host: DestinationHost;
beforeAll(async () => {
  host = await destinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('is null where there is none, and stays so whatever others register', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    await host.call('POST', other.session, USDC_ON_BASE);
    expect(await host.call('GET', owner.session)).toEqual({ status: 200, body: null });
  });

  it('is that of the wallet that signed in, else the newest of the account', async () => {
    const owner = await host.owner();
    const own = await host.call('POST', owner.session, USDC_ON_BASE);
    const second = { ...USDC_ON_BASE, walletAddress: freshWallet() };
    const newest = await host.call('POST', owner.session, second);
    expect((await host.call('GET', owner.session)).body).toEqual(own.body);
    const another = await host.signIn(owner, freshWallet());
    expect((await host.call('GET', another)).body).toEqual(newest.body);
  });
});

describe('401', () => {
  it('without a session', async () => {
    expect(await host.call('GET', {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    const session = await host.signIn(await host.owner());
    expect(await host.call('GET', session)).toMatchObject({ status: 403 });
  });
});
