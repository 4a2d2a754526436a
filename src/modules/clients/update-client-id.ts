import { accountOf, type Context } from '#context.ts';
import { invariant, type Refusal, refuseField } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { bindDestination } from './bind-destination.ts';
import { parseAllowedDomains } from './model/allowed-domain.ts';
import { readFeeTerms, readOperatorWallet } from './model/fee-terms.ts';
import { type ShownClientId, secondsToStore, showClientId } from './model/shown-client-id.ts';
import { type ClientIdStatus, clientIdMachine, EVENT_TO_REACH } from './model/status.ts';
import { lockOwnClientIdRow, notifyRevocation, updateClientIdRow } from './store/clients.ts';
import { clientIdNotFound } from './view-client-id.ts';

/** What is to change; undefined leaves it as it is, and null takes it away. */
interface ClientIdChange {
  readonly label?: string | undefined;
  readonly allowedDomains?: readonly string[] | undefined;
  readonly feePercentage?: string | null | undefined;
  readonly feeAddress?: string | null | undefined;
  readonly operatorWalletAddress?: string | null | undefined;
  readonly defaultPreApprovalExpiry?: number | null | undefined;
  readonly defaultAuthorizationExpiry?: number | null | undefined;
  /** ERC-7828 text of a destination of the account. */
  readonly payeeDestinationId?: string | null | undefined;
  readonly canPayAnyPayee?: boolean | undefined;
  readonly status?: ClientIdStatus | undefined;
}

/**
 * Changes a client ID of the caller's account; the change holds from the next call on. One that is
 * revoked takes its open links with it, moments later.
 *
 * Refuses (404) one that is not there for them, and (400) to bring a revoked one back, a fee that
 * would be half, domains that are not origins, and a destination that is not theirs.
 */
export async function updateClientId(
  ctx: Context,
  { id, ...change }: ClientIdChange & { readonly id: string },
): Promise<ShownClientId> {
  const accountId = accountOf(ctx);
  if (!isUlid(id)) throw clientIdNotFound();
  return await transact(ctx, async (ctx) => {
    const own = { accountId, id };
    const before = await lockOwnClientIdRow(ctx, own);
    if (before === undefined) throw clientIdNotFound();
    const shown = showClientId(ctx.settings, before);
    const fields = Object.entries(change).flatMap(([field, value]) =>
      value === undefined ? [] : [field],
    );
    if (fields.length === 0) return shown;
    const to = {
      ...(await changedColumns(ctx, shown, change)),
      status: moved(shown.status, change.status),
      updated_at: ctx.now(),
    };
    const done = await updateClientIdRow(ctx, id, { from: shown.status, to });
    invariant(done, 'a locked client ID keeps its status');
    const object = { kind: 'client_id', id };
    const action = to.status === 'revoked' && shown.status !== 'revoked' ? 'revoked' : 'updated';
    if (action === 'revoked') await notifyRevocation(ctx);
    const { canPayAnyPayee } = change;
    const details = {
      clientId: shown.clientId,
      fields,
      status: to.status,
      ...(canPayAnyPayee !== undefined && { canPayAnyPayee }),
    };
    await recordAudit(ctx, { accountId, action: `client_id.${action}`, object, details });
    const after = await lockOwnClientIdRow(ctx, own);
    invariant(after !== undefined, 'a locked client ID is still there');
    return showClientId(ctx.settings, after);
  });
}

async function changedColumns(ctx: Context, shown: ShownClientId, change: ClientIdChange) {
  const plainHttp = ctx.settings.mode === 'sandbox';
  const { label, allowedDomains, operatorWalletAddress, payeeDestinationId } = change;
  const { defaultPreApprovalExpiry, defaultAuthorizationExpiry, canPayAnyPayee } = change;
  const percentage =
    change.feePercentage === undefined ? shown.feePercentage : change.feePercentage;
  // Where a percentage is taken away, an address that was not given has nothing left to receive.
  const keptAddress = change.feePercentage === null ? null : shown.feeAddress;
  const address = change.feeAddress === undefined ? keptAddress : change.feeAddress;
  const fee = readFeeTerms({ percentage, address });
  const accountId = accountOf(ctx);
  return {
    fee_percentage: fee.percentage,
    fee_address: fee.address,
    ...(label !== undefined && { label }),
    ...(allowedDomains !== undefined && {
      allowed_domains: parseAllowedDomains(allowedDomains, { plainHttp }),
    }),
    ...(operatorWalletAddress !== undefined && {
      operator_wallet_address: operatorWalletAddress && readOperatorWallet(operatorWalletAddress),
    }),
    ...(defaultPreApprovalExpiry !== undefined && {
      default_pre_approval_expiry: secondsToStore(defaultPreApprovalExpiry),
    }),
    ...(defaultAuthorizationExpiry !== undefined && {
      default_authorization_expiry: secondsToStore(defaultAuthorizationExpiry),
    }),
    ...(canPayAnyPayee !== undefined && { can_pay_any_payee: canPayAnyPayee }),
    ...(payeeDestinationId !== undefined && {
      payee_destination_id:
        payeeDestinationId &&
        (await bindDestination(ctx, { accountId, destinationId: payeeDestinationId })),
    }),
  };
}

/** The status after a request for one; a request for the present one changes nothing. */
function moved(from: ClientIdStatus, requested: ClientIdStatus | undefined): ClientIdStatus {
  if (requested === undefined || requested === from) return from;
  const to = next(clientIdMachine, from, EVENT_TO_REACH[requested]);
  if (to === undefined) throw revokedForGood();
  return to;
}

/** 400: a revoked client ID that was to act again. */
export function revokedForGood(): Refusal {
  const message = 'A revoked client ID stays revoked; create another one';
  return refuseField('status', message, 'client_id_revoked');
}
