import { setTimeout as wait } from 'node:timers/promises';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { stillChain } from '../../tests/support/still-chain.ts';
import { checkSignIn, readWallet } from './sign-in.ts';

const owner = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);
/** Of the same key, as TronWeb 6.5.1 writes it. */
const TRON_ADDRESS = 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG';

/** What TronWeb 6.5.1 makes of each message with `trx.signMessageV2` and the key above. */
const TRON_VECTORS: [string, Hex][] = [
  [
    'sign me in',
    '0xef2a80f757aa1e3d7df69e623f68124f6c697754a0e1017f81c9a083b35be6560e6a5271e7f3a4092131e6b882260ed73d474b3ff12271994bc906c814ce75141b',
  ],
  [
    'Grüße, 世界 ✓',
    '0x2882c4f2fa8ea5bca3b6c862cc7f0f9dbf044cb03094a9dab5500f19e302909a41a426d59492acf579a2e1d0ec3e5f41d0da52ac6f93e3df7541ac367e8fc8e31b',
  ],
  [
    'a'.repeat(300),
    '0x067a826dd9440a0e37b1bd935ad85692bae7fb717b7ffaaa234cd82ed885935b1dc778f00b450f153f181cf310c8a940484946c83fa77a1e9a7bf73e6f86ce2d1c',
  ],
];

const tronClaim = { family: 'tron' as const, chainId: 1, address: TRON_ADDRESS };
const evmClaim = { family: 'evm' as const, chainId: 8453, address: owner.address };

describe('a text', () => {
  it('is the wallet of an EVM chain, in any case that is right', () => {
    const wallet = { family: 'evm', address: owner.address };
    expect(readWallet(owner.address)).toEqual(wallet);
    expect(readWallet(owner.address.toLowerCase())).toEqual(wallet);
    expect(readWallet(`0x${owner.address.slice(2).toUpperCase()}`)).toEqual(wallet);
  });

  it('is the wallet of Tron', () => {
    expect(readWallet(TRON_ADDRESS)).toEqual({ family: 'tron', address: TRON_ADDRESS });
  });

  it.each([
    ['nothing', ''],
    ['an EVM address with a wrong checksum', owner.address.replace('f39F', 'F39f')],
    ['19 bytes', owner.address.slice(0, 40)],
    ['no 0x', owner.address.slice(2)],
    ['a Tron address with a wrong checksum', `${TRON_ADDRESS.slice(0, -1)}H`],
    ['a Tron address in lower case', TRON_ADDRESS.toLowerCase()],
    ['a Tron address in hex', `41${owner.address.slice(2).toLowerCase()}`],
    ['a space before it', ` ${owner.address}`],
    ['an address of Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ])('is no wallet: %s', (_what, text) => {
    expect(readWallet(text)).toBeUndefined();
  });
});

describe('a Tron wallet', () => {
  it.each(TRON_VECTORS)('signs as TronWeb does: %s', async (message, signature) => {
    expect(await checkSignIn({ ...tronClaim, message, signature }, undefined)).toBe('key');
    const other = { ...tronClaim, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
    expect(await checkSignIn({ ...other, message, signature }, undefined)).toBeUndefined();
    const longer = { ...tronClaim, message: `${message}.`, signature };
    expect(await checkSignIn(longer, undefined)).toBeUndefined();
    expect(await checkSignIn({ ...evmClaim, message, signature }, undefined)).toBeUndefined();
  });
});

describe('a node', () => {
  const message = 'sign me in';

  it('is not called for a key', async () => {
    const chain = stillChain('base');
    chain.checkSignIn = () => Promise.reject(new Error('asked'));
    const signature = await owner.signMessage({ message });
    expect(await checkSignIn({ ...evmClaim, message, signature }, chain)).toBe('key');
  });

  it('is called for anything else, and trusted', async () => {
    const chain = stillChain('base');
    chain.checkSignIn = async () => true;
    const claim = { ...evmClaim, message, signature: '0x1234' as const };
    expect(await checkSignIn(claim, chain)).toBe('contract');
    expect(await checkSignIn(claim, undefined)).toBeUndefined();
    expect(
      await checkSignIn({ ...claim, family: 'tron', address: TRON_ADDRESS }, chain),
    ).toBeUndefined();
  });

  it('that is down refuses a contract wallet, and a failure of ours is thrown', async () => {
    const chain = stillChain('base');
    const claim = { ...evmClaim, message, signature: '0x1234' as const };
    chain.checkSignIn = () => Promise.reject(new Outage('the node of the test is down'));
    expect(await checkSignIn(claim, chain)).toBeUndefined();
    chain.checkSignIn = () => Promise.reject(new Error('ours'));
    await expect(checkSignIn(claim, chain)).rejects.toThrow('ours');
  });

  it('that hangs delays no caller (U3)', async () => {
    const chain = stillChain('base');
    const late = new AbortController();
    chain.checkSignIn = () => wait(10_000, true, { signal: late.signal });
    const before = elapsedMs();
    const claim = { ...evmClaim, message, signature: '0x1234' as const };
    expect(await checkSignIn(claim, chain)).toBeUndefined();
    expect(elapsedMs() - before).toBeLessThan(9_900);
    late.abort();
  });
});
