import { describe, expect, it } from 'vitest';
import { type Link, readLink } from '../link.ts';
import { VIEW } from '../sample-states.ts';
import {
  isBridgedFrom,
  isRouteGoal,
  readSourceOptions,
  unlistedSources,
} from './source-options.ts';

const BASE_VIEW = { ...VIEW, network: 'base', paymentCurrency: 'USDC-base' };

function linkOf(changes: object = {}): Link {
  const link = readLink({ ...BASE_VIEW, ...changes });
  if (typeof link === 'string') throw new Error(link);
  return link;
}

const held = (balance: string, neededAmount: string, hasEnoughBalance = true) => ({
  balance,
  neededAmount,
  hasEnoughBalance,
});

const optionsOf = (paymentOptions: unknown, link = linkOf()) =>
  readSourceOptions(link, { paymentOptions }).map(
    ({ chain, token, canPay, costUnits }) => [chain, token, canPay, costUnits] as const,
  );

describe('what a wallet could pay with from other networks', () => {
  it('is what it has enough of first, by what leaves it, over tokens of different decimals', () => {
    expect(
      optionsOf({
        ETHEREUM: { USDC: held('100', '14.1'), USDT: held('3', '12.5', false) },
        BNB: { USDT: held('100', '12.56') },
        ARBITRUM: { USDT: held('100', '12.57'), USDC: held('100', '12.55') },
      }),
    ).toEqual([
      ['ARBITRUM', 'USDC', true, 50_000n],
      ['BNB', 'USDT', true, 60_000_000_000_000_000n],
      ['ARBITRUM', 'USDT', true, 70_000n],
      ['ETHEREUM', 'USDC', true, 1_600_000n],
      ['ETHEREUM', 'USDT', false, undefined],
    ]);
  });

  it('has tokens of another currency behind those that compare with the payment', () => {
    expect(
      optionsOf({ BASE: {}, ETHEREUM: { EURC: held('50', '11'), USDC: held('50', '13') } }),
    ).toEqual([
      ['ETHEREUM', 'USDC', true, 500_000n],
      ['ETHEREUM', 'EURC', true, undefined],
    ]);
  });

  it('counts the fee of the payment itself as no cost of the transfer', () => {
    const options = { BASE: { USDC: held('0', '12.6') }, ARBITRUM: { USDC: held('50', '13') } };
    expect(optionsOf(options)).toEqual([['ARBITRUM', 'USDC', true, 400_000n]]);
  });

  it('leaves out the own network, unknown names and amounts that cannot be read', () => {
    expect(
      optionsOf({
        BASE: { USDC: held('50', '12.5') },
        SOLANA: { USDC: held('50', '13') },
        constructor: { USDC: held('50', '13') },
        ARBITRUM: { DAI: held('50', '13'), USDC: held('50', '-1'), USDT: held('many', '13') },
        OPTIMISM: { USDC: held('50', '0'), USDT: held('50', '12.1234567') },
        POLYGON: 'USDC',
      }),
    ).toEqual([]);
  });

  it('is never enough where the balance is below what is needed, whatever the API says', () => {
    expect(optionsOf({ ARBITRUM: { USDC: held('12', '13', true) } })).toEqual([
      ['ARBITRUM', 'USDC', false, undefined],
    ]);
  });

  it('is nothing for what no route ends with', () => {
    const options = { ARBITRUM: { USDC: held('50', '13') } };
    const sepolia = linkOf({ network: 'sepolia', paymentCurrency: 'USDC-sepolia' });
    const coin = linkOf({ paymentCurrency: 'ETH-base-base' });
    expect([sepolia, coin].map(isRouteGoal)).toEqual([false, false]);
    expect(optionsOf(options, sepolia)).toEqual([]);
    expect(optionsOf(options, coin)).toEqual([]);
  });
});

describe('the tokens of a Safe that is not the same on the network of the link', () => {
  const ARBITRUM = 42_161;
  const networks = { base: {}, 'arbitrum-one': {} };
  const safe = { chainId: ARBITRUM, owners: ['0x01'] };
  const tokensOf = (payer = safe, more: object = {}) =>
    unlistedSources(payer, { link: linkOf(), networks, options: [], ...more }).map(
      ({ chain, token }) => `${chain} ${token}`,
    );

  it('are those of the network where its wallet stands, that no option names', () => {
    expect(tokensOf()).toEqual(['ARBITRUM USDC', 'ARBITRUM USDT']);
    const options = readSourceOptions(linkOf(), {
      paymentOptions: { ARBITRUM: { USDC: held('50', '13') } },
    });
    expect(tokensOf(safe, { options })).toEqual([]);
  });

  it('are none without an owner to return to, on the link’s own network, or where the host is on none', () => {
    expect(tokensOf({ ...safe, owners: [] })).toEqual([]);
    expect(tokensOf({ ...safe, chainId: 8_453 })).toEqual([]);
    expect(tokensOf({ ...safe, chainId: 11_155_111 })).toEqual([]);
    expect(tokensOf(safe, { networks: { base: {} } })).toEqual([]);
  });

  it('can pay links that a bridge reaches only', () => {
    expect(isBridgedFrom(linkOf(), ARBITRUM)).toBe(true);
    expect(isBridgedFrom(linkOf(), 8_453)).toBe(false);
    expect(isBridgedFrom(linkOf(), 11_155_111)).toBe(false);
    expect(
      isBridgedFrom(linkOf({ network: 'sepolia', paymentCurrency: 'USDC-sepolia' }), ARBITRUM),
    ).toBe(false);
  });
});
