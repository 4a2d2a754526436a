import { ESCROWS, hasEscrow } from '#catalog/escrows.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { recurringProxyOf } from '#catalog/recurring-proxies.ts';
import type { Config, ConfigProblem } from '#platform/config/config.ts';
import { networkSuffix } from '#platform/config/network-schema.ts';
import { networkIdOf } from './network-id-of.ts';

const SPENDERS: ReadonlyMap<string, string> = new Map(Object.entries(PAYMENT_INTENT_SPENDERS));

/**
 * Contracts that the settings name and that are not of this release. Whoever is named there is signed for: the address of
 * this release follows from the code, so it is no account of somebody and no other contract.
 */
export function findSpenderProblems({
  spenders,
  recurringProxies,
}: Pick<Config['relayer'], 'spenders' | 'recurringProxies'>): ConfigProblem[] {
  return [...findIntentSpenders(spenders), ...findUnusedProxies(recurringProxies)];
}

/** The operator's own contract may be at any address; the chain is asked what it is before it is used. */
function findUnusedProxies(proxies: ReadonlyMap<string, string>): ConfigProblem[] {
  return [...proxies].flatMap(([network, value]) => {
    if (recurringProxyOf(network) !== undefined) return [];
    const problem = 'has no effect: there are no recurring payouts there';
    return [{ setting: `RECURRING_PROXY_${networkSuffix(network)}`, value, problem }];
  });
}

function findIntentSpenders(spenders: ReadonlyMap<string, string>): ConfigProblem[] {
  return [...spenders].flatMap(([network, value]) => {
    const known = SPENDERS.get(network);
    if (known === value) return [];
    const problem =
      known === undefined
        ? 'has no effect: payments there are not signed in this form'
        : `must be ${known}, where the contract of this release is once it is deployed`;
    return [{ setting: `PERMIT_SPENDER_${networkSuffix(network)}`, value, problem }];
  });
}

/** Collectors that the settings name where this release knows them, or where there is no escrow. */
export function findCollectorProblems({
  escrowCollectors,
}: Pick<Config, 'escrowCollectors'>): ConfigProblem[] {
  return [...escrowCollectors.keys()].flatMap((id) => {
    const network = networkIdOf(id);
    if (hasEscrow(network) && ESCROWS[network].collectors === undefined) return [];
    const problem = hasEscrow(network)
      ? 'has no effect: this release names the published collectors there'
      : 'has no effect: there is no escrow there';
    return [{ setting: `ESCROW_COLLECTORS_${networkSuffix(id)}`, value: '', problem }];
  });
}
