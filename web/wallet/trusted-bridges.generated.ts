// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.
import type { TrustedBridge } from './trusted-network.ts';

/** The bridge of each network that has one. */
export const TRUSTED_BRIDGES: Readonly<Record<string, TrustedBridge>> = {
  mainnet: {
    sourceChain: 'ETHEREUM',
    diamond: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    receiver: '0x07Cc0a0b41641D349240e1988169Fa11b31FC24E',
    feeForwarder: '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd',
    swapRouter: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    sources: { USDC: 'USDC-mainnet', USDT: 'USDT-mainnet', EURC: 'EURC-mainnet' },
  },
  'arbitrum-one': {
    sourceChain: 'ARBITRUM',
    diamond: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    receiver: '0x33b255b5db44A78c34381f89f1a454bc0Ef49871',
    feeForwarder: '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd',
    swapRouter: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    sources: { USDC: 'USDC-arbitrum-one', USDT: 'USDT-arbitrum-one', USDT0: 'USDT-arbitrum-one' },
  },
  optimism: {
    sourceChain: 'OPTIMISM',
    diamond: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    receiver: '0xe417AD5eb9e919567620A48B3757cc182cCdf9e4',
    feeForwarder: '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd',
    swapRouter: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    sources: { USDC: 'USDC-optimism', USDT: 'USDT-optimism', USDT0: 'USDT-optimism' },
  },
  base: {
    sourceChain: 'BASE',
    diamond: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    receiver: '0x33b255b5db44A78c34381f89f1a454bc0Ef49871',
    feeForwarder: '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd',
    sources: { USDC: 'USDC-base', USDT: 'USDT-base', EURC: 'EURC-base' },
  },
  matic: {
    sourceChain: 'POLYGON',
    diamond: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    receiver: '0x33b255b5db44A78c34381f89f1a454bc0Ef49871',
    feeForwarder: '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd',
    swapRouter: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    sources: { USDC: 'USDC-matic', USDT: 'USDT-matic', USDT0: 'USDT-matic' },
  },
  bsc: {
    sourceChain: 'BNB',
    diamond: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    receiver: '0x33b255b5db44A78c34381f89f1a454bc0Ef49871',
    feeForwarder: '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd',
    sources: { USDC: 'USDC-bsc', USDT: 'USDT-bsc' },
  },
};

/** The tokens that count one to one as dollars. */
export const DOLLARS: readonly string[] = ['USDC', 'USDT', 'DAI', 'FAU'];
