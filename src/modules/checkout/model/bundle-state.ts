import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS, type Network, networkOfSourceChain } from '#catalog/networks.ts';
import { findSourceToken } from '#catalog/source-tokens.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { readRouteSource } from '#modules/crosschain/index.ts';
import { type ForwardedTransaction, sentTransactionsShown } from '#modules/forwarding/index.ts';
import type { OpenProposal } from '#modules/intents/index.ts';
import { wireMilestones } from '#modules/ledger/index.ts';
import {
  isOfOneChain,
  isPaid,
  type MulticallChild,
  type MulticallPayout,
  statusOf,
} from '#modules/multicall-payouts/index.ts';
import { awaitsOf, proposalShown, type RequestStatusShown } from './link-state.ts';
import type { OutstandingFeeShown, SkippedFeeShown } from './outstanding-fees.ts';
import { identityShown, type PageIdentity } from './page-identity.ts';
import type { PaidFeeShown } from './paid-fees.ts';
import type { PayerQuery } from './payer-query.ts';

/** When a bundle is opened, and whose page it is. */
interface Opening extends PageIdentity {
  readonly now: Date;
  /** The fees that were paid, of a bundle that has ended. */
  readonly paidFees: readonly PaidFeeShown[];
  /** Those that paid children of it were paid without, and that their own links prepare. */
  readonly outstandingFees: readonly OutstandingFeeShown[];
  /** Those that payments of it should have brought and did not. */
  readonly skippedFees: readonly SkippedFeeShown[];
}

/**
 * Refuses a bundle that has ended: 409 when all of it was paid, 403 when its deadline passed, or when
 * a part was paid and the rest cannot be. A deadline counts from its moment on.
 */
export function checkBundleOpen(
  payout: MulticallPayout,
  { branding, merchant, now, ...fees }: Opening,
): void {
  const status = statusOf(payout, now);
  if (status === 'pending') return;
  const requestStatuses = bundleStatusesOf(payout);
  const identity = identityShown({ branding, merchant });
  if (status === 'completed') {
    throw new Refusal('secure_payment_completed', 409, {
      message: 'Secure payment has already been completed',
      body: {
        status,
        ...identity,
        requestStatuses,
        ...fees,
        redirectUrl: null,
        redirectLabel: null,
      },
    });
  }
  throw new Refusal(`secure_payment_${status}`, 403, {
    message: 'Secure payment token expired or invalid status',
    body: { status, ...identity, expiresAt: isoTime(payout.expiresAt), requestStatuses, ...fees },
  });
}

/** 403: nothing of a bundle can be paid now, because what is left is on its way or can no longer be. */
export function bundleNotPayable(payout: MulticallPayout, identity: PageIdentity): Refusal {
  return new Refusal('multicall_payout_not_executable', 403, {
    message: 'No child of this multicall payout can be paid now',
    body: {
      status: 'pending',
      ...identityShown(identity),
      requestStatuses: bundleStatusesOf(payout),
    },
  });
}

/** About a block of the networks on which transactions are forwarded. */
const RETRY_SECONDS = 3;

/** 423: all that is left of a bundle was sent and may still be executed, or is signed by owners of a Safe. */
export function bundleInProgress(
  payout: MulticallPayout,
  {
    sent,
    proposals,
    ...identity
  }: PageIdentity & {
    readonly sent: readonly ForwardedTransaction[];
    /** By the token of the child's link. */
    readonly proposals: ReadonlyMap<string, OpenProposal>;
  },
): Refusal {
  return new Refusal('secure_payment_in_progress', 423, {
    message: 'Secure payment is in progress',
    body: {
      status: 'pending',
      ...identityShown(identity),
      requestStatuses: payout.children.map((child) => ({
        ...requestStatusOf(child),
        ...proposalShown(proposals.get(child.link.token)),
      })),
      sentTransactions: sentTransactionsShown(sent),
    },
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** How each child of a bundle stands. */
function bundleStatusesOf({ children }: MulticallPayout): RequestStatusShown[] {
  return children.map(requestStatusOf);
}

/** The same for an open bundle: only once a payment of it was seen. */
export function bundleProgress(payout: MulticallPayout): {
  readonly requestStatuses?: RequestStatusShown[];
} {
  const requestStatuses = bundleStatusesOf(payout);
  return requestStatuses.some(({ txHash }) => txHash !== null) ? { requestStatuses } : {};
}

function requestStatusOf(child: MulticallChild): RequestStatusShown {
  const { requestId, paidTransactionHash, seenTransactionHash } = child.request;
  return {
    requestId,
    hasBeenPaid: isPaid(child),
    txHash: paidTransactionHash ?? seenTransactionHash,
    ...wireMilestones(child.request.milestones),
    awaits: awaitsOf(child.request),
  };
}

/** The networks of children, each once. */
export function networksOf(children: readonly MulticallChild[]): readonly Network[] {
  return [...new Set(children.map(({ network }) => network))].map((id) => NETWORKS[id]);
}

/**
 * The token of another network that a bundle is to be paid from; undefined where it is paid on its own. Refuses (400) a
 * source of a bundle that was made to be paid on its own network, and a token that the source does not have.
 */
export function readBundleSource(
  { chain, token }: PayerQuery,
  payout: Pick<MulticallPayout, 'requestedExecutionKind'>,
  children: readonly MulticallChild[],
): Currency | undefined {
  const from = chain === undefined ? undefined : networkOfSourceChain(chain);
  const [network, ...others] = networksOf(children);
  if (from === undefined || token === undefined || network === undefined) return undefined;
  const { requestedExecutionKind: kind } = payout;
  if (kind !== 'evm_cross_chain' && others.length === 0 && from.id === network.id) {
    const currencies = children.map(({ currency }) => currency);
    return readRouteSource({ chain, token }, network, currencies);
  }
  if (kind === 'evm_same_chain') {
    const message = `this multicall payout was made to be paid on ${network.name} itself: leave chain and token out`;
    throw refuseField('chain', message);
  }
  const source = findSourceToken(from.id, token);
  if (source === undefined) {
    throw refuseField('token', `${token} on ${from.name} cannot be paid with`);
  }
  return source;
}

/**
 * Refuses (400) to pay children of several networks, or a bundle that was made to be paid from
 * another chain, without a source chain and a source token.
 */
export function checkSameChain(payout: MulticallPayout, children: readonly MulticallChild[]): void {
  if (!isOfOneChain(payout, children)) throw sourceRequired();
}

/** 400: a bundle that cannot be paid on one chain, without the source that it is paid from. */
export function sourceRequired(): Refusal {
  const message =
    'This multicall payout is paid from another chain: send the source chain and the source token as chain and token';
  return refuseField('chain', message, 'source_chain_required');
}
