import { CONTRACTS } from './contracts.ts';
import { NETWORKS, type NetworkId } from './networks.ts';
import { MAINNET_TOKENS } from './token-catalog.generated.ts';

/** What every currency shows on the wire. */
interface CurrencyFields {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** The address in lower case. */
  readonly hash: string;
}

/** A currency that moves on a chain, as the wire shows it. */
export interface Currency extends CurrencyFields {
  /** `<symbol>-<network>`. */
  readonly id: string;
  /** In EIP-55 form; on Tron in Base58. A native coin has a pseudo address, at which nothing is. */
  readonly address: string;
  readonly network: NetworkId;
  /** A token's contract, the chain's own coin, or a token on Tron. */
  readonly type: 'ERC20' | 'ETH' | 'TRC20';
  readonly chainId: number;
}

/** Money of a country, in which invoices are written and nothing is paid. */
export interface FiatCurrency extends CurrencyFields {
  /** The bare code of ISO 4217. */
  readonly id: string;
  /** A pseudo address: the code's letters in the last bytes. */
  readonly address: string;
  readonly network: 'fiat';
  readonly type: 'ISO4217';
  readonly chainId: 0;
}

const NAMES: Readonly<Record<string, string>> = {
  USDC: 'USD Coin',
  USDT: 'Tether USD',
  DAI: 'Dai Stablecoin',
  EURC: 'Euro Coin',
  FAU: 'Faucet Token',
};

