import type { PaymentKind } from '#catalog/payment-kind.ts';

/** The terms of a request, as far as a transfer must meet them. */
export interface MatchTerms {
  readonly network: string;
  readonly kind: PaymentKind;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  /** What a conversion agreed on; null for the other kinds. */
  readonly invoiceCurrencyHash: string | null;
  /** The oldest rate that was agreed on; 0 takes any. */
  readonly maxRateAgeSeconds: number | null;
  /** Whether it is a fee of another request. */
  readonly isFee: boolean;
}

/** The observed fields of a transfer, with addresses in the form of stored requests. */
export interface MatchedTransfer {
  readonly network: string;
  readonly kind: PaymentKind;
  readonly proxyAddress: string;
  /** Undefined for the native coin. */
  readonly tokenAddress: string | undefined;
  readonly payeeAddress: string;
  /** Whose tokens moved; of coins, who sent the transaction. */
  readonly payerAddress: string;
  readonly creditedUnits: bigint;
  /** The change of the payee's balance by the transaction; see `ObservedTransfer`. */
  readonly payeeNetUnits: bigint;
  /** What all payments of the transaction credit to the payee, in the same units. */
  readonly payeeCreditedUnits: bigint;
  /** The fields of a conversion's event; undefined for the other kinds. */
  readonly conversion:
    | { readonly currencyAddress: string; readonly maxRateAgeSeconds: number }
    | undefined;
}

/** Why a transfer that names one of our references credits nothing. */
export type Suspicion =
  | 'foreign_proxy'
  | 'wrong_network'
  | 'wrong_kind'
  | 'foreign_token'
  | 'wrong_payee'
  | 'foreign_invoice_currency'
  | 'older_rate_than_agreed'
  | 'nothing_arrived'
  | 'self_payment';

/**
 * Whether a transfer pays a request: undefined when it does, else the first reason why not.
 *
 * Anybody can make a proxy name any reference with any token, and any contract can spoof a
 * proxy's event; only the right token reaching the right payee through the known proxy counts. Of a
 * conversion the payer also chose the invoice's currency and the age of the rate, and must have
 * chosen what was agreed: yen instead of dollars would pay a hundredth. A payee that sent away in
 * the same transaction what it received in it was perhaps not paid: that does not count.
 */
export function suspicionOf(
  matched: MatchedTransfer,
  terms: MatchTerms,
  proxyAddress: string | undefined,
): Suspicion | undefined {
  if (matched.proxyAddress !== proxyAddress) return 'foreign_proxy';
  if (matched.network !== terms.network) return 'wrong_network';
  if (matched.kind !== terms.kind) return 'wrong_kind';
  if (matched.kind !== 'native' && matched.tokenAddress !== terms.tokenAddress)
    return 'foreign_token';
  if (matched.payeeAddress !== terms.payeeAddress) return 'wrong_payee';
  if (matched.conversion !== undefined) {
    const { currencyAddress, maxRateAgeSeconds } = matched.conversion;
    if (!isSameHash(currencyAddress, terms.invoiceCurrencyHash)) return 'foreign_invoice_currency';
    if (isOlder(maxRateAgeSeconds, terms.maxRateAgeSeconds)) return 'older_rate_than_agreed';
  }
  if (matched.creditedUnits <= 0n) return 'nothing_arrived';
  if (matched.payeeNetUnits >= matched.payeeCreditedUnits) return undefined;
  return isOwnFee(matched, terms) ? undefined : 'self_payment';
}

/**
 * Whether the receiver of a fee pays it from its own wallet. That costs no one else anything and settles
 * the fee, which it could never pay otherwise; the payment of which it is a fee is not affected.
 */
function isOwnFee({ payerAddress }: MatchedTransfer, { isFee, payeeAddress }: MatchTerms): boolean {
  return isFee && payerAddress === payeeAddress;
}

function isSameHash(seen: string, agreed: string | null): boolean {
  return agreed !== null && seen.toLowerCase() === agreed.toLowerCase();
}

/** Zero takes a rate of any age, which is older than every other limit. */
function isOlder(seenSeconds: number, agreedSeconds: number | null): boolean {
  if (agreedSeconds === null || agreedSeconds === 0) return false;
  return seenSeconds === 0 || seenSeconds > agreedSeconds;
}
