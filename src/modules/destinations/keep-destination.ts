import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type AccessPolicy, writePolicy } from './model/access-policy.ts';
import type { DestinationId } from './model/destination-id.ts';
import { payableCurrency } from './model/payable-token.ts';
import type { PayeeDestination } from './model/payee-destination.ts';
import {
  endDestination,
  findActive,
  findOwn,
  lockAccount,
  upsertDestination,
} from './store/destinations.ts';

/** A destination that is to be the active one of its wallet. */
export interface DestinationToKeep {
  readonly accountId: string;
  readonly destination: DestinationId;
  /** Left out, the policy that holds for the wallet until now stays. */
  readonly accessPolicy?: AccessPolicy | undefined;
  readonly claimed: boolean;
  /** As read just now; undefined leaves what is stored. */
  readonly walletType: PayeeDestination['walletType'] | undefined;
  readonly action: 'payee_destination.registered' | 'payee_destination.updated';
  /** The wallet whose destination moves to another wallet, where that one has none to replace. */
  readonly movedFrom?: string | undefined;
}

/**
 * Makes a destination the one active of its wallet, in place of another one, and records it. What
 * the account had before becomes active again and keeps its row.
 *
 * Refuses (400) a token that cannot be paid, and (404) to update where the wallet has none active.
 */
export async function keepDestination(
  ctx: Context,
  kept: DestinationToKeep,
): Promise<PayeeDestination> {
  const { accountId, destination } = kept;
  const { walletAddress } = destination;
  const currency = payableCurrency(destination, 'tokenAddress');
  return await transact(ctx, async (ctx) => {
    await lockAccount(ctx, accountId);
    const replaced = await findReplaced(ctx, kept);
    if (replaced === undefined && kept.action === 'payee_destination.updated') {
      throw noActiveDestination();
    }
    const before = replaced ?? (await findOwn(ctx, { accountId, destinationId: destination.text }));
    const policy = kept.accessPolicy ?? before?.accessPolicy ?? null;
    const row = {
      id: ctx.newOrderedId(),
      account_id: accountId,
      destination_id: destination.text,
      network: destination.network.id,
      wallet_address: walletAddress,
      token_address: destination.tokenAddress,
      currency_id: currency.id,
      ...(kept.walletType !== undefined && { wallet_type: kept.walletType }),
      access_policy: policy && writePolicy(policy),
      claimed: kept.claimed,
      active: true,
      created_at: ctx.now(),
    };
    if (replaced !== undefined && replaced.destinationId !== row.destination_id) {
      await endDestination(ctx, replaced.id);
    }
    const stored = await upsertDestination(ctx, row);
    await recordAudit(ctx, {
      accountId,
      action: kept.action,
      object: { kind: 'payee_destination', id: stored.id },
      details: { destinationId: stored.destinationId, replaced: replaced?.destinationId ?? null },
    });
    return stored;
  });
}

async function findReplaced(
  ctx: Context,
  { accountId, destination, movedFrom }: DestinationToKeep,
): Promise<PayeeDestination | undefined> {
  const { walletAddress } = destination;
  const own = await findActive(ctx, { accountId, walletAddress });
  if (own !== undefined || movedFrom === undefined) return own;
  return await findActive(ctx, { accountId, walletAddress: movedFrom });
}

/** 404: there is nothing to update. */
export function noActiveDestination(): Refusal {
  return new Refusal('destination_not_found', 404, 'This wallet has no active payee destination');
}
