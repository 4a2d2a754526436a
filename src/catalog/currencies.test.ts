import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from './contracts.ts';
import {
  ALIASES,
  CURRENCIES,
  currencyById,
  currencyByToken,
  DESTINATION_SYMBOLS,
  needsAllowanceReset,
} from './currencies.ts';
import { explorerTransactionUrl, NETWORK_IDS, NETWORKS, networkByChainId } from './networks.ts';

/** The table of the specification: network id and chain id. */
const SPECIFIED = [
  ['mainnet', 1],
  ['arbitrum-one', 42_161],
  ['optimism', 10],
  ['base', 8_453],
  ['matic', 137],
  ['bsc', 56],
  ['tron', 728_126_428],
  ['sepolia', 11_155_111],
] as const;

describe('networks', () => {
  it('are those of the specification with its chain ids', () => {
    expect(NETWORK_IDS.map((id) => [id, NETWORKS[id].chainId])).toEqual(SPECIFIED);
    for (const [id, chainId] of SPECIFIED) expect(networkByChainId(chainId)?.id).toBe(id);
  });

  it('have source chains as the specification lists them, and none for Sepolia and Tron', () => {
    const chains = Object.values(NETWORKS).map(({ sourceChain }) => sourceChain);
    expect(chains.filter((name) => name !== undefined).sort()).toEqual([
      'ARBITRUM',
      'BASE',
      'BNB',
      'ETHEREUM',
      'OPTIMISM',
      'POLYGON',
    ]);
  });

  it('know where people look a transaction up', () => {
    expect(explorerTransactionUrl(NETWORKS.base, '0xab')).toBe('https://basescan.org/tx/0xab');
    expect(explorerTransactionUrl(NETWORKS.tron, 'ab')).toBe(
      'https://tronscan.org/#/transaction/ab',
    );
  });
});

describe('currencies', () => {
  it('hold USDC and USDT on every network, and FAU on Sepolia', () => {
    for (const network of NETWORK_IDS) {
      for (const symbol of ['USDC', 'USDT'])
        expect(currencyById(`${symbol}-${network}`)).toBeDefined();
    }
    expect(currencyById('FAU-sepolia')?.decimals).toBe(18);
  });

  it('have 6 decimals for dollars, except 18 on BNB Smart Chain', () => {
    const dollars = CURRENCIES.filter(({ symbol }) => symbol === 'USDC' || symbol === 'USDT');
    for (const { network, decimals } of dollars) expect(decimals).toBe(network === 'bsc' ? 18 : 6);
  });

  it('have addresses in EIP-55 form and hashes in lower case', () => {
    for (const { address, hash, type } of CURRENCIES) {
      expect(hash).toBe(address.toLowerCase());
      if (type === 'ERC20') expect(getAddress(address)).toBe(address);
    }
    for (const { erc20FeeProxy, ethereumFeeProxy } of Object.values(CONTRACTS)) {
      for (const address of [erc20FeeProxy, ethereumFeeProxy]) {
        if (address?.startsWith('0x')) expect(getAddress(address)).toBe(address);
      }
    }
  });

  it('have ids and contracts of their own', () => {
    expect(new Set(CURRENCIES.map(({ id }) => id)).size).toBe(CURRENCIES.length);
    const places = CURRENCIES.map(({ network, hash }) => `${network} ${hash}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('are found under other spellings, but never listed twice', () => {
    for (const [alias, id] of Object.entries(ALIASES)) {
      expect(currencyById(alias)?.id).toBe(id);
      expect(CURRENCIES.some((currency) => currency.id === alias)).toBe(false);
    }
    expect(currencyById('USDT0-optimism')?.address).toBe(currencyById('USDT-optimism')?.address);
    expect(currencyById('USDT0-base')).toBeUndefined();
    expect(currencyById('constructor')).toBeUndefined();
  });

  it('are found by their contract in any case', () => {
    const usdc = currencyById('USDC-base');
    expect(currencyByToken('base', usdc?.address.toLowerCase() ?? '')).toBe(usdc);
    expect(currencyByToken('mainnet', usdc?.address ?? '')).toBeUndefined();
  });

  it('do not count USDT0 among what a destination may name', () => {
    expect(DESTINATION_SYMBOLS).toEqual(['USDC', 'USDT', 'FAU']);
  });

  it('need their allowance cleared first only for USDT on Ethereum', () => {
    expect(CURRENCIES.filter(needsAllowanceReset).map(({ id }) => id)).toEqual(['USDT-mainnet']);
  });
});
