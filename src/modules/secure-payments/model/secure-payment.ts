import { invariant } from '#kit/failure.ts';
import type { FeePlan } from '#modules/fees/index.ts';
import { milestonesOf, type PaymentMilestones } from '#modules/ledger/index.ts';
import { payableRequestFrom } from '#modules/requests/index.ts';
import { readScreeningPlan, type ScreeningPlan } from '#modules/screening/index.ts';
import { type Awaiting, awaitedOf, type CountingRules } from './awaited.ts';
import { planOfLink, readPlans } from './link-plan.ts';
import { isSecurePaymentStatus, type SecurePaymentStatus } from './status.ts';

type PayableRequest = ReturnType<typeof payableRequestFrom>;

/** A request of a link, with what was paid for it so far. */
export interface LinkedRequest extends PayableRequest {
  /** The ERC-7828 text that it pays to, where one was named. */
  readonly destinationId: string | null;
  /** Its fees as they were agreed; null where none apply. */
  readonly feePlan: FeePlan | null;
  /** How far the payment got that paid it last, or else was seen last; null where there is none. */
  readonly milestones: PaymentMilestones | null;
  /** What the payment waits for that was seen last and does not count yet; null where there is none. */
  readonly awaited: Awaiting | null;
}

/** Who may pay a link and what is shown before; fixed when it was created. */
interface SecurePaymentAccess {
  /** Whether only the wallets of its list may pay; see `isAllowedPayer`. */
  readonly restrictsPayers: boolean;
  readonly hidesUntilApproved: boolean;
  readonly hidesPayee: boolean;
  /** Who judges the wallets that pay it, or of a payout who judged its recipient; null where nobody does. */
  readonly screening: ScreeningPlan | null;
}

/** A link with its requests. */
export interface SecurePayment {
  readonly token: string;
  readonly accountId: string;
  readonly paymentType: 'single' | 'batch';
  readonly flow: 'incoming' | 'outgoing';
  readonly status: SecurePaymentStatus;
  /** The partner that created it, where one did. */
  readonly orchestratorId: string | null;
  /** The row of the client ID that it was created with, where it was one. */
  readonly clientIdId: string | null;
  readonly destinationId: string | null;
  readonly reference: string | null;
  readonly redirectUrl: string | null;
  readonly redirectLabel: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
  readonly access: SecurePaymentAccess;
  /** Whether it pays the off-ramp provider of a payout, so that its payee is the deposit address of an order. */
  readonly isPaidOut: boolean;
  /** Whether any payment from another network or of a Safe was reported for it, whatever became of it. */
  readonly hasIntents: boolean;
  /** The fees of all requests as they were agreed; null where none apply or currencies are mixed. */
  readonly feePlan: FeePlan | null;
  /** In their order; never empty. */
  readonly requests: readonly LinkedRequest[];
}

type PayableColumns = Parameters<typeof payableRequestFrom>[0];

/** A link and one of its requests, as they are read together. */
export interface FoundRow extends PayableColumns {
  token: string;
  account_id: string;
  payment_type: string;
  flow: string;
  status: string;
  orchestrator_id: string | null;
  client_id_id: string | null;
  destination_id: string | null;
  reference: string | null;
  redirect_url: string | null;
  redirect_label: string | null;
  created_at: Date;
  expires_at: Date;
  completed_at: Date | null;
  restricts_payers: boolean;
  hides_until_approved: boolean;
  hides_payee: boolean;
  screening: string | null;
  fee_plan: string | null;
  asked_destination_id: string | null;
  is_paid_out: boolean;
  has_intents: boolean;
  block_number: bigint | null;
  seen_at: Date | null;
  confirmed_block: bigint | null;
  confirmed_at: Date | null;
  finalized_block: bigint | null;
  finalized_at: Date | null;
  waiting_block: bigint | null;
  transferred_units: bigint | null;
  checked_block: bigint | null;
  checked_final: bigint | null;
  checked_safe: bigint | null;
}

/** The link that rows of it report, one for each request in their order; undefined for none. */
export function securePaymentFrom(
  rows: readonly FoundRow[],
  rules: CountingRules,
): SecurePayment | undefined {
  const link = rows[0];
  if (link === undefined) return undefined;
  invariant(isSecurePaymentStatus(link.status), `no link may be "${link.status}"`);
  const plans = readPlans(link.fee_plan);
  const requests = rows.map((row, i) => ({
    ...requestFrom(row, i, plans[i] ?? null),
    awaited: awaitedBy(row, rules),
  }));
  return {
    token: link.token,
    accountId: link.account_id,
    paymentType: link.payment_type === 'batch' ? 'batch' : 'single',
    flow: link.flow === 'outgoing' ? 'outgoing' : 'incoming',
    status: link.status,
    orchestratorId: link.orchestrator_id,
    clientIdId: link.client_id_id,
    destinationId: link.destination_id,
    reference: link.reference,
    redirectUrl: link.redirect_url,
    redirectLabel: link.redirect_label,
    createdAt: link.created_at,
    expiresAt: link.expires_at,
    completedAt: link.completed_at,
    access: {
      restrictsPayers: link.restricts_payers,
      hidesUntilApproved: link.hides_until_approved,
      hidesPayee: link.hides_payee,
      screening: readScreeningPlan(link.screening),
    },
    isPaidOut: link.is_paid_out,
    hasIntents: link.has_intents,
    feePlan: planOfLink(requests),
    requests,
  };
}

function requestFrom(
  row: FoundRow,
  position: number,
  feePlan: FeePlan | null,
): Omit<LinkedRequest, 'awaited'> {
  return {
    ...payableRequestFrom(row),
    // Links from before batches name one destination, on the link.
    destinationId: row.asked_destination_id ?? (position === 0 ? row.destination_id : null),
    feePlan,
    milestones: newestMilestones(row),
  };
}

function newestMilestones(row: FoundRow): PaymentMilestones | null {
  const { block_number, seen_at } = row;
  if (block_number === null || seen_at === null) return null;
  return milestonesOf({ ...row, block_number, seen_at });
}

function awaitedBy(row: FoundRow, rules: CountingRules): Awaiting | null {
  const {
    waiting_block: blockNumber,
    checked_block: checkedBlock,
    network,
    currency_id: currencyId,
  } = row;
  if (blockNumber === null || checkedBlock === null) return null;
  const broughtUnits = row.transferred_units ?? 0n;
  const tags = { safe: row.checked_safe !== null, finalized: row.checked_final !== null };
  return awaitedOf({ network, currencyId, blockNumber, broughtUnits, checkedBlock, tags }, rules);
}
