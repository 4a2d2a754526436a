/** The terms of a request, as far as a transfer must meet them. */
export interface MatchTerms {
  readonly network: string;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
}

/** What a transfer was seen to be, with addresses in the form in which requests keep them. */
export interface MatchedFacts extends MatchTerms {
  readonly proxyAddress: string;
  readonly creditedUnits: bigint;
}

/** Why a transfer that names one of our references credits nothing. */
export type Suspicion =
  | 'foreign_proxy'
  | 'wrong_network'
  | 'foreign_token'
  | 'wrong_payee'
  | 'nothing_arrived';

/**
 * Whether a transfer pays a request: undefined when it does, else the first reason why not.
 *
 * Anybody can make the proxy name any reference with any token, and any contract can imitate the
 * proxy's event; only the right token reaching the right payee through the known proxy counts.
 */
export function suspicionOf(
  facts: MatchedFacts,
  terms: MatchTerms,
  proxyAddress: string,
): Suspicion | undefined {
  if (facts.proxyAddress !== proxyAddress) return 'foreign_proxy';
  if (facts.network !== terms.network) return 'wrong_network';
  if (facts.tokenAddress !== terms.tokenAddress) return 'foreign_token';
  if (facts.payeeAddress !== terms.payeeAddress) return 'wrong_payee';
  if (facts.creditedUnits <= 0n) return 'nothing_arrived';
  return undefined;
}
