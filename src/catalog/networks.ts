/** The networks of the specification, in its order. */
export const NETWORK_IDS = [
  'mainnet',
  'arbitrum-one',
  'optimism',
  'base',
  'matic',
  'bsc',
  'tron',
  'sepolia',
] as const;

/** How the specification names a network. */
export type NetworkId = (typeof NETWORK_IDS)[number];

/** The kinds of chains: each has one adapter in `chains/`. */
export const CHAIN_FAMILIES = ['evm', 'tron'] as const;

/** A kind of chain. */
export type ChainFamily = (typeof CHAIN_FAMILIES)[number];

/** Whether a text names a kind of chain. */
export function isChainFamily(text: string): text is ChainFamily {
  return text === 'evm' || text === 'tron';
}

/**
 * When a block counts. A number is a depth: 1 means the block itself is enough. A tag is the node's
 * own word, `safe` or `finalized`, with a depth to fall back on where the node serves no such tag.
 */
export type FinalityRule =
  | { readonly by: 'depth'; readonly blocks: number }
  | { readonly by: 'safe_tag' | 'finalized_tag'; readonly fallbackBlocks: number };

/** What payments of large amounts must satisfy beside the rule for all. */
export interface AmountStep {
  /** In whole dollars; the depth applies to payments of this amount and above. */
  readonly fromDollars: bigint;
  readonly rule: FinalityRule;
}

/** Everything that differs between networks, as data. */
export interface Network {
  readonly id: NetworkId;
  /** Its common name. */
  readonly name: string;
  readonly chainId: number;
  readonly family: ChainFamily;
  readonly testnet: boolean;
  readonly nativeCurrency: {
    readonly symbol: string;
    readonly name: string;
    readonly decimals: number;
  };
  /** The address of a block explorer, without a trailing slash. */
  readonly explorerUrl: string;
  /** The key of `paymentOptions` and of `chain`, where the specification has one for this network. */
  readonly sourceChain: string | undefined;
  /** How long a block takes, roughly; only ever shown or used to pace polling. */
  readonly blockTimeMs: number;
  /** When a payment is `confirmed` and settles its link, unless `CONFIRMATIONS_<NETWORK>` says otherwise. */
  readonly confirmed: FinalityRule;
  /** When a payment can no longer be taken back. */
  readonly finalized: FinalityRule;
  /**
   * How old the node's final block may be. If it is older, the node or the network has a
   * problem: its tag is not trusted alone, and an alarm reports it to operators.
   */
  readonly tagAgeMaxMs: number;
  /**
   * From this block on, a block's hash follows from the fields of its header by its family's rule, so that
   * headers can be checked against it; undefined where it never does.
   */
  readonly hashedFrom: bigint | undefined;
}

const ether = { symbol: 'ETH', name: 'Ether', decimals: 18 } as const;
const depth = (blocks: number): FinalityRule => ({ by: 'depth', blocks });
const finalizedTag = (fallbackBlocks: number): FinalityRule => ({
  by: 'finalized_tag',
  fallbackBlocks,
});

const HOUR_MS = 3_600_000;
const TEN_MINUTES_MS = 600_000;

/**
 * Depths follow what exchanges, custodians and indexers publish for each network, the safer end of
 * what is common; docs/operate/networks.md has the table they were chosen from. A tag may be three to
 * four times as old as it usually is: two epochs of 6 minutes on Ethereum, half an hour where a layer
 * posts to Ethereum first, a minute or less on the others.
 */
