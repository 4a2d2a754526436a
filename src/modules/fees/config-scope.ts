import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import {
  findPartnerLink,
  orchestratorOfActor,
  recordForBoth,
} from '#modules/orchestrators/index.ts';
import type { FeeConfig } from './model/fee-config.ts';
import type { ConfigScope } from './store.ts';

/** The scope that a partner names, and whose logs report what is done to it. */
export interface NamedScope extends ConfigScope {
  /** The partner's. */
  readonly accountId: string;
  /** The public text of an override's client ID. */
  readonly clientId: string | null;
  /** The partner's account and, of an override, the platform's. */
  readonly accountIds: readonly string[];
}

/**
 * The calling partner's defaults, or its overrides for a client ID that is named. Refuses (404) one
 * that is not linked to it.
 */
export async function scopeOf(ctx: Context, clientId: string | undefined): Promise<NamedScope> {
  const { orchestratorId, accountId } = orchestratorOfActor(ctx);
  const own = { orchestratorId, accountId };
  if (clientId === undefined) {
    return { ...own, clientIdId: null, clientId: null, accountIds: [accountId] };
  }
  const link = await findPartnerLink(ctx, clientId);
  const { clientIdId } = link;
  return { ...own, clientIdId, clientId, accountIds: [link.accountId, accountId] };
}

/** Records what was done to a config: for the partner, and for the platform that it is for. */
export async function recordConfig(
  ctx: Context,
  action: 'created' | 'updated' | 'disabled',
  { scope, config }: { readonly scope: NamedScope; readonly config: FeeConfig },
): Promise<void> {
  const { bps, usdCap, flow, feeBearer, status } = config;
  const { evmRecipientAddress, tronRecipientAddress } = config;
  await recordForBoth(ctx, {
    accountIds: scope.accountIds,
    action: `fee_config.${action}`,
    object: { kind: 'fee_config', id: config.id },
    details: {
      orchestratorId: scope.orchestratorId,
      clientId: scope.clientId,
      flow,
      feeBearer,
      bps,
      usdCap,
      evmRecipientAddress,
      tronRecipientAddress,
      status,
    },
  });
}

/** 404: a config that does not exist, is somebody else's or of another scope. */
export function feeConfigNotFound(): Refusal {
  return new Refusal('fee_config_not_found', 404, 'Fee config not found');
}
