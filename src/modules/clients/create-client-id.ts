import type { Context } from '#context.ts';
import { personOf } from '#kit/actor.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { checkStillMember } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { bindDestination } from './bind-destination.ts';
import { parseAllowedDomains } from './model/allowed-domain.ts';
import { makeClientId } from './model/client-id.ts';
import { readFeeTerms, readOperatorWallet } from './model/fee-terms.ts';
import { type ShownClientId, secondsToStore, showClientId } from './model/shown-client-id.ts';
import { countClientIds, insertClientId, lockAccount } from './store/clients.ts';

/**
 * How many client IDs an account may have, those that were revoked included: its list has one page.
 * An estimate: enough for an account with many shops.
 */
const CLIENT_IDS_PER_ACCOUNT_MAX = 1_000;

/** What a client ID is to be like. */
interface CreateClientIdInput {
  readonly accountId: string;
  readonly label: string;
  /** Origins it may be used from in a browser; none makes it a backend client ID. */
  readonly allowedDomains: readonly string[];
  readonly feePercentage?: string | undefined;
  readonly feeAddress?: string | undefined;
  readonly operatorWalletAddress?: string | undefined;
  /** Seconds. */
  readonly defaultPreApprovalExpiry?: number | undefined;
  /** Seconds. */
  readonly defaultAuthorizationExpiry?: number | undefined;
  /** Left out, as the mode has it. */
  readonly canPayAnyPayee?: boolean | undefined;
  /** The row of the account's destination that its links are paid to. */
  readonly payeeDestinationId?: string | undefined;
  /** The same as ERC-7828 text, for callers who have no rows. */
  readonly destinationId?: string | undefined;
}

/**
 * Makes an active client ID. Refuses (400) allowed domains that are not origins, half or odd fees, a
 * destination that is not an active one of the account, and more of them than an account may have.
 */
export async function createClientId(
  ctx: Context,
  input: CreateClientIdInput,
): Promise<ShownClientId> {
  const { accountId, label } = input;
  const plainHttp = ctx.settings.mode === 'sandbox';
  const allowedDomains = parseAllowedDomains(input.allowedDomains, { plainHttp });
  const fee = readFeeTerms({
    percentage: input.feePercentage ?? null,
    address: input.feeAddress ?? null,
  });
  const operator = input.operatorWalletAddress;
  return await transact(ctx, async (ctx) => {
    await lockAccount(ctx, accountId);
    await checkStillMember(ctx, 'developer');
    if ((await countClientIds(ctx, accountId)) >= CLIENT_IDS_PER_ACCOUNT_MAX) {
      throw tooManyClientIds();
    }
    const named = input.destinationId;
    const bound = named && (await bindDestination(ctx, { accountId, destinationId: named }));
    const row = await insertClientId(ctx, {
      id: ctx.newOrderedId(),
      account_id: accountId,
      client_id: makeClientId(ctx.random),
      label,
      allowed_domains: allowedDomains,
      fee_percentage: fee.percentage,
      fee_address: fee.address,
      operator_wallet_address: operator === undefined ? null : readOperatorWallet(operator),
      default_pre_approval_expiry: secondsToStore(input.defaultPreApprovalExpiry),
      default_authorization_expiry: secondsToStore(input.defaultAuthorizationExpiry),
      can_pay_any_payee: input.canPayAnyPayee ?? null,
      payee_destination_id: bound || (input.payeeDestinationId ?? null),
      status: 'active',
      created_at: ctx.now(),
      created_by: personOf(ctx.actor),
    });
    const object = { kind: 'client_id', id: row.id };
    const shown = showClientId(ctx.settings, row);
    const { clientId, canPayAnyPayee } = shown;
    const details = { clientId, canPayAnyPayee };
    await recordAudit(ctx, { accountId, action: 'client_id.created', object, details });
    return shown;
  });
}

/** 400: the account has as many client IDs as one may have. */
export function tooManyClientIds(): Refusal {
  const message = `An account can have ${CLIENT_IDS_PER_ACCOUNT_MAX} client IDs, revoked ones included`;
  return new Refusal('too_many_client_ids', 400, message);
}
