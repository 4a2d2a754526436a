import { describe, expect, it } from 'vitest';
import { withWallet } from './with-wallet.ts';

const provider = { request: async () => null };
const failing = (error: Error) => withWallet(provider, () => Promise.reject(error));

describe('work with a wallet', () => {
  it('does not blame the wallet for a part of the page that did not load', async () => {
    const unloaded = new TypeError('Failed to fetch dynamically imported module: /assets/evm.js');
    expect(await failing(unloaded)).toBe('unloaded');
    expect(await failing(new TypeError('Failed to fetch'))).toBe('failed');
  });
});
