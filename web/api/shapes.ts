import type { components } from './schema.generated.d.ts';

type Schemas = components['schemas'];

/** A value as it is read: of the kind that is promised, but any of that kind. */
type AnswerShape<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value;

/** Members that are promised, each of which may be missing until it was checked. */
type Unsure<Promised> = { readonly [Name in keyof Promised]?: AnswerShape<Promised[Name]> };

/** What the page reads of one payment. */
export type PaymentView = Unsure<
  Pick<
    Schemas['SecurePayment'],
    'payee' | 'payeeEnsName' | 'amount' | 'paidAmount' | 'paymentCurrency' | 'paymentReference'
  >
> & {
  readonly destination?: Unsure<
    Pick<Schemas['Destination'], 'destinationId' | 'walletAddress' | 'tokenAddress' | 'network'>
  >;
  readonly conversion?: Unsure<Schemas['PaymentConversion']>;
  /** Of a child of a bundle, whose amounts are decimals: on which network it is paid. */
  readonly network?: string;
  /** Why a child cannot be paid now. */
  readonly blockReason?: string;
  /** The fees of a part of a batch or bundle as they were agreed. */
  readonly feePlan?: unknown;
};

/** The display data that the page reads; the lists of a batch as one list of payments. */
export type SecurePaymentView = Unsure<
  Pick<
    Schemas['SecurePayment'],
    'status' | 'network' | 'reference' | 'redirectUrl' | 'redirectLabel' | 'isPayeeAddressMasked'
  >
> & {
  readonly paymentType?: string;
  readonly payments: readonly PaymentView[];
  readonly feePlan?: unknown;
};

/** A call as the API hands it out; other endpoints write its value in other forms. */
export interface PreparedCall {
  readonly to?: string;
  readonly data?: string;
  readonly value?: string | number | { readonly hex?: string };
}

/** A fee that is paid by a call of its own. */
export type PreparedFee = Unsure<
  Pick<
    Schemas['BundledFee'],
    'feeType' | 'feeLabel' | 'feeBearer' | 'amount' | 'recipient' | 'paymentReference'
  >
>;

/** The calldata that the page reads; of a batch the approvals and the one call that pays. */
export type SecurePaymentCalldata = Unsure<
  Pick<Schemas['SecurePaymentCalldata'], 'paymentType' | 'paymentReference'>
> & {
  readonly transactions?: readonly PreparedCall[];
  /** The same payments as one call behind its approvals. */
  readonly atomicTransactions?: readonly PreparedCall[];
  readonly fees?: readonly PreparedFee[];
  /** Of a bundle: the payment references of the children that are paid, by their positions. */
  readonly childReferences?: ReadonlyMap<number, string>;
  readonly metadata?: Unsure<
    Pick<
      Schemas['CalldataMetadata'],
      | 'paymentTransactionIndex'
      | 'hasEnoughBalance'
      | 'hasEnoughGas'
      | 'balance'
      | 'estimatedNetworkFee'
      | 'estimatedNetworkFeeUsd'
    >
  > & {
    /** Of a bundle: which call pays which children. */
    readonly batchPayments?: readonly {
      readonly transactionIndex: number;
      readonly childPositions: readonly number[];
    }[];
    readonly platformFee?: Unsure<NonNullable<Schemas['CalldataMetadata']['platformFee']>>;
    readonly insufficientTokens?: readonly Unsure<
      Pick<Schemas['InsufficientToken'], 'tokenAddress' | 'required' | 'available'>
    >[];
  };
};

/** What the page reads of a refusal; 403 and 409 say more than the others. */
export type RefusalBody = Unsure<
  Pick<Schemas['SecurePaymentNotPayableError'], 'status' | 'code' | 'expiresAt'> &
    Pick<Schemas['SecurePaymentCompletedError'], 'redirectUrl' | 'redirectLabel'>
>;
