import { hasBridge } from '#catalog/bridge.ts';
import { FAMILIES } from '#catalog/families.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type FieldIssue, Refusal, refuseField } from '#kit/failure.ts';
import { canBeWorthRoute } from '#modules/crosschain/index.ts';
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
  /** Of those that are paid from another network. */
  readonly crossChainChildrenMax: number;
  /** Whether anything is paid from other networks here. */
  readonly hasRoutes: boolean;
}

/**
 * The children of a bundle, in their order. Refuses (400) with all issues:
 * first a list that is too long, then every unfit child in its place, also one on another network than the first where
 * no route pays it; and a way of paying that is not offered, since nobody could pay the bundle.
 */
export function eligibleChildren(
  asked: readonly AskedChild[],
  terms: EligibilityTerms,
): readonly MulticallChild[] {
  const firstAt = new Map(asked.map(({ token }, position) => [token, position] as const).reverse());
  const judged = asked.map((one, position) => {
    const isRepeated = firstAt.get(one.token) !== position;
    return judge({ ...one, position, isRepeated }, terms);
  });
  const mates = judged.flatMap(({ child, reason }) => (reason === undefined && child) || []);
  const [first] = mates;
  const isByRoute = isPaidByRoutes(terms, mates);
  const over = exceeded(asked.length, terms, isByRoute);
  const issueOf = (child: MulticallChild) =>
    isByRoute ? routeIssue(child) : first && networkIssue(child, first);
  const failures = judged.flatMap(({ token, position, child, reason }) => {
    const against = reason ?? (child && first && mismatchOf(child, first, { terms, issueOf }));
    return against === undefined ? [] : [failureOf({ token, position, child, against }, terms.now)];
  });
  if (over === undefined && failures.length === 0) {
    checkOffered(terms, mates);
    return mates;
  }
  const errors = mates.flatMap((child) => issueOf(child) ?? []);
  throw multicallRefused([...(over ? [over.failure] : []), ...failures], {
    cap: over?.cap,
    errors,
  });
}

/** Whether only routes from another network can pay these children: their network has no transaction that pays the others. */
function isPaidByRoutes(
  { kind, hasRoutes }: EligibilityTerms,
  children: readonly MulticallChild[],
): boolean {
  if (!hasRoutes) return false;
  const networks = new Set(children.map(({ network }) => network));
  return kind === 'evm_cross_chain' || (kind === undefined && networks.size > 1);
}

/** 400: so many children are not paid from another network at once. */
export function tooManyForRoutes(actual: number, maximum: number): Refusal {
  const { cap, failure } = capOf({ actual, maximum, reason: 'cap_exceeded' });
  return multicallRefused([failure], { cap, errors: [] });
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

/** Refuses (400) a way of paying that children on their network could be paid in and that this installation has not. */
function checkOffered(
  { kind, hasRoutes }: EligibilityTerms,
  children: readonly MulticallChild[],
): void {
  const [first] = children;
  if (kind !== 'evm_cross_chain' || hasRoutes || first === undefined) return;
  const kinds = FAMILIES[NETWORKS[first.network].family].preparedBundleKinds;
  const field = 'requestedExecutionKind';
  const message = `${field} ${kind} is not offered by this service: leave it out or send ${kinds.join(' or ')}`;
  throw refuseField(field, message, 'not_supported');
}

/** What a child on another network than the first has against it; undefined where it is on the same. */
function networkIssue(
  { network, position }: MulticallChild,
  first: MulticallChild,
): FieldIssue | undefined {
  if (network === first.network) return undefined;
  const field = `childTokens[${position}]`;
  const message = `${field} is on ${network} and the first payable child is on ${first.network}: no transaction pays both, so put the children of each network into a bundle of their own`;
  return { field, message };
}

/** Why no route from another network pays a child; undefined where one may. */
function routeIssue({
  request,
  currency,
  network,
  position,
}: MulticallChild): FieldIssue | undefined {
  const field = `childTokens[${position}]`;
  const { name } = NETWORKS[network];
  const issue = (message: string) => ({ field, message: `${field} ${message}` });
  if (!hasBridge(network)) return issue(`is on ${name}, where no route ends`);
  if (request.kind !== 'token') return issue('is not paid in a token without a conversion');
  if (canBeWorthRoute(currency, request.expectedUnits)) return undefined;
  return issue('must be more than 1 USD of a stablecoin to be paid from another network');
}

function exceeded(
  actual: number,
  { kind, childrenMax, crossChainChildrenMax }: EligibilityTerms,
  isByRoute: boolean,
): CapFailure | undefined {
  const isCrossChain = isByRoute || kind === 'evm_cross_chain';
  const maximum = isCrossChain ? Math.min(childrenMax, crossChainChildrenMax) : childrenMax;
  if (actual <= maximum) return undefined;
  const reason = actual > childrenMax ? 'too_many_children' : 'cap_exceeded';
  return capOf({ actual, maximum, reason });
}

/** A limit that was exceeded, and the failure that says so. */
interface CapFailure {
  readonly failure: Failure;
  readonly cap: Cap;
}

function capOf({
  actual,
  maximum,
  reason,
}: Pick<Cap, 'actual' | 'maximum'> & { readonly reason: FailureReason }): CapFailure {
  const cap: Cap = { type: 'child_count', maximum, actual, reduceBy: actual - maximum };
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
  first: MulticallChild,
  {
    terms: { kind },
    issueOf,
  }: {
    readonly terms: EligibilityTerms;
    readonly issueOf: (child: MulticallChild) => FieldIssue | undefined;
  },
): FailureReason | undefined {
  if (issueOf(child) !== undefined) return 'not_payable_child';
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
