import { describe, expect, it } from 'vitest';
import { findSourceToken, sourceTokensOf } from './source-tokens.ts';

describe('the tokens that a payment can start with', () => {
  it('are those of the six source networks, each once under its listed symbol', () => {
    const symbolsOf = (network: Parameters<typeof sourceTokensOf>[0]) =>
      sourceTokensOf(network).map(({ symbol }) => symbol);
    expect(symbolsOf('mainnet')).toEqual(['USDC', 'USDT', 'EURC']);
    expect(symbolsOf('base')).toEqual(['USDC', 'USDT', 'EURC']);
    for (const network of ['arbitrum-one', 'optimism', 'matic', 'bsc'] as const) {
      expect(symbolsOf(network)).toEqual(['USDC', 'USDT']);
    }
    expect(symbolsOf('sepolia')).toEqual([]);
    expect(symbolsOf('tron')).toEqual([]);
  });

  it.each([
    ['USDT0', 'arbitrum-one', 'USDT-arbitrum-one'],
    ['USDT0', 'optimism', 'USDT-optimism'],
    ['USDT0', 'matic', 'USDT-matic'],
    ['USDC', 'bsc', 'USDC-bsc'],
    ['USDT0', 'base', undefined],
    ['EURC', 'matic', undefined],
    ['USDC', 'sepolia', undefined],
  ] as const)('%s on %s is %s', (symbol, network, id) => {
    expect(findSourceToken(network, symbol)?.id).toBe(id);
  });
});
