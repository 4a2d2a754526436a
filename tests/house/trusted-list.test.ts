import { describe, expect, it } from 'vitest';
import { BRIDGES, hasBridge, SOURCE_SYMBOLS } from '#catalog/bridge.ts';
import { CONTRACTS, NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { FIAT_HASHES } from '#catalog/conversion-paths.ts';
import { CURRENCIES, nativeCurrencyOf } from '#catalog/currencies.ts';
import { NETWORK_IDS, NETWORKS } from '#catalog/networks.ts';
import { findSourceToken } from '#catalog/source-tokens.ts';
import { isDollar } from '#modules/fees/index.ts';
import {
  PUBLISHED_CONTRACTS,
  readPublishedAddresses,
} from '../../scripts/read-published-addresses.ts';
import { SAFE_NETWORKS } from '../../web/pay/safe/safe-networks.ts';
import { TRUSTED } from '../../web/wallet/trusted.generated.ts';
import { DOLLARS, TRUSTED_BRIDGES } from '../../web/wallet/trusted-bridges.generated.ts';
import {
  TRUSTED_CONTRACTS,
  FIAT_HASHES as TRUSTED_FIAT_HASHES,
  NO_FEE_ADDRESS as TRUSTED_NO_FEE_ADDRESS,
} from '../../web/wallet/trusted-contracts.generated.ts';
import { textOf } from './tree.ts';

const payable = NETWORK_IDS.filter((id) => NETWORKS[id].family === 'evm');

/** What the page calls the contracts that it lets wallets call. */
const PAGE_NAMES = {
  erc20FeeProxy: 'feeProxy',
  ethereumFeeProxy: 'nativeProxy',
  erc20ConversionProxy: 'conversionProxy',
  batchPayments: 'batch',
} as const;

const isCalled = (name: string): name is keyof typeof PAGE_NAMES => name in PAGE_NAMES;

/** The addresses that the publisher of the contracts names, by what the page calls them. */
const published = PUBLISHED_CONTRACTS.flatMap(([ours, theirs, versions]) =>
  isCalled(ours) ? [[ours, readPublishedAddresses(theirs, versions)] as const] : [],
);

describe('the page’s own list of what wallets may call', () => {
  it('has every network that the page can pay on, and no other', () => {
    expect(payable.length).toBeGreaterThan(1);
    expect(Object.keys(TRUSTED_CONTRACTS)).toEqual(payable);
    // As it was generated: what pages of Tron add to it once they are loaded may be there by now.
    const generated = textOf('web/wallet/trusted.generated.ts').matchAll(
      /^ {2}'?([\w-]+)'?: \{$/gm,
    );
    expect(Array.from(generated, ([, id]) => id)).toEqual(payable);
  });

  it('names networks in reports of what owners of a Safe sign as the catalog does', () => {
    const reported = payable.map((id) => SAFE_NETWORKS[NETWORKS[id].chainId]?.sourceChain);
    expect(reported).toEqual(payable.map((id) => NETWORKS[id].sourceChain));
  });

  it.each(payable)('names the contracts of the catalog on %s, and nothing else', (id) => {
    const known = Object.entries(PAGE_NAMES).flatMap(([ours, name]) => {
      const address = Reflect.get(CONTRACTS[id], ours);
      return address === undefined ? [] : [[name, address]];
    });
    expect(TRUSTED_CONTRACTS[id]).toEqual(Object.fromEntries(known));
  });

  it.each(payable)('names the addresses that the contracts are published at on %s', (id) => {
    const addresses = published.map(([ours, byNetwork]) => [
      PAGE_NAMES[ours],
      byNetwork[id]?.address,
    ]);
    expect(addresses).toHaveLength(4);
    expect(TRUSTED_CONTRACTS[id]).toEqual(Object.fromEntries(addresses));
  });

  it('names the currencies of invoices, and where no fee goes, as the catalog does', () => {
    expect(TRUSTED_FIAT_HASHES).toEqual(FIAT_HASHES);
    expect(TRUSTED_NO_FEE_ADDRESS).toBe(NO_FEE_ADDRESS);
  });
});

describe('the page’s own list of networks and tokens', () => {
  it.each(payable)('is the catalog’s on %s', (id) => {
    const network = NETWORKS[id];
    const tokens = CURRENCIES.filter((currency) => currency.network === id).map(
      ({ id: currencyId, symbol, decimals, address }) => [
        currencyId,
        { symbol, decimals, address },
      ],
    );
    expect(tokens.length).toBeGreaterThan(0);
    expect(TRUSTED[id]).toEqual({
      name: network.name,
      chainId: network.chainId,
      testnet: network.testnet,
      nativeSymbol: network.nativeCurrency.symbol,
      explorerUrl: network.explorerUrl,
      blockTimeMs: network.blockTimeMs,
      coinId: nativeCurrencyOf(id)?.id,
      tokens: Object.fromEntries(tokens),
    });
  });
});

describe('the page’s own list of bridges', () => {
  const bridged = payable.filter(hasBridge);

  it('has every network with a bridge, and no other', () => {
    expect(bridged.length).toBeGreaterThan(1);
    expect(Object.keys(TRUSTED_BRIDGES)).toEqual(bridged);
  });

  it.each(bridged)('is the catalog’s on %s', (id) => {
    const { executor: _, spokePool: _pool, swapRouter, ...contracts } = BRIDGES[id];
    const tokens = SOURCE_SYMBOLS.flatMap((symbol) => {
      const token = findSourceToken(id, symbol);
      return token === undefined ? [] : [[symbol, token.id]];
    });
    expect(TRUSTED_BRIDGES[id]).toEqual({
      ...contracts,
      ...(swapRouter && { swapRouter }),
      sourceChain: NETWORKS[id].sourceChain,
      sources: Object.fromEntries(tokens),
    });
  });

  it('counts as dollars what fees count as dollars', () => {
    for (const currency of CURRENCIES) {
      if (currency.type === 'ETH') continue;
      expect(DOLLARS.includes(currency.symbol), currency.id).toBe(isDollar(currency));
    }
  });
});
