import type { Provider } from '../../wallet/provider.ts';
import type { Payer } from '../page-state.ts';
import { loadSafe } from '../safe-part.ts';
import type { BridgePlan } from './bridge-plan.ts';
import type { SafeTerms } from './route-state.ts';
import type { RouteSource } from './source-options.ts';

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
  const isOfOne = thresholdOf(body) === 1;
  return {
    until: Math.min(named, plan.deadline),
    isOfOne,
    isProposed: await readIsProposed(provider, { payer, source, isOfOne }),
    refundTo: source.refundWallet ?? payer.address,
  };
}

/** The same after the wallet has switched its network: some say only then what they can do there. */
export async function renewSafeTerms(
  provider: Provider,
  {
    payer,
    source,
    safe,
  }: { readonly payer: Payer; readonly source: RouteSource; readonly safe: SafeTerms },
): Promise<SafeTerms> {
  const { isOfOne } = safe;
  return { ...safe, isProposed: await readIsProposed(provider, { payer, source, isOfOne }) };
}

async function readIsProposed(
  provider: Provider | undefined,
  {
    payer,
    source,
    isOfOne,
  }: {
    readonly payer: Payer;
    readonly source: RouteSource;
    readonly isOfOne: boolean;
  },
): Promise<boolean> {
  if (!isOfOne) return true;
  const { readAccount } = await import('../../wallet/capabilities.ts');
  const { together } = await readAccount(provider, payer, { chainId: source.network.chainId });
  return together !== 'supported';
}
