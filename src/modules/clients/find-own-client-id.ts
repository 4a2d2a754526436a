import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isClientId } from './model/client-id.ts';
import { feeThatWins } from './model/fee-terms.ts';
import { type ClientIdStatus, isClientIdStatus } from './model/status.ts';
import { findOwnClientIdByText } from './store/clients.ts';

/** What other modules may know of an account's client ID. */
interface OwnClientId {
  /** The row. */
  readonly id: string;
  /** The public text. */
  readonly clientId: string;
  readonly label: string;
  readonly status: ClientIdStatus;
  /** The partner that it is linked to. */
  readonly orchestratorId: string | null;
  /** The row of the destination that is bound to it. */
  readonly payeeDestinationId: string | null;
  /** The fee that replaces the one of a call. */
  readonly defaultFee: { readonly percentage: string; readonly address: string } | undefined;
}

/** The client ID of an account with this public text, whatever its status. */
export async function findOwnClientId(
  ctx: Context,
  named: { readonly accountId: string; readonly clientId: string },
): Promise<OwnClientId | undefined> {
  if (!isClientId(named.clientId)) return undefined;
  const row = await findOwnClientIdByText(ctx, named);
  if (row === undefined) return undefined;
  const { feePercentage, feeAddress, status, ...shown } = row;
  invariant(isClientIdStatus(status), `no client ID may be "${status}"`);
  const defaultFee = feeThatWins({ percentage: feePercentage, address: feeAddress });
  return { ...shown, status, defaultFee };
}
