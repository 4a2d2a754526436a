import { privateKeyToAccount } from 'viem/accounts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { checkPermit, permitContent } from '#chains/evm/permits/evm-permits.ts';
import type { PermitQuery, PermitTerms, TokenPermits } from '#chains/permits.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';

interface KeyPermits {
  readonly permits: TokenPermits;
  readonly queries: PermitQuery[];
  terms: PermitTerms | undefined;
}

/** Permits of a network whose terms a test sets, and whose contents and signatures are those of real ones. */
export function keyPermits(network: NetworkId): KeyPermits {
  const queries: PermitQuery[] = [];
  const scripted: KeyPermits = {
    queries,
    terms: FIRST,
    permits: {
      readTerms: async (query) => {
        queries.push(query);
        return scripted.terms;
      },
      content: (permit) => permitContent(NETWORKS[network], permit),
      check: (permit, signature) => checkPermit(NETWORKS[network], permit, signature),
    },
  };
  return scripted;
}

/** Those of a key that has signed nothing yet for a token with permits of its own. */
export const FIRST: PermitTerms = {
  kind: 'eip2612',
  nonce: 0n,
  isUsed: false,
  unitsMax: undefined,
};

/** Signs what is offered, as a wallet does that is handed the structured data. */
export async function signPermit(
  permit: unknown,
  { privateKey }: TestAccount = TEST_ACCOUNTS.payer,
): Promise<Hex> {
  const { typedData } = Object(permit);
  return await privateKeyToAccount(privateKey).signTypedData(typedData);
}
