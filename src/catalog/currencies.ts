import { NETWORKS, type NetworkId } from './networks.ts';

/** How a token is reached: a contract, the chain's own coin, or Tron's token standard. */
type CurrencyType = 'ERC20' | 'ETH' | 'TRC20';

/** A currency as the wire shows it. */
export interface Currency {
  /** `<symbol>-<network>`. */
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** In EIP-55 form; on Tron in Base58. */
  readonly address: string;
  readonly network: NetworkId;
  readonly type: CurrencyType;
  /** The address in lower case. */
  readonly hash: string;
  readonly chainId: number;
}

const NAMES: Readonly<Record<string, string>> = {
  USDC: 'USD Coin',
  USDT: 'Tether USD',
  DAI: 'Dai Stablecoin',
  FAU: 'Faucet Token',
};

/** `symbol`, `network`, `decimals`, `address`. On BNB Smart Chain both dollars have 18 decimals. */
const ROWS: readonly (readonly [string, NetworkId, number, string])[] = [
  ['USDC', 'mainnet', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['USDT', 'mainnet', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['DAI', 'mainnet', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  ['USDC', 'arbitrum-one', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  ['USDT', 'arbitrum-one', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  ['USDC', 'optimism', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
  ['USDT', 'optimism', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
  ['USDC', 'base', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  ['USDT', 'base', 6, '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'],
  ['DAI', 'base', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'],
  ['USDC', 'matic', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  ['USDT', 'matic', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  ['USDC', 'bsc', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
  ['USDT', 'bsc', 18, '0x55d398326f99059fF775485246999027B3197955'],
  ['USDC', 'tron', 6, 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  ['USDT', 'tron', 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['USDC', 'sepolia', 6, '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238'],
  ['USDT', 'sepolia', 6, '0xF046b3CA5ae2879c6bAcC4D42fAF363eE8379F78'],
  ['FAU', 'sepolia', 18, '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C'],
];

/** The curated currencies: those a destination, a link or a conversion may name. */
export const CURRENCIES: readonly Currency[] = ROWS.map(([symbol, network, decimals, address]) => ({
  id: `${symbol}-${network}`,
  name: NAMES[symbol] ?? symbol,
  symbol,
  decimals,
  address,
  network,
  type: NETWORKS[network].family === 'tron' ? 'TRC20' : 'ERC20',
  hash: address.toLowerCase(),
  chainId: NETWORKS[network].chainId,
}));

/**
 * Other spellings that are accepted as input, and the listed id they mean. USDT0 is USDT as a
 * payment currency on three networks; the rest are ids of the public token list.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  'USDT0-arbitrum-one': 'USDT-arbitrum-one',
  'USDT0-optimism': 'USDT-optimism',
  'USDT0-matic': 'USDT-matic',
  'USDCn-matic': 'USDC-matic',
  'USDCn-optimism': 'USDC-optimism',
  'fUSDC-sepolia': 'USDC-sepolia',
  'fUSDT-sepolia': 'USDT-sepolia',
};

/** Symbols that may be registered or named as the token of a payee destination. */
export const DESTINATION_SYMBOLS: readonly string[] = ['USDC', 'USDT', 'FAU'];

const BY_ID: ReadonlyMap<string, Currency> = new Map(CURRENCIES.map((row) => [row.id, row]));
const BY_TOKEN: ReadonlyMap<string, Currency> = new Map(
  CURRENCIES.map((row) => [`${row.network} ${row.hash}`, row]),
);

/** The currency with this id, also under another accepted spelling. */
export function currencyById(id: string): Currency | undefined {
  return BY_ID.get(ALIASES[id] ?? id);
}

/** The currency of a token contract on a network, whatever the case of the address. */
export function currencyByToken(network: NetworkId, address: string): Currency | undefined {
  return BY_TOKEN.get(`${network} ${address.toLowerCase()}`);
}

/**
 * Tokens whose `approve` reverts when both the old and the new allowance are above zero, so that
 * the old one must be cleared first. Only Tether's contract on Ethereum is known to do so.
 */
export function needsAllowanceReset(currency: Currency): boolean {
  return currency.id === 'USDT-mainnet';
}
