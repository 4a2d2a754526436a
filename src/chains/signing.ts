import type { PaymentKind } from '#catalog/payment-kind.ts';
import type { Hex } from '#kit/hex.ts';
import type { Resources } from '#kit/resources.ts';
import type { Permit } from './permits.ts';

export type { Resources } from '#kit/resources.ts';

/** A contract call. */
export interface Call {
  /** As the family writes addresses. */
  readonly to: string;
  /** What the contract is called with. */
  readonly data: Hex;
  /** Native coin sent along, in its smallest unit. */
  readonly valueUnits: bigint;
}

/** One transaction of one call, as a wallet of the family signs it. Modules pass it on and do not read it. */
export interface UnsignedTransaction extends Call {
  /**
   * The other fields that wallets of the family need, such as the raw data and the id of a Tron
   * transaction. They go into the response as they are. EVM wallets need none.
   */
  readonly familyFields?: Readonly<Record<string, unknown>> | undefined;
}

/** What every payment passes to its contract. */
interface PaymentParts {
  readonly payeeAddress: string;
  /** Eight bytes. */
  readonly paymentReference: Hex;
  readonly feeAddress: string;
}

/** The call of the fee proxy for one token payment. */
export interface TokenPayment extends PaymentParts {
  readonly kind: 'token';
  readonly tokenAddress: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
}

/** The call of the native fee proxy; the sum of amount and fee is its value. */
export interface NativePayment extends PaymentParts {
  readonly kind: 'native';
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
}

/** The call of the conversion proxy, which computes the token amount when it is executed. */
export interface ConversionPayment extends PaymentParts {
  readonly kind: 'conversion';
  readonly tokenAddress: string;
  /** In the invoice's currency, with eight decimals. */
  readonly invoiceUnits: bigint;
  /** In the invoice's currency, with eight decimals, on top. */
  readonly feeInvoiceUnits: bigint;
  /** The currencies that the rates lead through: first the invoice's hash, last the token. */
  readonly path: readonly string[];
  /** In the token's units, amount and fee together; the contract refuses to take more. */
  readonly maxToSpendUnits: bigint;
  /** The contract refuses rates that are older; 0 takes any. */
  readonly maxRateAgeSeconds: number;
}

/** One payment, whichever contract executes it. */
export type ChainPayment = TokenPayment | NativePayment | ConversionPayment;

/** Which contract takes tokens from the payer; of an account that takes them from a key, its address. */
export type Spender =
  | 'fee_proxy'
  | 'conversion_proxy'
  | 'batch'
  | 'bridge'
  | { readonly account: string };

/** Lets a contract take that many units of a token in all. */
interface ApprovalStep {
  readonly type: 'approval';
  readonly tokenAddress: string;
  readonly units: bigint;
  readonly spender: Spender;
}

/** Moves tokens of another wallet, which lets the account do so, to the account that sends the transaction. */
export interface PullStep {
  readonly type: 'pull';
  readonly tokenAddress: string;
  readonly from: string;
  readonly account: string;
  readonly units: bigint;
}

/** Submits what the holder of a token signed; sent by the account that the permit names. */
interface PermitStep {
  readonly type: 'permit';
  readonly permit: Permit;
  readonly signature: Hex;
}

/** Pays through the contract of the payment's kind, which must be among the network's capabilities. */
interface PaymentStep {
  readonly type: 'payment';
  readonly payment: ChainPayment;
}

/**
 * Pays many at once or nothing, in the order of conversions, tokens and native coins. The contract
 * pays all fees to one address, its own included: every payment with a fee must name that address.
 */
export interface BatchStep {
  readonly type: 'batch';
  readonly payments: readonly ChainPayment[];
  readonly feeAddress: string;
  /** Native coin sent along on top of the payments, for the fee of the contract itself. */
  readonly extraValueUnits: bigint;
}

/** What one transaction does. */
export type TransactionStep = ApprovalStep | PermitStep | PullStep | PaymentStep | BatchStep;

/** What a transaction of each step is assumed to need, because it cannot be estimated before an approval. */
export interface ResourceNeeds {
  readonly approval: Resources;
  readonly payment: Readonly<Record<PaymentKind, Resources>>;
  readonly batch: BatchNeeds;
}

/** What a batch needs and how large it may be. */
interface BatchNeeds {
  /** A call of the batch contract without any payment. */
  readonly base: Resources;
  /** What each token adds to a batch that pays in it, however many payments it has. */
  readonly perToken: Resources;
  /** What a payment adds. */
  perPayment(payment: ChainPayment): Resources;
  /** The most that one transaction may use; kinds that are not named have no limit. */
  readonly max: Resources;
  /** The same where the price of the network is known and a transaction may cost only so much; at most `max`. */
  maxAt?(prices: ResourcePrices): Resources;
}

/** What using resources costs a wallet at this moment. */
export interface ResourcePrices {
  /** The price of one of each kind, in the native coin's smallest unit; other kinds cost nothing. */
  readonly prices: Resources;
  /** What the wallet may use without paying, by staking or per day; absent where a family has no such thing. */
  readonly free?: Resources | undefined;
}
