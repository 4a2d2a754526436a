import { FAMILIES } from '#catalog/families.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type FieldIssue, Refusal, refuseField } from '#kit/failure.ts';
import {
  blockReasonOf,
  type EligibilityInput,
  type SecurePayment,
} from '#modules/secure-payments/index.ts';
import { contextOf, type FailureReason, messageKeyOf, recoveryOf } from './block-reason.ts';
import { childOf, type ExecutionKind, type MulticallChild } from './multicall-payout.ts';

/** One reason why a bundle cannot be made. */
interface Failure {
  /** `*` where it is about the whole list. */
  readonly securePaymentToken: string;
  readonly reason: FailureReason;
  readonly messageKey: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly recoveryAction: string;
}

/** A limit of the list that was exceeded. */
interface Cap {
  readonly type: 'child_count';
  readonly maximum: number;
  readonly actual: number;
  readonly reduceBy: number;
}

/** A link of the request body, with its index. */
export interface AskedChild {
  readonly token: string;
  /** Undefined where the caller's account has no such link. */
  readonly link: SecurePayment | undefined;
}

/** What a bundle must keep to. */
export interface EligibilityTerms extends EligibilityInput {
  readonly kind: ExecutionKind | undefined;
  readonly childrenMax: number;
}

/** What is settled by several chains at once takes more of its payer; the public documentation's bound. */
const CROSS_CHAIN_CHILDREN_MAX = 20;

/**
 * The children of a bundle, in their order. Refuses (400) with all issues:
 * first a list that is too long, then every unfit child in its place, also one that is on another
 * network than the first; and a way of paying that is not built, since nobody could pay the bundle.
 */
export function eligibleChildren(
  asked: readonly AskedChild[],
  terms: EligibilityTerms,
): readonly MulticallChild[] {
  const over = exceeded(asked.length, terms);
  const firstAt = new Map(asked.map(({ token }, position) => [token, position] as const).reverse());
  const judged = asked.map((one, position) => {
    const isRepeated = firstAt.get(one.token) !== position;
    return judge({ ...one, position, isRepeated }, terms);
  });
  const mates = judged.flatMap(({ child, reason }) => (reason === undefined && child) || []);
  const failures = judged.flatMap(({ token, position, child, reason }) => {
    const against = reason ?? (child && mismatchOf(child, mates[0], terms.kind));
    return against === undefined ? [] : [failureOf({ token, position, child, against }, terms.now)];
  });
  if (over === undefined && failures.length === 0) {
    checkBuilt(terms.kind, mates);
    return mates;
  }
  const errors = mates.flatMap((child) => networkIssue(child, mates[0]) ?? []);
  throw multicallRefused([...(over ? [over.failure] : []), ...failures], {
    cap: over?.cap,
    errors,
  });
}

/** 400: the envelope of everything that stands against a bundle. */
function multicallRefused(
  failures: readonly Failure[],
  { cap, errors }: { readonly cap: Cap | undefined; readonly errors: readonly FieldIssue[] },
): Refusal {
  return new Refusal('multicall_validation_failed', 400, {
    message: 'Multicall validation failed',
    ...(errors.length > 0 && { errors }),
    body: { failures, ...(cap && { cap }) },
  });
}

/** Refuses (400) a way of paying that children on their network could be paid in and that is not built yet. */
function checkBuilt(kind: ExecutionKind | undefined, children: readonly MulticallChild[]): void {
  const [first] = children;
  if (kind === undefined || first === undefined) return;
  const kinds = FAMILIES[NETWORKS[first.network].family].preparedBundleKinds;
  if (kinds.includes(kind)) return;
  const field = 'requestedExecutionKind';
  const message = `${field} ${kind} is not supported yet: leave it out or send ${kinds.join(' or ')}`;
  throw refuseField(field, message, 'not_supported');
}

/** What a child on another network than the first has against it; undefined where it is on the same. */
function networkIssue(
  { network, position }: MulticallChild,
  first: MulticallChild | undefined,
): FieldIssue | undefined {
  if (first === undefined || network === first.network) return undefined;
  const field = `childTokens[${position}]`;
  const message = `${field} is on ${network} and the first payable child is on ${first.network}: payments over several networks are not supported yet, so put the children of each network into a bundle of their own`;
  return { field, message };
}

function exceeded(
  actual: number,
  { kind, childrenMax }: EligibilityTerms,
): { readonly failure: Failure; readonly cap: Cap } | undefined {
  const isCrossChain = kind === 'evm_cross_chain';
  const maximum = isCrossChain ? Math.min(childrenMax, CROSS_CHAIN_CHILDREN_MAX) : childrenMax;
  if (actual <= maximum) return undefined;
  const cap: Cap = { type: 'child_count', maximum, actual, reduceBy: actual - maximum };
  const reason = actual > childrenMax ? 'too_many_children' : 'cap_exceeded';
  return { cap, failure: plainFailure('*', reason, {}) };
}

interface Judged {
  readonly token: string;
  readonly position: number;
  readonly child: MulticallChild | undefined;
  readonly reason: FailureReason | undefined;
}

function judge(
  one: AskedChild & { readonly position: number; readonly isRepeated: boolean },
  input: EligibilityInput,
): Judged {
  const { token, link, position, isRepeated } = one;
  const child = link && childOf(link, position);
  return { token, position, child, reason: isRepeated ? 'duplicate_child' : unfit(child, input) };
}

function unfit(
  child: MulticallChild | undefined,
  input: EligibilityInput,
): FailureReason | undefined {
  if (child === undefined) return 'not_found';
  return blockReasonOf(child.link, input);
}

/** What a child that fits by itself has against the first of the bundle, in the way it is to be paid. */
function mismatchOf(
  child: MulticallChild,
  first: MulticallChild | undefined,
  kind: ExecutionKind | undefined,
): FailureReason | undefined {
  if (first === undefined) return undefined;
  if (networkIssue(child, first) !== undefined) return 'not_payable_child';
  const { bundleKinds, bundlesOneCurrency } = FAMILIES[NETWORKS[child.network].family];
  if (kind !== undefined && !bundleKinds.includes(kind)) return 'not_payable_child';
  const mayDiffer = kind === undefined ? !bundlesOneCurrency : kind === 'evm_cross_chain';
  return mayDiffer || child.currency.id === first.currency.id ? undefined : 'not_payable_child';
}

function failureOf(
  judged: Omit<Judged, 'reason'> & { readonly against: FailureReason },
  now: Date,
): Failure {
  const { token, position, child, against } = judged;
  const nothing = { requestId: '', securePaymentToken: token, position, hasBeenPaid: false };
  return plainFailure(token, against, child ? contextOf(child, now) : nothing);
}

function plainFailure(
  securePaymentToken: string,
  reason: FailureReason,
  context: Failure['context'],
): Failure {
  return {
    securePaymentToken,
    reason,
    messageKey: messageKeyOf(reason),
    context,
    recoveryAction: recoveryOf(reason),
  };
}

/** The earliest deadline of children, which is that of their bundle. */
export function earliestDeadline(children: readonly MulticallChild[]): Date {
  return new Date(Math.min(...children.map(({ link }) => link.expiresAt.getTime())));
}
