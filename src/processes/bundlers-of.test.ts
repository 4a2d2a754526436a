import { describe, expect, it } from 'vitest';
import { bundlerAddressesOf, bundlersOf } from './bundlers-of.ts';

const URL = 'https://bundler.example.com/rpc';
const OWN = 'http://127.0.0.1:1/base';
const bundlers = new Map([
  ['base', { url: URL, paymasterUrl: undefined, paymasterContext: undefined }],
]);

describe('the bundlers of networks', () => {
  it('are those of the settings first, with no paymaster but theirs', () => {
    const own = new Map([['base', OWN]] as const);
    const found = bundlersOf({ bundlers }, ['base', 'bsc'], own);
    expect([...found]).toEqual([
      ['base', { chainId: 8_453, bundlerUrl: URL, paymasterUrl: undefined }],
    ]);
  });

  it('are those of the sandbox itself, which pay for gas too', () => {
    const own = new Map([['base', OWN]] as const);
    expect(bundlersOf({ bundlers: new Map() }, ['base'], own).get('base')).toEqual({
      chainId: 8_453,
      bundlerUrl: OWN,
      paymasterUrl: OWN,
    });
  });

  it('are on public addresses alone in production', () => {
    expect(bundlerAddressesOf({ mode: 'production' })).toBe('refuse');
    expect(bundlerAddressesOf({ mode: 'sandbox' })).toBe('allow');
  });
});
