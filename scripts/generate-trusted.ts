import { writeFile } from 'node:fs/promises';
import { SCHEDULE_PERMIT_FIELDS } from '#catalog/abis/recurring-proxy.ts';
import { BRIDGES, hasBridge, SOURCE_SYMBOLS } from '#catalog/bridge.ts';
import { CONTRACTS, NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { FIAT_HASHES } from '#catalog/conversion-paths.ts';
import { CURRENCIES, nativeCurrencyOf } from '#catalog/currencies.ts';
import { NETWORK_IDS, NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { RECURRING_PROXIES, RECURRING_PROXY_DOMAIN } from '#catalog/recurring-proxies.ts';
import { findSourceToken } from '#catalog/source-tokens.ts';
import { isDollar } from '#modules/fees/index.ts';

/** Where the pay page keeps its own list. */
export const TRUSTED_FILE = 'web/wallet/trusted.generated.ts';

/** And what only the check of calldata needs, which is loaded later. */
export const TRUSTED_CONTRACTS_FILE = 'web/wallet/trusted-contracts.generated.ts';

/** And what only payments from another network need, which is loaded for them alone. */
export const TRUSTED_BRIDGES_FILE = 'web/wallet/trusted-bridges.generated.ts';

/** And what only the page of a schedule needs. */
export const TRUSTED_RECURRING_FILE = 'web/wallet/trusted-recurring.generated.ts';

/** And what only links of Tron need, which is loaded for them alone. */
export const TRUSTED_TRON_FILE = 'web/wallet/tron/trusted-tron.generated.ts';

/** The networks that every page load brings along. */
const payable = NETWORK_IDS.filter((id) => NETWORKS[id].family === 'evm');

/** The text of the pay page's list of trusted contracts and tokens, made from the catalog. */
export function printTrusted(): string {
  const networks = payable.map((id) => `  ${quoteKey(id)}: ${printNetwork(id)},`);
  return [
    '// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.',
    "import type { TrustedNetwork } from './trusted-network.ts';",
    '',
    '/** What the page itself trusts, whatever the API says: contracts and tokens of each network. */',
    'export const TRUSTED: Readonly<Record<string, TrustedNetwork>> = {',
    ...networks,
    '};',
    '',
  ].join('\n');
}

/** The text of the page's list of the contracts that carry payments, and of the fiat currencies. */
export function printTrustedContracts(): string {
  return [
    '// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.',
    "import type { TrustedContracts } from './trusted-network.ts';",
    '',
    '/** The contracts that the page lets wallets call, by network. */',
    'export const TRUSTED_CONTRACTS: Readonly<Record<string, TrustedContracts>> = {',
    ...payable.map((id) => `  ${quoteKey(id)}: ${printContracts(id)},`),
    '};',
    '',
    '/** How conversion paths name the fiat currencies. */',
    'export const FIAT_HASHES: Readonly<Record<string, string>> = {',
    ...Object.entries(FIAT_HASHES).map(([code, hash]) => `  ${code}: '${hash}',`),
    '};',
    '',
    '/** Where a fee of zero goes. */',
    `export const NO_FEE_ADDRESS = '${NO_FEE_ADDRESS}';`,
    '',
  ].join('\n');
}

/** The text of the page's list of the contracts that take payments on a schedule, and of what they verify. */
export function printTrustedRecurring(): string {
  return [
    '// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.',
    '',
    '/** The published contract of each network that takes payments on a schedule, version 0.1.0. */',
    'export const RECURRING_PROXIES: Readonly<Record<string, string>> = {',
    ...Object.entries(RECURRING_PROXIES).map(([id, address]) => `  ${quoteKey(id)}: '${address}',`),
    '};',
    '',
    '/** What they call themselves in what they verify. */',
    `export const PERMIT_DOMAIN = { name: '${RECURRING_PROXY_DOMAIN.name}', version: '${RECURRING_PROXY_DOMAIN.version}' } as const;`,
    '',
    '/** What they verify, in their order. */',
    'export const PERMIT_FIELDS = [',
    ...SCHEDULE_PERMIT_FIELDS.map(({ name, type }) => `  { name: '${name}', type: '${type}' },`),
    '] as const;',
    '',
  ].join('\n');
}

/** The text of the page's list of the contracts and tokens of Tron. */
export function printTrustedTron(): string {
  const { erc20FeeProxy: feeProxy, erc20BatchPayments: batch = '' } = CONTRACTS.tron;
  return [
    '// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.',
    "import type { TrustedNetwork } from '../trusted-network.ts';",
    '',
    '/** What the page itself trusts of Tron, whatever the API says. */',
    `export const TRUSTED_TRON: TrustedNetwork = ${printNetwork('tron').replaceAll('\n  ', '\n')};`,
    '',
    '/** The contracts that the page lets Tron wallets call. */',
    `export const TRON_CONTRACTS = { feeProxy: '${feeProxy}', batch: '${batch}' };`,
    '',
  ].join('\n');
}

/** The text of the page's list of bridges, and of what counts as a dollar. */
export function printTrustedBridges(): string {
  const dollars = CURRENCIES.filter((row) => isDollar(row)).map(({ symbol }) => symbol);
  return [
    '// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.',
    "import type { TrustedBridge } from './trusted-network.ts';",
    '',
    '/** The bridge of each network that has one. */',
    'export const TRUSTED_BRIDGES: Readonly<Record<string, TrustedBridge>> = {',
    ...payable.filter(hasBridge).map((id) => `  ${quoteKey(id)}: ${printBridge(id)},`),
    '};',
    '',
    '/** The tokens that count one to one as dollars. */',
    `export const DOLLARS: readonly string[] = [${[...new Set(dollars)].map((symbol) => `'${symbol}'`).join(', ')}];`,
    '',
  ].join('\n');
}

function printBridge(id: Parameters<typeof findSourceToken>[0] & keyof typeof BRIDGES): string {
  const { diamond, receiver, feeForwarder, swapRouter } = BRIDGES[id];
  const sources = SOURCE_SYMBOLS.flatMap((symbol) => {
    const token = findSourceToken(id, symbol);
    return token === undefined ? [] : [`${symbol}: '${token.id}'`];
  });
  return [
    '{',
    `    sourceChain: '${NETWORKS[id].sourceChain ?? ''}',`,
    ...Object.entries({ diamond, receiver, feeForwarder, swapRouter })
      .filter(([, address]) => address !== undefined)
      .map(([name, address]) => `    ${name}: '${address}',`),
    `    sources: { ${sources.join(', ')} },`,
    '  }',
  ].join('\n');
}

function printContracts(id: NetworkId): string {
  const { erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy, batchPayments } = CONTRACTS[id];
  const rows = Object.entries({
    feeProxy: erc20FeeProxy,
    nativeProxy: ethereumFeeProxy,
    conversionProxy: erc20ConversionProxy,
    batch: batchPayments,
  }).filter(([, address]) => address !== undefined);
  return ['{', ...rows.map(([name, address]) => `    ${name}: '${address}',`), '  }'].join('\n');
}

function printNetwork(id: NetworkId): string {
  const network = NETWORKS[id];
  const tokens = CURRENCIES.filter((row) => row.network === id).map(
    (row) =>
      `      '${row.id}': { symbol: '${row.symbol}', decimals: ${row.decimals}, address: '${row.address}' },`,
  );
  return [
    '{',
    `    name: '${network.name}',`,
    `    chainId: ${network.chainId},`,
    `    testnet: ${network.testnet},`,
    `    nativeSymbol: '${network.nativeCurrency.symbol}',`,
    `    explorerUrl: '${network.explorerUrl}',`,
    `    blockTimeMs: ${network.blockTimeMs},`,
    `    coinId: '${nativeCurrencyOf(id)?.id ?? `${network.nativeCurrency.symbol}-${id}`}',`,
    '    tokens: {',
    ...tokens,
    '    },',
    '  }',
  ].join('\n');
}

function quoteKey(id: string): string {
  return /^[a-z]+$/.test(id) ? id : `'${id}'`;
}

if (import.meta.main) {
  await writeFile(TRUSTED_FILE, printTrusted());
  await writeFile(TRUSTED_CONTRACTS_FILE, printTrustedContracts());
  await writeFile(TRUSTED_BRIDGES_FILE, printTrustedBridges());
  await writeFile(TRUSTED_RECURRING_FILE, printTrustedRecurring());
  await writeFile(TRUSTED_TRON_FILE, printTrustedTron());
}
