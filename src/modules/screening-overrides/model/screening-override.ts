/** Who decided about a wallet in advance: the account itself, or the operator of this installation for it. */
export const OVERRIDE_SETTERS = ['account', 'operator'] as const;

/** Who decided about a wallet in advance; results name it where others name a vendor. */
export type OverrideSetter = (typeof OVERRIDE_SETTERS)[number];

/** Whether a text that names who decided names one of them. */
export function isOverrideSetter(text: string): text is OverrideSetter {
  return text === 'account' || text === 'operator';
}

/** What somebody decided about a wallet of an account, before any vendor is asked. */
export interface ScreeningOverride {
  readonly id: string;
  readonly accountId: string;
  /** As its chain shows it. */
  readonly walletAddress: string;
  readonly setBy: OverrideSetter;
  readonly decision: 'approved' | 'rejected';
  readonly reason: string;
  readonly createdAt: Date;
  /** Null of a rejection that holds until it is removed. */
  readonly expiresAt: Date | null;
}

/** An approval is looked at again within a year. Ours. */
export const APPROVAL_DAYS_MAX = 366;

/** As many as an account that checks its customers by hand needs; all of them are read by one index. Ours. */
export const OVERRIDES_OF_ACCOUNT_MAX = 10_000;

/** Whose vendors would judge a wallet. */
export interface OverriddenPlan {
  /** Whether the partner of the account has named them. */
  readonly isOfPartner?: true | undefined;
}

type Applied = Pick<ScreeningOverride, 'setBy' | 'decision'>;

/**
 * Which of the overrides of a wallet holds: a rejection before any approval. An approval counts only in place of vendors, and that of an account
 * not where its partner has named them.
 */
export function findHolding<Override extends Applied>(
  overrides: readonly Override[],
  plan: OverriddenPlan | null,
): Override | undefined {
  const rejection = overrides.find(({ decision }) => decision === 'rejected');
  if (rejection !== undefined) return rejection;
  if (plan === null) return undefined;
  return overrides.find(({ setBy }) => setBy === 'operator' || plan.isOfPartner !== true);
}
