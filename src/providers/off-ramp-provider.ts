import type { NetworkId } from '#catalog/networks.ts';
import type { CallbackRequest } from './callback-request.ts';
import type { CallObservation } from './observe-calls.ts';

/** A bank account, in the words of the public API's bank details; which members there are depends on its form. */
export interface BankAccount {
  readonly form: 'us' | 'iban';
  /** Three letters, such as `USD`. */
  readonly currency: string;
  readonly bankName: string;
  readonly ownerName: string;
  readonly ownerType: 'individual' | 'business';
  /** Of `us`. */
  readonly accountNumber?: string | undefined;
  /** Of `us`. */
  readonly routingNumber?: string | undefined;
  /** Of `us`; a checking account where it is left out. */
  readonly accountType?: 'checking' | 'savings' | undefined;
  /** Of `iban`. */
  readonly iban?: string | undefined;
  /** Of `iban`. */
  readonly bic?: string | undefined;
  readonly address: {
    readonly line1: string;
    readonly line2?: string | undefined;
    readonly city: string;
    readonly state?: string | undefined;
    readonly postalCode: string;
    /** Two letters. */
    readonly country: string;
  };
}

/** A bank account that the provider knows. */
export interface RegisteredAccount {
  readonly id: string;
  readonly currency: string;
  /** Whether the provider pays out to it. */
  readonly isActive: boolean;
}

/** What is to be paid out: a token comes in, money of a bank goes out. */
export interface PayoutQuery {
  readonly network: NetworkId;
  /** Of the token, such as `USDC`. */
  readonly symbol: string;
  /** What the payer sends, as a decimal of the token. */
  readonly amount: string;
  /** What the bank account is in. */
  readonly payoutCurrency: string;
  readonly accountId: string;
}

/** What the provider says that it would do; a promise of nothing. */
interface PayoutQuote {
  /** What arrives at the bank, as a decimal; undefined where the provider does not say. */
  readonly payoutAmount: string | undefined;
}

/** An order, with our own name for it. */
export interface OrderInput extends PayoutQuery {
  /** Shown by the provider in every answer about the order; also makes one order of repeated calls. */
  readonly reference: string;
}

/**
 * Where an order is. `return_blocked` is one whose tokens go back to nobody until its operator has spoken to the provider; `unknown` is
 * every state that is not documented: nothing may be concluded from it.
 */
export type OffRampState =
  | 'awaiting_funds'
  | 'in_review'
  | 'funds_received'
  | 'payout_submitted'
  | 'payout_processed'
  | 'bounced'
  | 'return_blocked'
  | 'refunded'
  | 'failed'
  | 'unknown';

/** An order as the provider shows it. Whether it is what was ordered is for the caller to compare. */
export interface OffRampOrder extends OrderInput {
  readonly id: string;
  readonly state: OffRampState;
  /** The provider's own word for the state. */
  readonly providerState: string;
  /** Where the payer sends the token, as the provider writes it. */
  readonly depositAddress: string;
  /** The network and the token of the deposit address, and what it expects. */
  readonly deposit: {
    readonly network: NetworkId | undefined;
    readonly symbol: string;
    readonly amount: string;
  };
  /** The provider's customer for whom it is. */
  readonly isOwnCustomer: boolean;
}

/** A callback whose signature was right: a reason to read the order, and nothing else. */
interface OffRampCallback {
  readonly eventId: string;
  /** Undefined where it is about something that is no order. */
  readonly orderId: string | undefined;
}

/** Takes tokens and pays to bank accounts. Nothing that it says proves a payment on a chain. */
export interface OffRampProvider {
  /** For people, such as `Bridge`. */
  readonly name: string;
  /** Whether it takes this token there. */
  takes(token: { readonly network: NetworkId; readonly symbol: string }): boolean;
  /**
   * Makes a bank account known; repeated with the same key it is the same one. Refuses (400) with
   * `bank_account_refused` what the provider does not take, and throws `Outage` where it does not answer as documented.
   */
  registerAccount(account: BankAccount, idempotencyKey: string): Promise<RegisteredAccount>;
  /** A bank account as it is now; undefined for one that the provider does not know. Throws `Outage`. */
  readAccount(id: string): Promise<RegisteredAccount | undefined>;
  /** What an order would bring, without one; each question has a key of its own. Refuses (400) with `payout_refused`. Throws `Outage`. */
  quote(query: PayoutQuery, idempotencyKey: string): Promise<PayoutQuote>;
  /** Orders a payout; repeated with the same reference it is the same order. Refuses (400) with `payout_refused`. Throws `Outage`. */
  createOrder(input: OrderInput): Promise<OffRampOrder>;
  /** An order as it is now; undefined for one that the provider does not know. Throws `Outage`. */
  readOrder(id: string): Promise<OffRampOrder | undefined>;
  /** The callback in these bytes; undefined for one whose signature is wrong, missing or too old. */
  parseCallback(request: CallbackRequest, now: Date): OffRampCallback | undefined;
  /** How its calls went, as this process has observed them. */
  observed?(): CallObservation;
}
