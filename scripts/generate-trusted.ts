import { writeFile } from 'node:fs/promises';
import { CONTRACTS, NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { CURRENCIES } from '#catalog/currencies.ts';
import { NETWORK_IDS, NETWORKS, type NetworkId } from '#catalog/networks.ts';

/** Where the pay page keeps its own list. */
export const TRUSTED_FILE = 'web/wallet/trusted.generated.ts';

/** Networks whose payments the page can check and sign; others are told to the payer as such. */
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
    '/** Where a fee of zero goes. */',
    `export const NO_FEE_ADDRESS = '${NO_FEE_ADDRESS}';`,
    '',
  ].join('\n');
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
    `    feeProxy: '${CONTRACTS[id].erc20FeeProxy}',`,
    '    tokens: {',
    ...tokens,
    '    },',
    '  }',
  ].join('\n');
}

function quoteKey(id: string): string {
  return /^[a-z]+$/.test(id) ? id : `'${id}'`;
}

if (import.meta.main) await writeFile(TRUSTED_FILE, printTrusted());
