import type { Context } from '#context.ts';
import { scopeOf } from './config-scope.ts';
import { type ShownFeeConfig, showFeeConfig } from './model/fee-config.ts';
import { findFeeConfigs } from './store.ts';

/**
 * The calling partner's default configs, or its overrides for a client ID that is named, oldest
 * first and disabled ones included. Refuses (404) a client ID that is not linked to it.
 */
export async function listFeeConfigs(
  ctx: Context,
  { clientId }: { readonly clientId?: string | undefined },
): Promise<ShownFeeConfig[]> {
  const scope = await scopeOf(ctx, clientId);
  const configs = await findFeeConfigs(ctx, scope);
  return configs.map((config) => showFeeConfig(config, scope.clientId));
}
