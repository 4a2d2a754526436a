import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS } from '../../../../tests/support/destination-host.ts';
import {
  newWallet,
  type SignedDestinationHost,
  signData,
  signedDestinationHost,
} from '../../../../tests/support/signed-destination-host.ts';

let host: SignedDestinationHost;
beforeAll(async () => {
  host = await signedDestinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

type Headers = Readonly<Record<string, string>>;

/** An account with a destination of a new wallet, and what that wallet signs to end it. */
async function registered() {
  const [owner, wallet] = [await host.owner(), newWallet()];
  const { answer } = await host.register(owner.byKey, wallet);
  const destinationId = String(answer.body?.['destinationId']);
  const ending = async (headers: Headers = owner.byKey, more = { action: 'deactivate' }) => {
    const data = await host.signable(headers, wallet.address, more);
    return { signature: await signData(wallet, data), nonce: data.nonce };
  };
  return { owner, wallet, destinationId, ending };
}

const end = (destinationId: string, headers: Headers, body: unknown) =>
  host.call(`DELETE /${encodeURIComponent(destinationId)}`, headers, body);

describe('200', () => {
  it('ends it', async () => {
    const { owner, destinationId, ending } = await registered();
    expect(await end(destinationId, owner.byKey, await ending())).toEqual({
      status: 200,
      body: { success: true, message: 'Payee destination deactivated successfully' },
    });
    expect(await host.stored(owner.accountId)).toMatchObject([{ active: false }]);
  });

  it('also by its older name', async () => {
    const { owner, wallet, ending } = await registered();
    const name = `base:${wallet.address}:${TOKENS.usdcBase}`;
    expect(await end(name, owner.byKey, await ending())).toMatchObject({ status: 200 });
  });
});

describe('400', () => {
  it('for a nonce of another destination or action, and one that was used', async () => {
    const { owner, wallet, destinationId, ending } = await registered();
    const other = { action: 'deactivate', tokenAddress: TOKENS.usdtBase };
    for (const more of [other, { action: 'add' }]) {
      const body = await ending(owner.byKey, more);
      expect(await end(destinationId, owner.byKey, body)).toMatchObject({
        status: 400,
        body: { code: 'nonce_not_valid' },
      });
    }
    const body = await ending();
    await end(destinationId, owner.byKey, body);
    await host.register(owner.byKey, wallet);
    expect(await end(destinationId, owner.byKey, body)).toMatchObject({
      status: 400,
      body: { message: 'nonce was used; ask for new signing data' },
    });
  });

  it('for the signature of another wallet', async () => {
    const { owner, wallet, destinationId } = await registered();
    const data = await host.signable(owner.byKey, wallet.address, { action: 'deactivate' });
    const body = { signature: await signData(newWallet(), data), nonce: data.nonce };
    expect(await end(destinationId, owner.byKey, body)).toMatchObject({
      status: 400,
      body: { code: 'signature_not_valid' },
    });
    expect(await host.stored(owner.accountId)).toMatchObject([{ active: true }]);
  });

  it('for what is no destination ID', async () => {
    const { owner, ending } = await registered();
    expect(await end('base:x', owner.byKey, await ending())).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    const body = { signature: `0x${'5a'.repeat(65)}`, nonce: 'x' };
    expect(await end('x', {}, body)).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for a public client ID alone, and nothing ends', async () => {
    const { owner, destinationId, ending } = await registered();
    const answer = await end(destinationId, owner.public, await ending(owner.public));
    expect(answer).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await host.stored(owner.accountId)).toMatchObject([{ active: true }]);
  });
});

describe('404', () => {
  it('for one that has ended, and for another account’s', async () => {
    const { owner, destinationId, ending } = await registered();
    const other = await host.owner();
    expect(await end(destinationId, other.byKey, await ending(other.byKey))).toMatchObject({
      status: 404,
      body: { code: 'destination_not_found' },
    });
    await end(destinationId, owner.byKey, await ending());
    expect(await end(destinationId, owner.byKey, await ending())).toMatchObject({
      status: 404,
      body: { code: 'destination_not_active' },
    });
  });
});
