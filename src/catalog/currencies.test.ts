import { getAddress, keccak256, stringToBytes } from 'viem';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from './contracts.ts';
import {
  ALIASES,
  CURRENCIES,
  currencyById,
  currencyByToken,
  DESTINATION_SYMBOLS,
  FIAT_CURRENCIES,
  fiatByCode,
  isPayable,
  LISTED_TOKENS,
  NATIVE_CURRENCIES,
  nativeCurrencyOf,
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

  it('have an explorer URL for transactions', () => {
    expect(explorerTransactionUrl(NETWORKS.base, '0xab')).toBe('https://basescan.org/tx/0xab');
    expect(explorerTransactionUrl(NETWORKS.tron, '0xab')).toBe(
      'https://tronscan.org/#/transaction/ab',
    );
  });
});

const EVERYTHING = [...CURRENCIES, ...NATIVE_CURRENCIES, ...LISTED_TOKENS, ...FIAT_CURRENCIES];

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
    for (const { address, hash, type } of EVERYTHING) {
      expect(hash).toBe(address.toLowerCase());
      if (type !== 'TRC20') expect(getAddress(address)).toBe(address);
    }
    for (const { erc20FeeProxy, ethereumFeeProxy } of Object.values(CONTRACTS)) {
      for (const address of [erc20FeeProxy, ethereumFeeProxy]) {
        if (address?.startsWith('0x')) expect(getAddress(address)).toBe(address);
      }
    }
  });

  it('have ids and contracts of their own', () => {
    expect(new Set(EVERYTHING.map(({ id }) => id)).size).toBe(EVERYTHING.length);
    const contracts = EVERYTHING.map(({ network, hash }) => `${network} ${hash}`);
    expect(new Set(contracts).size).toBe(contracts.length);
  });

  it('are found under other spellings, but never listed twice', () => {
    for (const [alias, id] of Object.entries(ALIASES)) {
      expect(currencyById(alias)?.id).toBe(id);
      expect(EVERYTHING.some((currency) => currency.id === alias)).toBe(false);
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

  it('need their allowance cleared first only for USDT on Ethereum and on Tron', () => {
    expect(CURRENCIES.filter(needsAllowanceReset).map(({ id }) => id)).toEqual([
      'USDT-mainnet',
      'USDT-tron',
    ]);
  });
});

/** Ids and pseudo addresses of the public token list, as `wire-facts` and the list give them. */
const COINS = [
  ['ETH-mainnet', '0xf5af88e117747e87fc5929f2ff87221b1447652e'],
  ['AETH-arbitrum-one', '0x0ee88324f875d378f9a06643830934cadff6b1e5'],
  ['ETH-optimism-optimism', '0x058fa190e345e245c74b4f1adbff6adfcfd8fff3'],
  ['ETH-base-base', '0xb678b03f3f3a6ea652ad1d183032fac176d83b08'],
  ['MATIC-matic', '0x23c7fe5a44ca213deed6f3e2e714d747fcbcdbf0'],
  ['BNB-bsc', '0x281162bd0b7a4162cb676bc4873734497b3af025'],
  ['ETH-sepolia-sepolia', '0xbb3546497a53cd710beb11b84c5240327f145bcb'],
] as const;

describe('coins', () => {
  it('are those of the EVM networks, with 18 decimals and type ETH', () => {
    expect(NATIVE_CURRENCIES.map(({ id, hash }) => [id, hash])).toEqual(COINS);
    for (const coin of NATIVE_CURRENCIES) {
      expect(coin).toMatchObject({ type: 'ETH', decimals: 18 });
      expect(coin.chainId).toBe(NETWORKS[coin.network].chainId);
      expect(nativeCurrencyOf(coin.network)).toBe(coin);
      expect(currencyById(coin.id)).toBe(coin);
    }
    expect(nativeCurrencyOf('tron')).toBeUndefined();
  });

  it('have pseudo addresses made of their symbols, which conversion paths call them by', () => {
    for (const { symbol, hash } of NATIVE_CURRENCIES) expect(nameInPaths('ETH', symbol)).toBe(hash);
  });

  it('are never found as a token contract, because none is there', () => {
    for (const { network, address } of NATIVE_CURRENCIES) {
      expect(currencyByToken(network, address)).toBeUndefined();
    }
  });

  it('are found by their common name', () => {
    expect(currencyById('ETH-base')?.id).toBe('ETH-base-base');
    expect(currencyById('POL-matic')?.id).toBe('MATIC-matic');
  });
});

describe('fiat currencies', () => {
  it('are those that invoices may be written in', () => {
    expect(FIAT_CURRENCIES.map(({ id }) => id)).toEqual(['USD', 'EUR', 'GBP', 'CNY', 'JPY']);
    expect(fiatByCode('JPY')).toMatchObject({ decimals: 0, network: 'fiat', type: 'ISO4217' });
    expect(fiatByCode('AUD')).toBeUndefined();
  });

  it('have their code in ASCII as their pseudo address', () => {
    for (const { id, hash } of FIAT_CURRENCIES) {
      expect(hash).toBe(`0x${Buffer.from(id).toString('hex').padStart(40, '0')}`);
    }
  });

  it('are not what moves on a chain', () => {
    expect(currencyById('USD')).toBeUndefined();
  });
});

describe('listed tokens', () => {
  it('are more than five hundred, all ERC-20', () => {
    expect(LISTED_TOKENS.length).toBeGreaterThan(500);
    for (const token of LISTED_TOKENS) expect(token.type).toBe('ERC20');
  });

  it('are the official ones by these names', () => {
    const known = [
      ['WBTC-mainnet', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8],
      ['WETH-mainnet', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18],
      ['USDS-mainnet', '0xdC035D45d973E3EC169d2276DDab16f1e407384F', 18],
    ] as const;
    for (const [id, address, decimals] of known) {
      expect(currencyById(id)).toMatchObject({ address, decimals });
      expect(currencyByToken('mainnet', address)?.id).toBe(id);
    }
  });

  it('leave out a symbol that two contracts bear, or bore one after the other', () => {
    for (const symbol of ['PAN', 'YLD', 'LUNA', 'RSR']) {
      expect(currencyById(`${symbol}-mainnet`)).toBeUndefined();
    }
  });

  it('never bear the name of what destinations are paid in or of what is curated, in any case', () => {
    const curated = [...CURRENCIES, ...NATIVE_CURRENCIES].map(({ id }) => id.toLowerCase());
    const payable = DESTINATION_SYMBOLS.map((symbol) => symbol.toLowerCase());
    for (const { id, symbol } of LISTED_TOKENS) {
      expect(curated).not.toContain(id.toLowerCase());
      expect(payable).not.toContain(symbol.toLowerCase());
    }
  });
});

describe('isPayable', () => {
  it('is true of curated currencies that a fee proxy can move, and of none that is only listed', () => {
    for (const currency of [...CURRENCIES, ...NATIVE_CURRENCIES]) {
      expect(isPayable(currency)).toBe(true);
    }
    for (const currency of LISTED_TOKENS) expect(isPayable(currency)).toBe(false);
  });
});

/** The last 20 bytes of a hash over type and symbol, as the published currency package makes it. */
function nameInPaths(type: string, value: string): string {
  const text = JSON.stringify({ type, value }).toLowerCase();
  return `0x${keccak256(stringToBytes(text)).slice(-40)}`;
}
