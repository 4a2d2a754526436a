import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { canPayAnyPayee } from './payees.ts';
import { CLIENT_ID_TIERS, type ClientIdTier } from './rate-tier.ts';
import { type ClientIdStatus, isClientIdStatus } from './status.ts';

/** A client ID as it is stored, with the text of its bound destination. */
export interface ClientIdRow {
  readonly id: string;
  readonly client_id: string;
  readonly label: string;
  readonly allowed_domains: readonly string[];
  readonly fee_percentage: string | null;
  readonly fee_address: string | null;
  readonly operator_wallet_address: string | null;
  readonly default_pre_approval_expiry: bigint | null;
  readonly default_authorization_expiry: bigint | null;
  readonly bound_destination_id: string | null;
  /** Null is the default of the mode. */
  readonly can_pay_any_payee: boolean | null;
  readonly rate_tier: string;
  readonly status: string;
  readonly created_at: Date;
  readonly updated_at: Date | null;
  readonly last_used_at: Date | null;
}

/** A client ID as its owner sees it. */
export interface ShownClientId {
  /** The row, by which it is managed. */
  readonly id: string;
  /** The public text, with which calls are made. */
  readonly clientId: string;
  readonly label: string;
  readonly allowedDomains: string[];
  readonly feePercentage: string | null;
  readonly feeAddress: string | null;
  readonly operatorWalletAddress: string | null;
  /** Seconds. */
  readonly defaultPreApprovalExpiry: number | null;
  /** Seconds. */
  readonly defaultAuthorizationExpiry: number | null;
  /** ERC-7828 text. */
  readonly payeeDestinationId: string | null;
  readonly canPayAnyPayee: boolean;
  readonly rateTier: ClientIdTier;
  readonly status: ClientIdStatus;
  readonly createdAt: string;
  /** The time of creation, until it was changed. */
  readonly updatedAt: string;
  readonly lastUsedAt: string | null;
}

/** Writes a stored client ID as its owner sees it. */
export function showClientId(
  { mode }: { readonly mode: 'sandbox' | 'production' },
  row: ClientIdRow,
): ShownClientId {
  const { status } = row;
  const rateTier = CLIENT_ID_TIERS.find((tier) => tier === row.rate_tier);
  invariant(rateTier !== undefined, `no client ID may have the tier "${row.rate_tier}"`);
  invariant(isClientIdStatus(status), `no client ID may be "${status}"`);
  return {
    id: row.id,
    clientId: row.client_id,
    label: row.label,
    allowedDomains: [...row.allowed_domains],
    feePercentage: row.fee_percentage,
    feeAddress: row.fee_address,
    operatorWalletAddress: row.operator_wallet_address,
    defaultPreApprovalExpiry: seconds(row.default_pre_approval_expiry),
    defaultAuthorizationExpiry: seconds(row.default_authorization_expiry),
    payeeDestinationId: row.bound_destination_id,
    canPayAnyPayee: canPayAnyPayee(mode, row.can_pay_any_payee),
    rateTier,
    status,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at ?? row.created_at),
    lastUsedAt: row.last_used_at && isoTime(row.last_used_at),
  };
}

/** What is stored is at most ten years, which is far below what a number holds exactly. */
function seconds(stored: bigint | null): number | null {
  return stored === null ? null : Number(stored);
}

/** A number of seconds as it is stored. */
export function secondsToStore(requested: number | null | undefined): bigint | null {
  return requested === null || requested === undefined ? null : BigInt(requested);
}
