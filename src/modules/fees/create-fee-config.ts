import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { recordConfig, scopeOf } from './config-scope.ts';
import {
  type ConfigBearer,
  type ConfigFlow,
  type ConfigTerms,
  readConfigTerms,
  type ShownFeeConfig,
  showFeeConfig,
} from './model/fee-config.ts';
import { insertFeeConfig } from './store.ts';

/** A config that a partner wants. */
export interface CreateFeeConfigInput extends ConfigTerms {
  readonly flow: ConfigFlow;
  readonly feeBearer: ConfigBearer;
  /** A linked client ID; left out, the default of all. */
  readonly clientId?: string | undefined;
}

/**
 * Adds what a partner takes of payments from now on: of all that it creates, or of those with one
 * client ID, where it replaces the default with the same flow and bearer.
 *
 * Refuses (400) terms that are none, (404) a client ID that is not linked, and (409) a second config
 * of the same scope, flow and bearer.
 */
export async function createFeeConfig(
  ctx: Context,
  input: CreateFeeConfigInput,
): Promise<ShownFeeConfig> {
  const terms = readConfigTerms(input);
  return await transact(ctx, async (ctx) => {
    const scope = await scopeOf(ctx, input.clientId);
    const now = ctx.now();
    const config = {
      ...terms,
      id: ctx.newOrderedId(),
      orchestratorId: scope.orchestratorId,
      clientIdId: scope.clientIdId,
      flow: input.flow,
      feeBearer: input.feeBearer,
      createdAt: now,
      updatedAt: now,
    };
    const added = await insertFeeConfig(ctx, { ...config, accountId: scope.accountId });
    if (!added) throw feeConfigExists();
    await recordConfig(ctx, 'created', { scope, config });
    return showFeeConfig(config, scope.clientId);
  });
}

/** 409: the scope has a config of this flow and bearer. */
export function feeConfigExists(): Refusal {
  const message =
    'There is a fee config of this flow and bearer already, active or disabled; change that one';
  return new Refusal('fee_config_exists', 409, message);
}
