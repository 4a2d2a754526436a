import { safeMessages as messages } from '../messages/en/safe.ts';

/** How the API and the Safe app name a network. */
export interface SafeNetwork {
  /** In reports of payers; undefined where the API takes none. */
  readonly sourceChain?: 'ETHEREUM' | 'ARBITRUM' | 'OPTIMISM' | 'BASE' | 'POLYGON' | 'BNB';
  /** In front of addresses (EIP-3770). */
  readonly shortName: string;
}

/** By chain id. */
export const SAFE_NETWORKS: Readonly<Record<number, SafeNetwork>> = {
  1: { sourceChain: 'ETHEREUM', shortName: 'eth' },
  10: { sourceChain: 'OPTIMISM', shortName: 'oeth' },
  56: { sourceChain: 'BNB', shortName: 'bnb' },
  100: { shortName: 'gno' },
  137: { sourceChain: 'POLYGON', shortName: 'matic' },
  8453: { sourceChain: 'BASE', shortName: 'base' },
  42161: { sourceChain: 'ARBITRUM', shortName: 'arb1' },
  42220: { shortName: 'celo' },
  43114: { shortName: 'avax' },
  11155111: { shortName: 'sep' },
};

/** Why a proposal on this chain holds nobody back: it was not proved yet, or never will be. */
export function unheldText(chainId: number | undefined): string {
  const { sourceChain } = SAFE_NETWORKS[chainId ?? 0] ?? {};
  return sourceChain === undefined ? messages.notFollowed : messages.unheld;
}
