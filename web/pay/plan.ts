import type { TronTransaction } from '../wallet/tron/transaction.ts';
import type { Asset } from '../wallet/trusted-network.ts';
import type { Link, Money } from './link.ts';
import type { LookAlike } from './look-alikes.ts';

/** A call as it goes to the wallet. */
interface SignedCall {
  readonly to: string;
  readonly data: string;
  /** The network's own coin that is sent along, as a `0x` number. */
  readonly value: string;
  /** The whole transaction, where the wallet signs one that the API has made. */
  readonly transaction?: TronTransaction;
}

/** What the network may take for one signature, where that is part of what is signed. */
interface NetworkFeeLimit {
  /** In the network's own coin. */
  readonly networkFeeMost?: string;
  /** How the network takes it, and what the wallet has for it. */
  readonly networkFeeNote?: string;
}

/** One signature that the wallet will be requested. */
export type Step = NetworkFeeLimit & SignedStep;

type SignedStep =
  | {
      readonly kind: 'reset' | 'approve';
      readonly call: SignedCall;
      readonly asset: Asset;
      readonly units: bigint;
      /** The contract that may take the tokens. */
      readonly spender: string;
    }
  | {
      readonly kind: 'pay';
      readonly call: SignedCall;
      /** How many payments it makes. */
      readonly payments: number;
      /** Which of the link's payments these are, from 0. */
      readonly positions: readonly number[];
      /** What it takes at most, by asset. */
      readonly totals: readonly Money[];
      /** The fees that it pays beside them. */
      readonly fees: readonly PlannedFee[];
    }
  | {
      readonly kind: 'fee';
      readonly call: SignedCall;
      readonly fee: PlannedFee;
      /** What it takes at most. */
      readonly totals: readonly Money[];
    };

/** The steps that the payer read to follow by themselves, before they signed the one before them. */
export type Announced = readonly Step[];

/** Whether that was said before a signature. */
export interface Announcing {
  readonly announces?: boolean | undefined;
}

/** Whether the wallet may open by itself for the first approval, once it is connected. */
export interface Opening {
  readonly mayOpen?: boolean | undefined;
}

/** A fee of the payment; of a conversion in the invoice's currency. */
export interface PlannedFee extends Money {
  /** As the API names it; undefined for the fee inside the payment itself. */
  readonly label: string | undefined;
  /** As a decimal text, such as `0.5`. */
  readonly percentage: string | undefined;
  readonly address: string;
  readonly bearer: 'payer' | 'payee';
}

/** Something of which the wallet has too little. */
export interface Shortage {
  readonly asset: Asset;
  readonly requiredUnits: bigint;
  /** Undefined where it is not known. */
  readonly heldUnits: bigint | undefined;
}

/** What will be signed, read from the bytes and found to be what the page shows. */
export interface Plan {
  /** In the order of signing: approvals, the payment, its fees. */
  readonly steps: readonly Step[];
  /** What the payees receive by the payment's call; of a conversion of the invoice. */
  readonly mainUnits: bigint | undefined;
  readonly fees: readonly PlannedFee[];
  /** What leaves the wallet at most, by asset. */
  readonly totals: readonly Money[];
  /** What the batch contract takes on top, and gives back where it does not. */
  readonly contractFees: readonly Money[];
  /** Of a batch undefined: each of its payments has its own. */
  readonly paymentReference: string | undefined;
  /** Payees whose addresses could be taken for others. */
  readonly lookAlikes: readonly LookAlike[];
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
  readonly shortages: readonly Shortage[];
  /** In the network's own coin, as the API estimates it. */
  readonly networkFee: string | undefined;
  /** The same in dollars, where the coin has a price. */
  readonly networkFeeUsd?: string | undefined;
}

/** `approve` without a limit. */
const UNLIMITED_UNITS = 2n ** 256n - 1n;

/** Whether an approval lets the contract take everything. */
export function isUnlimited(units: bigint): boolean {
  return units === UNLIMITED_UNITS;
}

/** What about the calldata is not what the page shows. */
export type Mismatch =
  | 'unreadable'
  | 'contract'
  | 'token'
  | 'payee'
  | 'amount'
  | 'reference'
  | 'fee'
  | 'rate'
  | 'payments'
  | 'approval'
  | 'coin'
  | 'signer'
  | 'feeLimit'
  | 'expiry'
  | 'signed';

/** The page's own check of prepared calldata. */
export type Check = (
  link: Link,
  body: unknown,
  options: { readonly atomic: boolean },
) => Plan | Mismatch;
