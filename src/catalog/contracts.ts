import type { NetworkId } from './networks.ts';

/** The audited contracts that carry payments, by their published names. */
export interface NetworkContracts {
  /** Pays ERC-20 (on Tron: TRC-20) tokens with a reference and a fee. */
  readonly erc20FeeProxy: string;
  /** Pays the native coin with a reference and a fee. */
  readonly ethereumFeeProxy: string | undefined;
}

const MATIC_LIKE = '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9';
const MAINNET_NATIVE = '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8';
const OPTIMISM_LIKE = '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE';
const OPTIMISM_NATIVE = '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687';

/**
 * Where the contracts stand on each public network: version 0.2.0 of the fee proxies, as the
 * published artifacts of the Request Network contracts name them. `scripts/make-contracts.ts`
 * compares this table with those artifacts.
 */
export const CONTRACTS: Readonly<Record<NetworkId, NetworkContracts>> = {
  mainnet: {
    erc20FeeProxy: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
    ethereumFeeProxy: MAINNET_NATIVE,
  },
  'arbitrum-one': { erc20FeeProxy: MATIC_LIKE, ethereumFeeProxy: MAINNET_NATIVE },
  optimism: { erc20FeeProxy: OPTIMISM_LIKE, ethereumFeeProxy: OPTIMISM_NATIVE },
  base: {
    erc20FeeProxy: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
    ethereumFeeProxy: '0xd9C3889eB8DA6ce449bfFE3cd194d08A436e96f2',
  },
  matic: { erc20FeeProxy: MATIC_LIKE, ethereumFeeProxy: MAINNET_NATIVE },
  bsc: { erc20FeeProxy: MATIC_LIKE, ethereumFeeProxy: MAINNET_NATIVE },
  tron: { erc20FeeProxy: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd', ethereumFeeProxy: undefined },
  sepolia: { erc20FeeProxy: OPTIMISM_LIKE, ethereumFeeProxy: OPTIMISM_NATIVE },
};

/** Where a fee of zero goes: the address that the public API puts into calldata without a fee. */
export const NO_FEE_ADDRESS = '0x000000000000000000000000000000000000dEaD';
