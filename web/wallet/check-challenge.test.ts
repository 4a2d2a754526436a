import { describe, expect, it } from 'vitest';
import { checkChallenge, type Expected } from './check-challenge.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const expected: Expected = {
  host: 'pay.example',
  origin: 'https://pay.example',
  address: ADDRESS.toLowerCase(),
  chainId: 8453,
  nonce: 'ab'.repeat(16),
  expiresAt: '2026-01-02T03:09:05.000Z',
};

const good = [
  'pay.example wants you to sign in with your Ethereum account:',
  ADDRESS,
  '',
  'Sign in to Florin.',
  '',
  'URI: https://pay.example',
  'Version: 1',
  'Chain ID: 8453',
  `Nonce: ${'ab'.repeat(16)}`,
  'Issued At: 2026-01-02T03:04:05.000Z',
  'Expiration Time: 2026-01-02T03:09:05.000Z',
].join('\n');

describe('a sign-in text', () => {
  it('is taken as the service writes it, in any case of the address', () => {
    expect(checkChallenge(good, expected)).toBeUndefined();
    expect(checkChallenge(good, { ...expected, address: ADDRESS })).toBeUndefined();
  });

  const altered: readonly (readonly [string, string, string | RegExp, string])[] = [
    ['another host', 'host', 'pay.example wants', 'evil.example wants'],
    ['a host that only begins like ours', 'host', 'pay.example wants', 'pay.example.evil wants'],
    ['a Tron account', 'host', 'Ethereum', 'Tron'],
    ['another URI', 'host', 'URI: https://pay.example', 'URI: https://pay.example.evil'],
    ['a URI without TLS', 'host', 'URI: https', 'URI: http'],
    ['another account', 'account', ADDRESS, `0x${'66'.repeat(20)}`],
    ['another nonce', 'nonce', /Nonce: .*/, 'Nonce: 0000000000000000'],
    ['another statement', 'text', 'Sign in to Florin.', 'Approve everything.'],
    ['another version', 'text', 'Version: 1', 'Version: 2'],
    ['another chain', 'text', 'Chain ID: 8453', 'Chain ID: 1'],
    ['resources', 'text', /$/, '\nResources:\n- https://evil.example'],
    ['a last line break', 'text', /$/, '\n'],
    ['an end that was not announced', 'time', 'T03:09:05', 'T23:09:05'],
    ['a beginning that is no time', 'time', /Issued At: .*/, 'Issued At: now'],
  ];

  it.each(altered)('is not signed with %s', (...row) => {
    const [, problem, from, to] = row;
    expect(checkChallenge(good.replace(from, to), expected)).toBe(problem);
  });

  it.each(['', '0xdeadbeef', '{"types":{}}', good.replaceAll('\n', '\r\n')])(
    'is not signed when it is something else: %j',
    (text) => {
      expect(checkChallenge(text, expected)).toBeDefined();
    },
  );

  it('of a Tron account names Tron and no chain', () => {
    const address = 'TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcF';
    const tron = { ...expected, address, chainId: 728_126_428 };
    const text = good
      .replace('Ethereum', 'Tron')
      .replace(ADDRESS, address)
      .replace('Chain ID: 8453\n', '');
    expect(checkChallenge(text, tron)).toBeUndefined();
    expect(checkChallenge(text.replace('Tron', 'Ethereum'), tron)).toBe('host');
    expect(checkChallenge(text.replace(address, address.toLowerCase()), tron)).toBe('account');
    const withChain = text.replace('Nonce:', 'Chain ID: 728126428\nNonce:');
    expect(checkChallenge(withChain, tron)).toBeDefined();
    expect(checkChallenge(text.replace('Nonce:', 'Nonce: 1\nNonce:'), tron)).toBeDefined();
  });

  it('is not signed under a nonce that could hold words', () => {
    const nonce = 'I agree';
    const text = good.replace(/Nonce: .*/, `Nonce: ${nonce}`);
    expect(checkChallenge(text, { ...expected, nonce })).toBe('nonce');
  });
});
