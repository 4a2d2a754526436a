import type { Context } from '#context.ts';
import type { ShownFeeConfig } from './model/fee-config.ts';
import { changeConfig, type NamedConfig } from './update-fee-config.ts';

/**
 * Takes a config out of use for payments that are created from now on; it keeps its place, and may
 * be made active again. Doing so twice changes nothing. Refuses (404) as changing one does.
 */
export async function disableFeeConfig(ctx: Context, named: NamedConfig): Promise<ShownFeeConfig> {
  return await changeConfig(ctx, named, { change: { status: 'disabled' }, action: 'disabled' });
}
