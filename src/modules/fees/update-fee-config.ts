import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { feeConfigNotFound, recordConfig, scopeOf } from './config-scope.ts';
import {
  type ConfigTerms,
  readConfigTerms,
  type ShownFeeConfig,
  showFeeConfig,
} from './model/fee-config.ts';
import { lockFeeConfig, updateFeeConfigTerms } from './store.ts';

/** What is to change; what is left out stays. */
export type ConfigChange = {
  readonly [Name in keyof ConfigTerms]?: ConfigTerms[Name] | undefined;
};

/** Which config is meant; an override is named with its client ID. */
export interface NamedConfig {
  readonly id: string;
  readonly clientId?: string | undefined;
}

/**
 * Changes a config for payments that are created from now on. Refuses (400) terms that are none, and
 * (404) a config that is not the partner's or not of that client ID.
 */
export async function updateFeeConfig(
  ctx: Context,
  named: NamedConfig,
  change: ConfigChange,
): Promise<ShownFeeConfig> {
  return await changeConfig(ctx, named, { change, action: 'updated' });
}

/** Changes a config and records what was done. */
export async function changeConfig(
  ctx: Context,
  { id, clientId }: NamedConfig,
  { change, action }: { readonly change: ConfigChange; readonly action: 'updated' | 'disabled' },
): Promise<ShownFeeConfig> {
  return await transact(ctx, async (ctx) => {
    const scope = await scopeOf(ctx, clientId);
    const found = await lockFeeConfig(ctx, { ...scope, id });
    if (found === undefined) throw feeConfigNotFound();
    if (action === 'disabled' && found.status === 'disabled') {
      return showFeeConfig(found, scope.clientId);
    }
    const terms = readConfigTerms({
      bps: chosen(change.bps, found.bps),
      status: chosen(change.status, found.status),
      usdCap: chosen(change.usdCap, found.usdCap),
      evmRecipientAddress: chosen(change.evmRecipientAddress, found.evmRecipientAddress),
      tronRecipientAddress: chosen(change.tronRecipientAddress, found.tronRecipientAddress),
    });
    const config = { ...found, ...terms, updatedAt: ctx.now() };
    await updateFeeConfigTerms(ctx, id, { terms, updatedAt: config.updatedAt });
    await recordConfig(ctx, action, { scope, config });
    return showFeeConfig(config, scope.clientId);
  });
}

/** What is left out stays; null is a choice. */
function chosen<T>(input: T | undefined, found: T): T {
  return input === undefined ? found : input;
}