/** Symbol, network, decimals, address. On BNB Smart Chain every dollar has 18 decimals. */
const ROWS: readonly (readonly [string, NetworkId, number, string])[] = [
  ['USDC', 'mainnet', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['USDT', 'mainnet', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['DAI', 'mainnet', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  ['EURC', 'mainnet', 6, '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'],
  ['USDC', 'arbitrum-one', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  ['USDT', 'arbitrum-one', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  ['DAI', 'arbitrum-one', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
  ['USDC', 'optimism', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
  ['USDT', 'optimism', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
  ['DAI', 'optimism', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
  ['USDC', 'base', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  ['USDT', 'base', 6, '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'],
  ['DAI', 'base', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'],
  ['EURC', 'base', 6, '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'],
  ['USDC', 'matic', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  ['USDT', 'matic', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  ['DAI', 'matic', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'],
  ['USDC', 'bsc', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
  ['USDT', 'bsc', 18, '0x55d398326f99059fF775485246999027B3197955'],
  ['DAI', 'bsc', 18, '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3'],
  ['USDC', 'tron', 6, 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  ['USDT', 'tron', 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['USDC', 'sepolia', 6, '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238'],
  ['USDT', 'sepolia', 6, '0xF046b3CA5ae2879c6bAcC4D42fAF363eE8379F78'],
  ['FAU', 'sepolia', 18, '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C'],
];

/**
 * The curated tokens: those a destination, a link or a conversion may name, which the pages trust and
 * the sandbox has. Coins are {@link NATIVE_CURRENCIES}; other tokens are {@link LISTED_TOKENS}.
 */
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
 * Network, symbol, name and pseudo address as the public token list spells them. The address is the
 * end of a hash of the symbol, the coin's name in conversion paths; no contract is there.
 */
const NATIVE_ROWS: readonly (readonly [NetworkId, string, string, string])[] = [
  ['mainnet', 'ETH', 'Ether', '0xF5AF88e117747e87fC5929F2ff87221B1447652E'],
  ['arbitrum-one', 'AETH', 'Arbitrum Ether', '0x0Ee88324F875d378f9A06643830934CAdff6b1e5'],
  ['optimism', 'ETH-optimism', 'Optimism Ether', '0x058FA190E345E245c74b4f1ADbff6Adfcfd8FfF3'],
  ['base', 'ETH-base', 'Base Ether', '0xB678B03F3f3a6eA652aD1D183032fAC176D83B08'],
  ['matic', 'MATIC', 'Matic', '0x23C7Fe5a44ca213deED6f3e2e714d747FCbcdBF0'],
  ['bsc', 'BNB', 'BNB', '0x281162bD0B7a4162Cb676bc4873734497B3Af025'],
  ['sepolia', 'ETH-sepolia', 'Sepolia Ether', '0xBB3546497A53Cd710BEb11b84C5240327F145BCB'],
];

/** The coins of the EVM networks, paid through their native fee proxies. Tron's pays only its fees. */
export const NATIVE_CURRENCIES: readonly Currency[] = NATIVE_ROWS.map(
  ([network, symbol, name, address]) => ({
    id: `${symbol}-${network}`,
    name,
    symbol,
    decimals: NETWORKS[network].nativeCurrency.decimals,
    address,
    network,
    type: 'ETH',
    hash: address.toLowerCase(),
    chainId: NETWORKS[network].chainId,
  }),
);

/**
 * Network, symbol, name, decimals and address of dollars that are listed by hand: they came after the
 * package that the long tail is made from, or are on networks that it lacks.
 */
const LISTED_ROWS: readonly (readonly [NetworkId, string, string, number, string])[] = [
  ['mainnet', 'USDS', 'USDS Stablecoin', 18, '0xdC035D45d973E3EC169d2276DDab16f1e407384F'],
  ['arbitrum-one', 'USDS', 'USDS Stablecoin', 18, '0x6491c05A82219b8D1479057361ff1654749b876b'],
  ['optimism', 'USDS', 'USDS Stablecoin', 18, '0x4F13a96EC5C4Cf34e442b46Bbd98a0791F20edC3'],
  ['base', 'USDS', 'USDS Stablecoin', 18, '0x820C137fa70C8691f0e44Dc420a5e53c168921Dc'],
];

/** Tokens that can be requested and paid in, but that no destination, link or conversion may name. */
export const LISTED_TOKENS: readonly Currency[] = [
  ...LISTED_ROWS,
  ...MAINNET_TOKENS.map((row) => ['mainnet', ...row] as const),
].map(([network, symbol, name, decimals, address]) => ({
  id: `${symbol}-${network}`,
  name,
  symbol,
  decimals,
  address,
  network,
  type: 'ERC20',
  hash: address.toLowerCase(),
  chainId: NETWORKS[network].chainId,
}));

/** Code, name, decimals (ISO 4217) and pseudo address, which is the code in ASCII. */
const FIAT_ROWS: readonly (readonly [string, string, number, string])[] = [
  ['USD', 'US Dollar', 2, '0x0000000000000000000000000000000000555344'],
  ['EUR', 'Euro', 2, '0x0000000000000000000000000000000000455552'],
  ['GBP', 'Pound Sterling', 2, '0x0000000000000000000000000000000000474250'],
  ['CNY', 'Yuan Renminbi', 2, '0x0000000000000000000000000000000000434E59'],
  ['JPY', 'Yen', 0, '0x00000000000000000000000000000000004a5059'],
];

/** The invoice currencies of conversions, which the specification lists. */
export const FIAT_CURRENCIES: readonly FiatCurrency[] = FIAT_ROWS.map(
  ([code, name, decimals, address]) => ({
    id: code,
    name,
    symbol: code,
    decimals,
    address,
    network: 'fiat',
    type: 'ISO4217',
    hash: address.toLowerCase(),
    chainId: 0,
  }),
);

/**
 * Other spellings that are accepted as input, and the listed id they mean. USDT0 is USDT as a
 * payment currency on three networks; the rest are ids of the public token list, and coins by the
 * common name.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  'USDT0-arbitrum-one': 'USDT-arbitrum-one',
  'USDT0-optimism': 'USDT-optimism',
  'USDT0-matic': 'USDT-matic',
  'USDCn-matic': 'USDC-matic',
  'USDCn-optimism': 'USDC-optimism',
  'fUSDC-sepolia': 'USDC-sepolia',
  'fUSDT-sepolia': 'USDT-sepolia',
  'ETH-arbitrum-one': 'AETH-arbitrum-one',
  'ETH-optimism': 'ETH-optimism-optimism',
  'ETH-base': 'ETH-base-base',
  'POL-matic': 'MATIC-matic',
  'ETH-sepolia': 'ETH-sepolia-sepolia',
};

/** Symbols that may be registered or named as the token of a payee destination. */
export const DESTINATION_SYMBOLS: readonly string[] = ['USDC', 'USDT', 'FAU'];

const TOKENS = [...CURRENCIES, ...LISTED_TOKENS];
const BY_ID: ReadonlyMap<string, Currency> = new Map(
  [...TOKENS, ...NATIVE_CURRENCIES].map((row) => [row.id, row]),
);
const BY_TOKEN: ReadonlyMap<string, Currency> = new Map(
  TOKENS.map((row) => [`${row.network} ${row.hash}`, row]),
);
const NATIVE_OF: ReadonlyMap<NetworkId, Currency> = new Map(
  NATIVE_CURRENCIES.map((row) => [row.network, row]),
);
const FIAT_BY_CODE: ReadonlyMap<string, FiatCurrency> = new Map(
  FIAT_CURRENCIES.map((row) => [row.id, row]),
);

/** The token or coin with this id, also under another accepted spelling; no fiat currency. */
export function currencyById(id: string): Currency | undefined {
  return BY_ID.get(ALIASES[id] ?? id);
}

/** The currency of a token contract on a network, whatever the case of the address; never a coin. */
export function currencyByToken(network: NetworkId, address: string): Currency | undefined {
  return BY_TOKEN.get(`${network} ${address.toLowerCase()}`);
}

/** The coin of a network, or undefined where it cannot be paid with: on Tron. */
export function nativeCurrencyOf(network: NetworkId): Currency | undefined {
  return NATIVE_OF.get(network);
}

/** The fiat currency with this code of ISO 4217, of those that invoices may be written in. */
export function fiatByCode(code: string): FiatCurrency | undefined {
  return FIAT_BY_CODE.get(code);
}

const PAYABLE_IDS: ReadonlySet<string> = new Set(
  [...CURRENCIES, ...NATIVE_CURRENCIES].map(({ id }) => id),
);

/**
 * Whether payments may be requested in it: a curated token or coin that a fee proxy can move. What is
 * only listed is not: nobody has compared its decimals and quirks with the chain, and a wrong
 * number of decimals would request ten times too much.
 */
export function isPayable(currency: Currency): boolean {
  if (!PAYABLE_IDS.has(currency.id)) return false;
  const { erc20FeeProxy, ethereumFeeProxy } = CONTRACTS[currency.network];
  return (currency.type === 'ETH' ? ethereumFeeProxy : erc20FeeProxy) !== undefined;
}

/**
 * Tokens whose `approve` reverts when both the old and the new allowance are above zero, so that
 * the old one must be cleared first: Tether's contract on Ethereum, and on Tron the one that is closest
 * to it in source.
 */
export function needsAllowanceReset(currency: Currency): boolean {
  return currency.id === 'USDT-mainnet' || currency.id === 'USDT-tron';
}
