// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.
import type { TrustedNetwork } from './trusted-network.ts';

/** What the page itself trusts, whatever the API says: contracts and tokens of each network. */
export const TRUSTED: Readonly<Record<string, TrustedNetwork>> = {
  mainnet: {
    name: 'Ethereum',
    chainId: 1,
    testnet: false,
    nativeSymbol: 'ETH',
    explorerUrl: 'https://etherscan.io',
    blockTimeMs: 12000,
    feeProxy: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
    tokens: {
      'USDC-mainnet': { symbol: 'USDC', decimals: 6, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      'USDT-mainnet': { symbol: 'USDT', decimals: 6, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
      'DAI-mainnet': { symbol: 'DAI', decimals: 18, address: '0x6B175474E89094C44Da98b954EedeAC495271d0F' },
      'EURC-mainnet': { symbol: 'EURC', decimals: 6, address: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c' },
    },
  },
  'arbitrum-one': {
    name: 'Arbitrum One',
    chainId: 42161,
    testnet: false,
    nativeSymbol: 'ETH',
    explorerUrl: 'https://arbiscan.io',
    blockTimeMs: 250,
    feeProxy: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
    tokens: {
      'USDC-arbitrum-one': { symbol: 'USDC', decimals: 6, address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
      'USDT-arbitrum-one': { symbol: 'USDT', decimals: 6, address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9' },
      'DAI-arbitrum-one': { symbol: 'DAI', decimals: 18, address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1' },
    },
  },
  optimism: {
    name: 'Optimism',
    chainId: 10,
    testnet: false,
    nativeSymbol: 'ETH',
    explorerUrl: 'https://optimistic.etherscan.io',
    blockTimeMs: 2000,
    feeProxy: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
    tokens: {
      'USDC-optimism': { symbol: 'USDC', decimals: 6, address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85' },
      'USDT-optimism': { symbol: 'USDT', decimals: 6, address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58' },
      'DAI-optimism': { symbol: 'DAI', decimals: 18, address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1' },
    },
  },
  base: {
    name: 'Base',
    chainId: 8453,
    testnet: false,
    nativeSymbol: 'ETH',
    explorerUrl: 'https://basescan.org',
    blockTimeMs: 2000,
    feeProxy: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
    tokens: {
      'USDC-base': { symbol: 'USDC', decimals: 6, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      'USDT-base': { symbol: 'USDT', decimals: 6, address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2' },
      'DAI-base': { symbol: 'DAI', decimals: 18, address: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb' },
      'EURC-base': { symbol: 'EURC', decimals: 6, address: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42' },
    },
  },
  matic: {
    name: 'Polygon',
    chainId: 137,
    testnet: false,
    nativeSymbol: 'POL',
    explorerUrl: 'https://polygonscan.com',
    blockTimeMs: 2000,
    feeProxy: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
    tokens: {
      'USDC-matic': { symbol: 'USDC', decimals: 6, address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
      'USDT-matic': { symbol: 'USDT', decimals: 6, address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' },
      'DAI-matic': { symbol: 'DAI', decimals: 18, address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063' },
    },
  },
  bsc: {
    name: 'BNB Smart Chain',
    chainId: 56,
    testnet: false,
    nativeSymbol: 'BNB',
    explorerUrl: 'https://bscscan.com',
    blockTimeMs: 750,
    feeProxy: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
    tokens: {
      'USDC-bsc': { symbol: 'USDC', decimals: 18, address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d' },
      'USDT-bsc': { symbol: 'USDT', decimals: 18, address: '0x55d398326f99059fF775485246999027B3197955' },
      'DAI-bsc': { symbol: 'DAI', decimals: 18, address: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3' },
    },
  },
  sepolia: {
    name: 'Sepolia',
    chainId: 11155111,
    testnet: true,
    nativeSymbol: 'ETH',
    explorerUrl: 'https://sepolia.etherscan.io',
    blockTimeMs: 12000,
    feeProxy: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
    tokens: {
      'USDC-sepolia': { symbol: 'USDC', decimals: 6, address: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238' },
      'USDT-sepolia': { symbol: 'USDT', decimals: 6, address: '0xF046b3CA5ae2879c6bAcC4D42fAF363eE8379F78' },
      'FAU-sepolia': { symbol: 'FAU', decimals: 18, address: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C' },
    },
  },
};

/** Where a fee of zero goes. */
export const NO_FEE_ADDRESS = '0x000000000000000000000000000000000000dEaD';
