import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { isoTime } from '#kit/clock.ts';
import { BLOCK_REASONS } from '#modules/secure-payments/index.ts';
import { isPaid, type MulticallChild } from './multicall-payout.ts';

/** Why a bundle cannot be made; the last three are of the list, not of a child. */
export const FAILURE_REASONS = [
  ...BLOCK_REASONS,
  'duplicate_child',
  'too_many_children',
  'cap_exceeded',
] as const;
/** Why a bundle cannot be made. */
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** What helps against a reason; the specification's words. */
export const RECOVERY_ACTIONS = [
  'remove_child',
  'recreate_reduced',
  'wait_for_quote_refresh',
  'switch_route',
  'recreate_after_cooldown',
  'support_required',
] as const;
type RecoveryAction = (typeof RECOVERY_ACTIONS)[number];

/** What helps where leaving the child out is not it. */
const OTHER_RECOVERIES: Readonly<Partial<Record<FailureReason, RecoveryAction>>> = {
  // A payment on its way settles the child or vanishes; then there is nothing to leave out.
  request_processing: 'recreate_after_cooldown',
  invalid_child_linkage: 'support_required',
  too_many_children: 'recreate_reduced',
  cap_exceeded: 'recreate_reduced',
};

/** What to do about a reason. */
export function recoveryOf(reason: FailureReason): RecoveryAction {
  return OTHER_RECOVERIES[reason] ?? 'remove_child';
}

/** The key of the words for a reason, in a client's own language. */
export function messageKeyOf(reason: FailureReason): string {
  return `multicall.failures.${reason}`;
}

/** How a child that can be paid stands. */
export const SAMPLE_CONTEXT = {
  requestId: SAMPLE.requestId,
  securePaymentToken: SAMPLE.token,
  position: 0,
  hasBeenPaid: false,
  securePaymentStatus: 'pending',
  requestStatus: 'created',
  expiresAt: SAMPLE.expiresAt,
  network: SAMPLE.network,
  currency: SAMPLE.currencyId,
};

/** What is reported about a child beside a reason. */
export const ChildContext = z
  .object({
    requestId: z.string().describe('Empty where no link has the token.'),
    securePaymentToken: z.string(),
    position: z.int().min(0).describe('From 0.'),
    hasBeenPaid: z.boolean(),
    securePaymentStatus: z.string().optional(),
    requestStatus: z
      .string()
      .optional()
      .describe('`created`, `pending`, `partially_paid` or `paid`.'),
    expiresAt: z.iso.datetime().optional(),
    network: z.string().optional(),
    currency: z.string().optional(),
  })
  .meta({
    id: 'MulticallChildContext',
    description: 'How a child of a bundle stands.',
    examples: [SAMPLE_CONTEXT],
  });
/** What is reported about a child beside a reason. */
export type ChildContext = z.output<typeof ChildContext>;

/** How a child stands, in the words of the wire. */
export function contextOf(child: MulticallChild, now: Date): ChildContext {
  const { link, request, position } = child;
  const isOver = link.status === 'pending' && now >= link.expiresAt;
  return {
    requestId: request.requestId,
    securePaymentToken: link.token,
    position,
    hasBeenPaid: isPaid(child),
    securePaymentStatus: isOver ? 'expired' : link.status,
    requestStatus: requestStatusOf(child),
    expiresAt: isoTime(link.expiresAt),
    network: request.network,
    currency: request.currencyId,
  };
}

function requestStatusOf(child: MulticallChild): string {
  const { paidUnits, seenTransactionHash } = child.request;
  if (isPaid(child)) return 'paid';
  if (seenTransactionHash !== null) return 'pending';
  return paidUnits > 0n ? 'partially_paid' : 'created';
}
