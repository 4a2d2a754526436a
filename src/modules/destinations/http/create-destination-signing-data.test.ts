import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS } from '../../../../tests/support/destination-host.ts';
import {
  type SignedDestinationHost,
  signedDestinationHost,
} from '../../../../tests/support/signed-destination-host.ts';

let host: SignedDestinationHost;
beforeAll(async () => {
  host = await signedDestinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const WALLET = '0x1111111111111111111111111111111111111111';

describe('200', () => {
  it('answers EIP-712 data with a nonce for five minutes, also to a public client ID', async () => {
    const answer = await host.call(host.askedFor(WALLET), (await host.owner()).public);
    const nonce = answer.body?.['nonce'];
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(answer).toEqual({
      status: 200,
      body: {
        nonce,
        expiresAt: '2026-01-02T03:09:05.000Z',
        domain: { name: 'Florin', version: '1', chainId: 8453 },
        types: { PayeeDestination: expect.arrayContaining([{ name: 'nonce', type: 'string' }]) },
        primaryType: 'PayeeDestination',
        message: {
          action: 'add',
          walletAddress: WALLET,
          tokenAddress: TOKENS.usdcBase,
          chainId: 8453,
          service: 'http://localhost:8082',
          nonce,
          issuedAt: '2026-01-02T03:04:05.000Z',
          expiresAt: '2026-01-02T03:09:05.000Z',
        },
      },
    });
  });
});

describe('400', () => {
  it.each([
    ['no wallet', { walletAddress: '' }, 'walletAddress'],
    ['a wallet of another chain', { walletAddress: TOKENS.usdtTron }, 'walletAddress'],
    ['another action', { action: 'remove' }, 'action'],
    ['another token', { tokenAddress: WALLET.replaceAll('1', '2') }, 'tokenAddress'],
    ['an unknown chain', { chainId: '8454' }, 'chainId'],
    ['a chain in hex', { chainId: '0x2105' }, 'chainId'],
    [
      'a chain whose wallets sign no such data',
      {
        walletAddress: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
        tokenAddress: TOKENS.usdtTron,
        chainId: '728126428',
      },
      'chainId',
    ],
    ['an unknown field', { accessPolicy: 'off' }, 'accessPolicy'],
  ])('names the field: %s', async (_, more, field) => {
    const answer = await host.call(host.askedFor(WALLET, more), (await host.owner()).byKey);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body?.['errors'])).toContain(field);
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await host.call(host.askedFor(WALLET), {})).toMatchObject({ status: 401 });
  });
});
