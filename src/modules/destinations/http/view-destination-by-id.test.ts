import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS } from '../../../../tests/support/destination-host.ts';
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

const view = (destinationId: string, headers: Readonly<Record<string, string>>) =>
  host.call(`GET /${encodeURIComponent(destinationId)}`, headers);

describe('200', () => {
  it('answers a destination of the account, by either name', async () => {
    const [owner, wallet] = [await host.owner(), newWallet()];
    const { answer } = await host.register(owner.byKey, wallet);
    const { destinationId } = answer.body ?? {};
    for (const name of [String(destinationId), `base:${wallet.address}:${TOKENS.usdcBase}`]) {
      expect(await view(name, owner.byKey)).toEqual({ status: 200, body: answer.body });
    }
  });
});

describe('400', () => {
  it.each(['x', 'base:x:y', 'nowhere:0x1111111111111111111111111111111111111111:USDC'])(
    'for %s',
    async (name) => {
      expect(await view(name, (await host.owner()).byKey)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await view('x', {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('for another account’s', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    const { answer } = await host.register(owner.byKey, newWallet());
    expect(await view(String(answer.body?.['destinationId']), other.byKey)).toMatchObject({
      status: 404,
      body: { code: 'destination_not_found' },
    });
  });
});
