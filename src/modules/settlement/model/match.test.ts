import { describe, expect, it } from 'vitest';
import { suspicionOf } from './match.ts';

const terms = { network: 'base', tokenAddress: '0xT', payeeAddress: '0xP' };
const facts = { ...terms, proxyAddress: '0xF', creditedUnits: 1n };

describe('a transfer', () => {
  it('pays a request when everything is what the request says', () => {
    expect(suspicionOf(facts, terms, '0xF')).toBeUndefined();
  });

  it.each([
    ['foreign_proxy', { proxyAddress: '0xE' }],
    ['wrong_network', { network: 'sepolia' }],
    ['foreign_token', { tokenAddress: '0xE' }],
    ['wrong_payee', { payeeAddress: '0xE' }],
    ['nothing_arrived', { creditedUnits: 0n }],
  ] as const)('is left out as %s', (suspicion, parts) => {
    expect(suspicionOf({ ...facts, ...parts }, terms, '0xF')).toBe(suspicion);
  });
});
