// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.
import type { TrustedNetwork } from '../trusted-network.ts';

/** What the page itself trusts of Tron, whatever the API says. */
export const TRUSTED_TRON: TrustedNetwork = {
  name: 'Tron',
  chainId: 728126428,
  testnet: false,
  nativeSymbol: 'TRX',
  explorerUrl: 'https://tronscan.org/#',
  blockTimeMs: 3000,
  coinId: 'TRX-tron',
  tokens: {
    'USDC-tron': { symbol: 'USDC', decimals: 6, address: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8' },
    'USDT-tron': { symbol: 'USDT', decimals: 6, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  },
};

/** The contracts that the page lets Tron wallets call. */
export const TRON_CONTRACTS = { feeProxy: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd', batch: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D' };
