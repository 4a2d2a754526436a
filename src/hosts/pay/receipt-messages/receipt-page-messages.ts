/** A heading and what stands below it. */
interface Said {
  readonly title: string;
  readonly text: string;
}

/**
 * The texts of the page of receipts in one language, beside those of the receipts themselves; each language has all of them. None has a
 * character that HTML reads otherwise.
 */
export interface ReceiptPageMessages {
  readonly receipts: string;
  readonly testMode: string;
  readonly language: string;
  readonly onNetwork: (network: string) => string;
  readonly final: string;
  readonly confirmed: string;
  readonly pdf: string;
  /** How to get a PDF in this language; null where the other one is in it. */
  readonly print: string | null;
  readonly json: string;
  readonly explorer: string;
  readonly earlier: string;
  readonly openPayment: string;
  readonly hiddenToo: string;
  readonly hidden: Said;
  /** What stands in place of receipts, by where the link stands. */
  readonly none: {
    readonly title: string;
    readonly pending: string;
    readonly expired: string;
    readonly invalidated: string;
    readonly compliance_failed: string;
    readonly completed: string;
    readonly partially_settled: string;
  };
  /** What stands in place of the page where there is nothing to show. */
  readonly failures: {
    readonly unknown: Said;
    readonly limited: Said;
    readonly unreachable: Said;
  };
  readonly merchant: {
    readonly noName: string;
    readonly logo: string;
    readonly requestedBy: string;
    readonly unverified: string;
    readonly website: string;
    readonly verified: string;
    readonly questions: string;
  };
  readonly check: {
    readonly button: string;
    readonly readAt: (time: string) => string;
    readonly same: { readonly title: string; readonly text: (blocks: number) => string };
    readonly missing: Said;
    readonly different: {
      readonly title: string;
      readonly text: string;
      /** Of HTML: the name of a line, what the receipt says and what the chain has. */
      readonly line: (field: string, claimed: string, onChain: string) => string;
    };
    readonly impossible: Said;
    readonly limited: Said;
    readonly unanswered: Said;
  };
}
