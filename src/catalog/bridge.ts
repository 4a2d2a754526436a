import type { NetworkId } from './networks.ts';

/** The contracts of LI.FI and Across on a network, by their published names, and what a route may call there. */
export interface BridgeContracts {
  /** Takes the payer's tokens and starts the bridge. */
  readonly diamond: string;
  /** Runs the embedded call on the destination. */
  readonly executor: string;
  /** Gets the tokens on the destination, and gives them to the executor or to the fallback address. */
  readonly receiver: string;
  /** Holds deposits, and pays them out on the destination. */
  readonly spokePool: string;
  /** Sends a route's fees to their receivers, before the bridge. */
  readonly feeForwarder: string;
  /** Swaps tokens before the bridge; undefined where no exchange is known whose calls are decoded. */
  readonly swapRouter: string | undefined;
}

/** The networks of the bridge, by their ids. */
export type BridgeNetworkId = Exclude<NetworkId, 'sepolia' | 'tron'>;

const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE';
/** Since August 2026; what was used before it is refused. */
const FEE_FORWARDER = '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd';
/** Uniswap's first router of version 3, whose calls name their deadline. */
const SWAP_ROUTER = '0xE592427A0AEce92De3Edee1F18E0157C05861564';
const COMMON_EXECUTOR = '0x2dfaDAB8266483beD9Fd9A292Ce56596a2D1378D';
const COMMON_RECEIVER = '0x33b255b5db44A78c34381f89f1a454bc0Ef49871';

const SHARED = { diamond: DIAMOND, feeForwarder: FEE_FORWARDER };

/** Where the contracts stand on each public network, as their publishers name them in their repositories. */
export const BRIDGES: Readonly<Record<BridgeNetworkId, BridgeContracts>> = {
  mainnet: {
    ...SHARED,
    executor: '0xd9B2Da9C45b118e4e93A004FB1452bCDB6cC0E88',
    receiver: '0x07Cc0a0b41641D349240e1988169Fa11b31FC24E',
    spokePool: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
    swapRouter: SWAP_ROUTER,
  },
  'arbitrum-one': {
    ...SHARED,
    executor: COMMON_EXECUTOR,
    receiver: COMMON_RECEIVER,
    spokePool: '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A',
    swapRouter: SWAP_ROUTER,
  },
  optimism: {
    ...SHARED,
    executor: '0xC9E66aa9b08EB667e450e072E96F7086AD9f2c91',
    receiver: '0xe417AD5eb9e919567620A48B3757cc182cCdf9e4',
    spokePool: '0x6f26Bf09B1C792e3228e5467807a900A503c0281',
    swapRouter: SWAP_ROUTER,
  },
  base: {
    ...SHARED,
    executor: '0x4DaC9d1769b9b304cb04741DCDEb2FC14aBdF110',
    receiver: COMMON_RECEIVER,
    spokePool: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
    swapRouter: undefined,
  },
  matic: {
    ...SHARED,
    executor: COMMON_EXECUTOR,
    receiver: COMMON_RECEIVER,
    spokePool: '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096',
    swapRouter: SWAP_ROUTER,
  },
  bsc: {
    ...SHARED,
    executor: COMMON_EXECUTOR,
    receiver: COMMON_RECEIVER,
    spokePool: '0x4e8E101924eDE233C13e2D8622DC8aED2872d505',
    swapRouter: undefined,
  },
};

/** Whether payments can be bridged from and to a network. */
export function hasBridge(network: NetworkId): network is BridgeNetworkId {
  return Object.hasOwn(BRIDGES, network);
}

/** The symbols that a payment from another network can be made in, in the specification's order. */
export const SOURCE_SYMBOLS = ['USDC', 'USDT', 'EURC', 'USDT0'] as const;
