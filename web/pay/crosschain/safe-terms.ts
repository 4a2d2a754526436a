import type { Provider } from '../../wallet/provider.ts';
import type { Payer } from '../page-state.ts';
import { loadSafe } from '../safe-part.ts';
import type { BridgePlan } from './bridge-plan.ts';
import type { RouteSource } from './source-options.ts';

/** How a Safe signs a route. */
export interface SafeTerms {
  /** Until when it can be executed, in milliseconds since 1970. */
  readonly until: number;
  /** Whether its owners sign one after another; else its wallet executes it at once. */
  readonly isProposed: boolean;
  /** To whom returns what does not arrive. */
  readonly refundTo: string;
}

/** Reads them; undefined where an answer is none for a Safe. */
export async function readSafeTerms(
  provider: Provider | undefined,
  {
    payer,
    source,
    body,
    plan,
  }: {
    readonly payer: Payer;
    readonly source: RouteSource;
    /** The API's answer, and what was read of it. */
    readonly body: unknown;
    readonly plan: BridgePlan;
  },
): Promise<SafeTerms | undefined> {
  const { deadlineOf, thresholdOf } = await loadSafe();
  const named = deadlineOf(body);
  if (named === undefined) return undefined;
  const { readAccount } = await import('../../wallet/capabilities.ts');
  const { together } = await readAccount(provider, payer, { chainId: source.network.chainId });
  return {
    until: Math.min(named, plan.deadline),
    isProposed: thresholdOf(body) !== 1 || together !== 'supported',
    refundTo: source.refundWallet ?? payer.address,
  };
}
