/** The fees that payments are made with. */
export type ReceiptFeeType =
  | 'platform_fee'
  | 'protocol_fee'
  | 'orchestrator_fee'
  | 'transaction_sponsorship_fee';

/**
 * The texts of a receipt in one language; each has all of them. The names of the proof’s members, as `POST /v2/receipts/verify` takes them,
 * are the same in every language.
 */
export interface ReceiptMessages {
  readonly title: string;
  readonly sandbox: string;
  /** How anybody checks a receipt. */
  readonly howToVerify: string;
  readonly sections: {
    readonly payment: string;
    readonly parties: string;
    readonly proof: string;
  };
  /** An amount and the name of the network on which it moved. */
  readonly onNetwork: (amount: string, network: string) => string;
  readonly received: string;
  readonly countsFor: string;
  readonly fees: Readonly<Record<ReceiptFeeType, string>>;
  readonly paid: string;
  readonly date: string;
  readonly reference: string;
  readonly noReference: string;
  readonly state: string;
  readonly final: string;
  readonly notFinal: string;
  readonly account: string;
  readonly payee: string;
  readonly payeeHidden: string;
  readonly payer: string;
  readonly payerUnknown: string;
  readonly paidFrom: string;
  readonly payersTransaction: string;
  readonly merchant: string;
  readonly noName: string;
  readonly unverified: (name: string) => string;
  readonly website: string;
  readonly verified: (domain: string) => string;
  readonly questions: string;
  readonly chainId: string;
  readonly tokenContract: string;
  readonly request: string;
  readonly payment: string;
  readonly explorer: string;
  readonly issued: (time: string) => string;
  /** What a PDF says of characters that its fonts lack; null where they lack those of the language itself, whose PDF is in English. */
  readonly leftOut: string | null;
}
