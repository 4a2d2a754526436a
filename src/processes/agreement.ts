import type { Config } from '#platform/config/config.ts';
import { countOwners } from '#platform/config/count-owners.ts';
import { networkSuffix } from '#platform/config/network-schema.ts';

/** Where two nodes can be compared, no single one is trusted unless a setting says so. */
const NODES_BY_DEFAULT = 2;

/** How many nodes of a network must agree on a payment, and how many there are. */
export interface AgreementRule {
  /** Undefined where the word of one is enough. */
  readonly needed: number | undefined;
  /** URLs of HTTP, of which those of one domain are one. */
  readonly nodes: number;
}

/** The settings of a network, or by default what its nodes allow. */
export function agreementFor(
  { agreement }: Pick<Config, 'agreement'>,
  rpcUrls: ReadonlyMap<string, readonly string[]>,
  networkId: string,
): AgreementRule {
  const nodes = countOwners(rpcUrls.get(networkId) ?? []);
  const set = agreement.get(networkId);
  if (set === 'off') return { needed: undefined, nodes };
  return { needed: set ?? (nodes >= NODES_BY_DEFAULT ? NODES_BY_DEFAULT : undefined), nodes };
}

/** Logs what a payment of a network needs, and why where the answer of one node is enough. */
export function sayAgreement({ needed, nodes }: AgreementRule, networkId: string): string {
  if (needed !== undefined) return `${needed} of ${nodes} nodes must agree before a payment counts`;
  const suffix = networkSuffix(networkId);
  const why =
    nodes < NODES_BY_DEFAULT
      ? `RPC_URL_${suffix} names no second one (URLs of one domain are one node)`
      : `AGREEMENT_${suffix} turns agreement off`;
  return `the word of one node is enough: ${why}`;
}