export const NETWORKS: Readonly<Record<NetworkId, Network>> = {
  mainnet: {
    id: 'mainnet',
    name: 'Ethereum',
    chainId: 1,
    family: 'evm',
    testnet: false,
    nativeCurrency: ether,
    explorerUrl: 'https://etherscan.io',
    sourceChain: 'ETHEREUM',
    blockTimeMs: 12_000,
    confirmed: depth(12),
    finalized: finalizedTag(65),
    tagAgeMaxMs: HOUR_MS,
    hashedFrom: 0n,
  },
  'arbitrum-one': {
    id: 'arbitrum-one',
    name: 'Arbitrum One',
    chainId: 42_161,
    family: 'evm',
    testnet: false,
    nativeCurrency: ether,
    explorerUrl: 'https://arbiscan.io',
    sourceChain: 'ARBITRUM',
    blockTimeMs: 250,
    confirmed: depth(30),
    finalized: finalizedTag(300),
    tagAgeMaxMs: 2 * HOUR_MS,
    // Blocks of the chain before Nitro have hashes of another rule.
    hashedFrom: 22_207_818n,
  },
  optimism: {
    id: 'optimism',
    name: 'Optimism',
    chainId: 10,
    family: 'evm',
    testnet: false,
    nativeCurrency: ether,
    explorerUrl: 'https://optimistic.etherscan.io',
    sourceChain: 'OPTIMISM',
    blockTimeMs: 2_000,
    confirmed: depth(10),
    finalized: finalizedTag(200),
    tagAgeMaxMs: 2 * HOUR_MS,
    hashedFrom: 0n,
  },
  base: {
    id: 'base',
    name: 'Base',
    chainId: 8_453,
    family: 'evm',
    testnet: false,
    nativeCurrency: ether,
    explorerUrl: 'https://basescan.org',
    sourceChain: 'BASE',
    blockTimeMs: 2_000,
    confirmed: depth(10),
    finalized: finalizedTag(200),
    tagAgeMaxMs: 2 * HOUR_MS,
    hashedFrom: 0n,
  },
  matic: {
    id: 'matic',
    name: 'Polygon',
    chainId: 137,
    family: 'evm',
    testnet: false,
    nativeCurrency: { symbol: 'POL', name: 'POL', decimals: 18 },
    explorerUrl: 'https://polygonscan.com',
    sourceChain: 'POLYGON',
    blockTimeMs: 2_000,
    confirmed: finalizedTag(127),
    finalized: finalizedTag(200),
    tagAgeMaxMs: TEN_MINUTES_MS,
    hashedFrom: 0n,
  },
  bsc: {
    id: 'bsc',
    name: 'BNB Smart Chain',
    chainId: 56,
    family: 'evm',
    testnet: false,
    nativeCurrency: { symbol: 'BNB', name: 'BNB', decimals: 18 },
    explorerUrl: 'https://bscscan.com',
    sourceChain: 'BNB',
    blockTimeMs: 750,
    confirmed: finalizedTag(15),
    finalized: finalizedTag(96),
    tagAgeMaxMs: TEN_MINUTES_MS,
    hashedFrom: 0n,
  },
  tron: {
    id: 'tron',
    name: 'Tron',
    chainId: 728_126_428,
    family: 'tron',
    testnet: false,
    nativeCurrency: { symbol: 'TRX', name: 'TRX', decimals: 6 },
    explorerUrl: 'https://tronscan.org/#',
    sourceChain: undefined,
    blockTimeMs: 3_000,
    // The solidified view of the chain never rolls back; it is some 19 blocks behind the head.
    confirmed: finalizedTag(20),
    finalized: finalizedTag(20),
    tagAgeMaxMs: TEN_MINUTES_MS,
    // The first block is given by the protocol; its id is no hash.
    hashedFrom: 1n,
  },
  sepolia: {
    id: 'sepolia',
    name: 'Sepolia',
    chainId: 11_155_111,
    family: 'evm',
    testnet: true,
    nativeCurrency: ether,
    explorerUrl: 'https://sepolia.etherscan.io',
    sourceChain: undefined,
    blockTimeMs: 12_000,
    confirmed: depth(3),
    finalized: finalizedTag(65),
    tagAgeMaxMs: 2 * HOUR_MS,
    hashedFrom: 0n,
  },
};

/** Whether a text is the id of a listed network. */
export function isNetworkId(text: string): text is NetworkId {
  return Object.hasOwn(NETWORKS, text);
}

/** How the specification names the networks from which a payment may come. */
export const SOURCE_CHAINS = Object.values(NETWORKS).flatMap(
  ({ sourceChain }) => sourceChain ?? [],
);

/** The network that the specification names so where a payment comes from it; undefined for another text. */
export function networkOfSourceChain(sourceChain: string): Network | undefined {
  return Object.values(NETWORKS).find((network) => network.sourceChain === sourceChain);
}

/** The network with this chain id, if it is listed. */
export function networkByChainId(chainId: number): Network | undefined {
  return Object.values(NETWORKS).find((network) => network.chainId === chainId);
}

/**
 * A transaction's hash as wallets and explorers of the network write it: with `0x` but for Tron. Takes
 * either form; `network` is an id, and the hash of an unknown one stays as it is.
 */
export function writtenHash(network: string, transactionHash: string): string {
  const digits = transactionHash.replace(/^0x/, '');
  if (!isNetworkId(network)) return transactionHash;
  return NETWORKS[network].family === 'tron' ? digits : `0x${digits}`;
}

/** The URL of a transaction in the network's explorer. */
export function explorerTransactionUrl(network: Network, transactionHash: string): string {
  const path = network.family === 'tron' ? 'transaction' : 'tx';
  return `${network.explorerUrl}/${path}/${writtenHash(network.id, transactionHash)}`;
}
