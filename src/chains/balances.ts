import type { ResourcePrices, Spender } from './signing.ts';

/** A token to look up of a wallet, and towards which contract. */
export interface TokenBalanceQuery {
  readonly tokenAddress: string;
  readonly spender: Spender;
}

/** A wallet's balance of a token and its allowance. */
export interface TokenBalance {
  readonly balanceUnits: bigint;
  /** What the wallet lets the spender take of the token. */
  readonly allowanceUnits: bigint;
}

/** A wallet's balances and allowances, all of one block. */
export interface PayerBalances {
  readonly nativeBalanceUnits: bigint;
  /** What `networkFeeUnits` reckons with. */
  readonly resources: ResourcePrices;
  /** In the order of the query. */
  readonly tokens: readonly TokenBalance[];
}

/** A plain transfer to simulate. */
export interface TransferSimulation {
  /** Undefined for the native coin. */
  readonly tokenAddress: string | undefined;
  readonly payeeAddress: string;
  readonly units: bigint;
}

/** The result of a simulated transfer; `unknown` if no node answers. */
export type TransferSimulationResult = 'accepted' | 'refused' | 'unknown';
