import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newWallet,
  type SignedDestinationHost,
  signedDestinationHost,
} from '../../../../tests/support/signed-destination-host.ts';

let host: SignedDestinationHost;
beforeAll(async () => {
  host = await signedDestinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const view = (walletAddress: string, headers: Readonly<Record<string, string>>) =>
  host.call(`GET ?${new URLSearchParams({ walletAddress })}`, headers);

describe('200', () => {
  it('answers the active destination of the wallet in the account, else null', async () => {
    const [owner, other, wallet] = [await host.owner(), await host.owner(), newWallet()];
    const { answer } = await host.register(owner.byKey, wallet);
    expect(await view(wallet.address, owner.byKey)).toEqual({ status: 200, body: answer.body });
    expect(await view(wallet.address.toLowerCase(), owner.backend)).toMatchObject({ status: 200 });
    expect(await view(wallet.address, other.byKey)).toEqual({ status: 200, body: null });
  });
});

describe('400', () => {
  it('for what is no address', async () => {
    expect(await view('x', (await host.owner()).byKey)).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await view(newWallet().address, {})).toMatchObject({ status: 401 });
  });
});
