import { describe, expect, it } from 'vitest';
import { resolvePayee } from './resolve-payee.ts';

const payee = '0x1111111111111111111111111111111111111111';
const within = 'requests[0]';

describe('a payee and a currency', () => {
  it('make the destination that an ID would name', () => {
    expect(resolvePayee({ payee, paymentCurrency: 'USDC-base', within })).toMatchObject({
      text: `${payee}@eip155:8453#34790435:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`,
      walletAddress: payee,
      currency: { id: 'USDC-base' },
    });
  });

  it.each([
    ['fUSDC-sepolia', 'USDC-sepolia'],
    ['USDCn-matic', 'USDC-matic'],
    ['USDT0-optimism', 'USDT-optimism'],
  ])('%s is another spelling of %s', (paymentCurrency, id) => {
    expect(resolvePayee({ payee, paymentCurrency, within }).currency.id).toBe(id);
  });

  it.each([
    [
      'a bare symbol',
      { paymentCurrency: 'USDC' },
      'requests[0].paymentCurrency is not a supported currency: name a currency id',
    ],
    [
      'a token that destinations are not paid in',
      { paymentCurrency: 'DAI-base' },
      'is not a supported currency',
    ],
    ['a name of a prototype', { paymentCurrency: '__proto__' }, 'is not a supported currency'],
    ['a name for a wallet', { payee: 'alice.eth' }, 'requests[0].payee must be 0x'],
    [
      'a wallet of another chain',
      { paymentCurrency: 'USDT-tron' },
      'requests[0].payee must be in the Base58 form',
    ],
    [
      'the token as its own payee',
      { payee: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      "requests[0].payee is the token's own contract",
    ],
  ])('refuse %s', (_, parts, message) => {
    const named = { payee, paymentCurrency: 'USDC-base', within, ...parts };
    expect(() => resolvePayee(named)).toThrow(message);
  });
});
