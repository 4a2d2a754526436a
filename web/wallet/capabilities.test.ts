import { expect, it } from 'vitest';
import { readAccount, requestCapabilities } from './capabilities.ts';

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ABOUT = { address: PAYER, chainId: 8_453 };

it.each<[string, unknown, string | undefined]>([
  ['supported', { '0x2105': { atomic: { status: 'supported' } } }, 'supported'],
  ['ready after an upgrade', { '0x2105': { atomic: { status: 'ready' } } }, 'ready'],
  ['not supported', { '0x2105': { atomic: { status: 'unsupported' } } }, undefined],
  ['of another chain', { '0x1': { atomic: { status: 'supported' } } }, undefined],
  ['of all chains', { '0x0': { atomic: { status: 'supported' } } }, 'supported'],
  [
    'of its chain, before that of all',
    { '0x0': { atomic: { status: 'supported' } }, '0x2105': { atomic: { status: 'unsupported' } } },
    undefined,
  ],
  ['in the form of drafts', { '0x2105': { atomicBatch: { supported: true } } }, 'supported'],
  ['in that form, denied', { '0x2105': { atomicBatch: { supported: false } } }, undefined],
  ['of something else', { '0x2105': { paymasterService: { supported: true } } }, undefined],
  ['no object', 'yes', undefined],
])('a wallet’s word on several calls at once is read: %s', async (_, said, expected) => {
  const asked: unknown[] = [];
  const provider = {
    request: async (request: unknown) => {
      asked.push(request);
      return said;
    },
  };
  expect(await requestCapabilities(provider, ABOUT)).toBe(expected);
  expect(asked).toEqual([{ method: 'wallet_getCapabilities', params: [PAYER, ['0x2105']] }]);
});

const AT_ONCE = { atomic: { status: 'supported' } };
const PAYMASTERS = { paymasterService: { supported: true } };

it.each<[string, boolean, unknown, string | undefined]>([
  ['of its chain', true, { '0x2105': { ...AT_ONCE, ...PAYMASTERS } }, 'sponsored'],
  ['of all chains', true, { '0x2105': AT_ONCE, '0x0': PAYMASTERS }, 'sponsored'],
  [
    'denied for its chain',
    true,
    { '0x2105': { ...AT_ONCE, paymasterService: { supported: false } }, '0x0': PAYMASTERS },
    'supported',
  ],
  ['where nobody pays', false, { '0x2105': { ...AT_ONCE, ...PAYMASTERS } }, 'supported'],
  ['after an upgrade', true, { '0x2105': { atomic: { status: 'ready' }, ...PAYMASTERS } }, 'ready'],
  ['one by one', true, { '0x2105': PAYMASTERS }, undefined],
])('a wallet’s word on paymasters is read: %s', async (...row) => {
  const [, isSponsored, said, expected] = row;
  const provider = { request: async () => said };
  expect(await requestCapabilities(provider, { ...ABOUT, isSponsored })).toBe(expected);
});

it('a wallet that does not know the question signs one thing after the other', async () => {
  const provider = { request: () => Promise.reject(new Error('Unsupported method')) };
  expect(await requestCapabilities(provider, ABOUT)).toBeUndefined();
});

it.each([
  ['a key', '0x', 8453, false],
  ['a key that runs the code of a contract', `0xef0100${'ab'.repeat(20)}`, 8453, false],
  ['a contract', '0x6080', 8453, true],
  ['an account of which the wallet says nothing', undefined, 8453, undefined],
  ['a contract of another chain', '0x6080', 1, 'elsewhere'],
  ['a key whose wallet stands on another chain', '0x', 1, false],
])('reads whether the account is a contract: %s', async (...row) => {
  const [, code, standsOn, isContract] = row;
  const provider = {
    request: async ({ method }: { readonly method: string }) =>
      method === 'eth_getCode' ? code : {},
  };
  const account = { address: PAYER, chainId: standsOn };
  expect(await readAccount(provider, account, { chainId: 8453 })).toEqual({
    together: undefined,
    isContract,
  });
});
