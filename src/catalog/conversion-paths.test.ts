import { keccak256, stringToBytes } from 'viem';
import { describe, expect, it } from 'vitest';
import { PUBLISHED_STEPS } from './conversion-paths.generated.ts';
import {
  CONVERSION_SYMBOLS,
  conversionPath,
  conversionTokens,
  FIAT_HASHES,
  sandboxSteps,
} from './conversion-paths.ts';
import {
  CURRENCIES,
  type Currency,
  currencyById,
  FIAT_CURRENCIES,
  NATIVE_CURRENCIES,
} from './currencies.ts';
import { NETWORK_IDS, type NetworkId } from './networks.ts';

const PUBLIC = { sandbox: false };
const SANDBOX = { sandbox: true };
const { USD, EUR, GBP } = FIAT_HASHES;

function currency(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not in the catalog`);
  return found;
}

const endOfHash = (type: string, value: string) =>
  `0x${keccak256(stringToBytes(JSON.stringify({ type, value }).toLowerCase())).slice(-40)}`;
const convertible = CURRENCIES.filter(
  ({ type, symbol }) => type === 'ERC20' && CONVERSION_SYMBOLS.includes(symbol),
);
const codes = Object.keys(FIAT_HASHES);
const idsFor = (network: NetworkId, code: string, options = PUBLIC) =>
  conversionTokens(network, code, options).map(({ id }) => id);

describe('names in conversion paths', () => {
  it('are hashes of the invoice currencies and of the coins', () => {
    expect(codes).toEqual(FIAT_CURRENCIES.map(({ id }) => id));
    for (const code of codes) expect(FIAT_HASHES[code]).toBe(endOfHash('ISO4217', code));
    for (const { hash, symbol } of NATIVE_CURRENCIES) expect(hash).toBe(endOfHash('ETH', symbol));
  });
});

describe('a conversion path on a public network', () => {
  it('begins with the invoice currency, ends with the token and takes published steps only', () => {
    for (const token of convertible) {
      const steps = Object.entries(PUBLISHED_STEPS[token.network] ?? {}).flatMap(([a, all]) =>
        all.flatMap((b) => [`${a} ${b}`, `${b} ${a}`]),
      );
      for (const code of codes) {
        const path = conversionPath(code, token, PUBLIC) ?? [];
        for (const [i, to] of path.slice(1).entries()) expect(steps).toContain(`${path[i]} ${to}`);
        if (path.length > 0)
          expect([path[0], path.at(-1)]).toEqual([FIAT_HASHES[code], token.hash]);
      }
    }
  });

  it('is a single step from the dollar and goes over the dollar from elsewhere', () => {
    const fau = currency('FAU-sepolia');
    expect(conversionPath('USD', fau, PUBLIC)).toEqual([USD, fau.hash]);
    expect(conversionPath('GBP', fau, PUBLIC)).toEqual([GBP, USD, fau.hash]);
    const usdc = currency('USDC-mainnet');
    expect(conversionPath('EUR', usdc, PUBLIC)).toEqual([EUR, USD, usdc.hash]);
  });

  it('is missing where the published graph has none', () => {
    expect(idsFor('base', 'USD')).toEqual(['USDC-base']);
    expect(idsFor('base', 'EUR')).toEqual([]);
    expect(idsFor('sepolia', 'USD')).toEqual(['USDT-sepolia', 'FAU-sepolia']);
    expect(idsFor('sepolia', 'JPY')).toEqual([]);
    expect(idsFor('optimism', 'GBP')).toEqual([]);
    expect(idsFor('bsc', 'CNY')).toEqual([]);
    expect(idsFor('tron', 'USD')).toEqual([]);
  });

  it('is missing for what is no invoice currency, no token of the specification', () => {
    const usdc = currency('USDC-mainnet');
    for (const code of ['usd', 'CHF', '', 'constructor']) {
      expect(conversionPath(code, usdc, SANDBOX)).toBeUndefined();
    }
    for (const id of ['ETH-mainnet', 'EURC-base', 'USDC-tron']) {
      expect(conversionPath('USD', currency(id), SANDBOX)).toBeUndefined();
    }
  });
});

describe('a conversion path in the sandbox', () => {
  it('leads from every invoice currency to every token of the specification on EVM networks', () => {
    for (const network of NETWORK_IDS) {
      const reachable = convertible.filter((row) => row.network === network).map(({ id }) => id);
      for (const code of codes) expect(idsFor(network, code, SANDBOX)).toEqual(reachable);
    }
  });

  it('is the published one where there is one', () => {
    for (const token of convertible) {
      for (const code of codes) {
        const published = conversionPath(code, token, PUBLIC);
        const own = conversionPath(code, token, SANDBOX);
        if (published !== undefined) expect(own).toEqual(published);
      }
    }
  });

  it('marks a path that no public network supports', () => {
    const only = (network: NetworkId) =>
      sandboxSteps(network).flatMap(({ symbol, sandboxOnly }) => (sandboxOnly ? [symbol] : []));
    expect(only('sepolia')).toEqual(['CNY', 'JPY', 'USDC']);
    expect(only('mainnet')).toEqual([]);
    expect(sandboxSteps('tron')).toEqual([]);
  });
});
