/** A problem as the view of its module shows it; what a source does not have is null. */
export interface Problem {
  readonly source:
    | 'webhook'
    | 'held_payment'
    | 'recurring_payout'
    | 'payout_import'
    | 'returned_bank_payout'
    | 'reverted_payment'
    | 'api_key';
  readonly id: string;
  /** Of what is dealt with: a webhook, a request, a recurring payout, an import or a key. */
  readonly subjectId: string;
  readonly state: string;
  /** What its owner calls it. */
  readonly name: string | null;
  readonly reason: string | null;
  readonly units: bigint | null;
  readonly currencyId: string | null;
  readonly count: number | null;
  readonly since: Date;
  /** When it ends by itself, where that was known before. */
  readonly endsAt: Date | null;
}
