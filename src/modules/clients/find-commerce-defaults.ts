import type { Context } from '#context.ts';
import { findCommerceColumns } from './store/clients.ts';

/** What a client ID says of commerce payments that are made with it. */
interface CommerceDefaults {
  /** Undefined where this installation operates them. */
  readonly operatorWalletAddress: string | undefined;
  readonly preApprovalSeconds: number | undefined;
  readonly authorizationSeconds: number | undefined;
}

/** The operator and the expiries that a client ID brings along, by its row. */
export async function findCommerceDefaults(
  ctx: Context,
  clientIdId: string,
): Promise<CommerceDefaults | undefined> {
  const row = await findCommerceColumns(ctx, clientIdId);
  return (
    row && {
      operatorWalletAddress: row.operator_wallet_address ?? undefined,
      preApprovalSeconds: secondsOf(row.default_pre_approval_expiry),
      authorizationSeconds: secondsOf(row.default_authorization_expiry),
    }
  );
}

/** At most ten years, which is far below what a number holds exactly. */
function secondsOf(stored: bigint | null): number | undefined {
  return stored === null ? undefined : Number(stored);
}
