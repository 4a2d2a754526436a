/**
 * The few shapes of the API that the page reads, each member optional: what arrives is somebody
 * else's word until it was compared. Replaced by the types of `openapi.json` once that is printed.
 */
export interface SecurePaymentView {
  readonly paymentType?: string;
  readonly status?: string;
  readonly payee?: string;
  readonly network?: string;
  /** In the smallest unit of the currency. */
  readonly amount?: string;
  readonly paymentCurrency?: string;
  readonly destination?: {
    readonly destinationId?: string;
    readonly walletAddress?: string;
    readonly tokenAddress?: string;
    readonly network?: string;
  } | null;
  readonly reference?: string | null;
  readonly paymentReference?: string | null;
  readonly redirectUrl?: string | null;
  readonly redirectLabel?: string | null;
  readonly isPayeeAddressMasked?: boolean;
}

/** A call as the API hands it out. */
export interface PreparedCall {
  readonly to?: string;
  readonly data?: string;
  readonly value?: string | number | { readonly hex?: string };
}

/** What `GET /v2/secure-payments/{token}/pay` answers for a single payment. */
export interface SecurePaymentCalldata {
  readonly paymentType?: string;
  readonly transactions?: readonly PreparedCall[];
  readonly paymentReference?: string | null;
  readonly metadata?: {
    readonly paymentTransactionIndex?: number;
    readonly hasEnoughBalance?: boolean;
    readonly hasEnoughGas?: boolean;
    readonly balance?: string;
    readonly estimatedNetworkFee?: string;
    readonly platformFee?: { readonly percentage?: string; readonly address?: string } | null;
  };
}

/** The body of a refusal; 403, 409 and 423 say more than the others. */
export interface RefusalBody {
  readonly status?: string;
  readonly code?: string;
  readonly message?: unknown;
  readonly correlationId?: string;
  readonly expiresAt?: string;
  readonly redirectUrl?: string | null;
  readonly redirectLabel?: string | null;
  readonly requestStatuses?: readonly { readonly txHash?: string | null }[];
}
