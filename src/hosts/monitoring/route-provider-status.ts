import type { Context } from '#context.ts';
import type { CallObservation } from '#providers/observe-calls.ts';

/** The route provider, as the reporting process has observed it. */
export interface RouteProviderStatus extends CallObservation {
  readonly name: string;
}

/** What operators see of the route provider; null where none is configured. */
export function routeProviderStatus({
  routes,
}: Pick<Context, 'routes'>): RouteProviderStatus | null {
  const observed = routes?.observed?.();
  return routes === undefined || observed === undefined ? null : { name: routes.name, ...observed };
}

/** A transaction that no network has. */
const NO_TRANSACTION = `0x${'11'.repeat(32)}` as const;

/** Asks the route provider for something that it answers at once, so that a process that has not used it can report on it. */
export async function probeRouteProvider({
  routes,
  chains,
}: Pick<Context, 'routes' | 'chains'>): Promise<void> {
  const source = chains.all.find(({ bridge }) => bridge !== undefined);
  if (routes === undefined || source === undefined) return;
  const sourceChainId = source.network.chainId;
  await routes.readStatus({ sourceChainId, transactionHash: NO_TRANSACTION });
}
