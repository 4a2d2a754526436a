import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { accountBlocked } from '#platform/http/authentication-errors.ts';
import type { FoundClientId } from '#platform/http/credentials.ts';
import { isRateTier } from '#platform/http/rate-limit.ts';
import { isClientId } from './model/client-id.ts';
import { feeThatWins } from './model/fee-terms.ts';
import { isUseDue } from './model/last-use.ts';
import { canPayAnyPayee } from './model/payees.ts';
import { isClientIdStatus } from './model/status.ts';
import { findClientIdRow, noteUse } from './store/credentials.ts';

/**
 * The client ID with this text, whatever its status, and what it brings along; undefined when there
 * is none. Refuses (403) one of a blocked account.
 */
export async function findClientId(ctx: Context, raw: string): Promise<FoundClientId | undefined> {
  if (!isClientId(raw)) return undefined;
  const found = await findClientIdRow(ctx, raw);
  if (found === undefined) return undefined;
  if (found.blocked !== null) throw accountBlocked();
  const { status, rate_tier: rateTier } = found;
  invariant(isClientIdStatus(status), `no client ID may be "${status}"`);
  invariant(isRateTier(rateTier), `no rate tier is called "${rateTier}"`);
  if (isUseDue(found.last_used_at, ctx.now())) await noteUse(ctx, 'client_id', found.id);
  return {
    accountId: found.account_id,
    clientIdId: found.id,
    clientId: found.client_id,
    allowedDomains: found.allowed_domains,
    status,
    rateTier,
    boundDestinationId: found.bound_destination_id ?? undefined,
    canPayAnyPayee: canPayAnyPayee(ctx.settings.mode, found.can_pay_any_payee),
    defaultFee: feeThatWins({ percentage: found.fee_percentage, address: found.fee_address }),
    linkedTo: found.orchestrator_id ?? undefined,
    ...(found.purpose === 'page' && { payersOnly: true }),
  };
}
