import { type Currency, currencyByToken } from '#catalog/currencies.ts';
import { NETWORKS, type NetworkId, networkByChainId } from '#catalog/networks.ts';
import type { AccountState, Call, Chain, TransactionStep } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { within } from '#kit/within.ts';
import { hasFeesApart, isDollar } from '#modules/fees/index.ts';
import { findDueFees, openSourceFees, orderOfRequest } from '#modules/requests/index.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import type { SafeProposal } from '#providers/safe-service.ts';
import {
  countSigned,
  findProposalProblem,
  type ProposalTerms,
  proposalExecutableUntil,
  type ReadProposal,
} from './model/judge-proposal.ts';
import { advance, type DueIntent, type Progress } from './model/progress.ts';
import type { ProposedRoute } from './model/proposed-route.ts';
import { heldUntil, PROVEN_OF_SAFE_MAX } from './model/safe-deadline.ts';
import { UNREAD_PROPOSAL } from './model/stored-proposal.ts';
import { countProven } from './store/proposals.ts';

/** A payer waits for this at most; the rest is done by the background job. */
const SERVICE_MS_MAX = 3_000;
/** A process asks for so many at a time: services allow a few calls a second. */
const PROPOSALS_READ_MAX = 5;
/** Each signature takes some computing, and a Safe with more owners is none that people use. */
const SIGNATURES_READ_MAX = 50;
/** Owners sign within minutes, or hours later: then each of so many checks reads how many have, as services count their calls. */
const SIGNED_OFTEN_CHECKS = 20;
const SIGNED_EVERY_CHECKS = 8;

/** A network with contract accounts. */
export interface AccountChain {
  readonly chain: Chain;
  readonly accounts: NonNullable<Chain['accounts']>;
}

/**
 * What the service shows of intents whose transaction is not proven yet, and now and then of those that are; by intent. Nothing of those that
 * it does not know, nor where it does not answer in time. Its words count for nothing until they were judged.
 */
export async function readProposals(
  ctx: Context,
  { chain, accounts }: AccountChain,
  due: readonly DueIntent[],
): Promise<ReadonlyMap<string, ReadProposal>> {
  const { safes } = ctx;
  const { id: network } = chain.network;
  if (safes === undefined || !safes.networks.includes(network)) return new Map();
  const unproven = due.filter(({ status }) => status === 'recorded');
  const asked = [...unproven, ...due.filter(isCountDue)];
  // One transaction may pay several links.
  const hashes = [...new Set(asked.flatMap((one) => one.safeTransactionHash ?? []))];
  const read = hashes.slice(0, PROPOSALS_READ_MAX).map(async (safeTransactionHash) => {
    const finding = safes.findTransaction({ network, safeTransactionHash });
    const found = await withoutOutage(
      ctx,
      within(SERVICE_MS_MAX, finding, () => undefined),
    );
    if (found === undefined) return [];
    const proposal = await readProposal(ctx, { chain, accounts }, found);
    // What has another hash says nothing of this transaction, not even which Safe it is of.
    if (proposal.hash !== safeTransactionHash) return [];
    const ofHash = asked.filter((one) => one.safeTransactionHash === safeTransactionHash);
    return ofHash.map(({ id }) => [id, proposal] as const);
  });
  return new Map((await Promise.all(read)).flat());
}

function isCountDue({ status, checks }: DueIntent): boolean {
  return (
    status === 'proposed' && (checks < SIGNED_OFTEN_CHECKS || checks % SIGNED_EVERY_CHECKS === 0)
  );
}

async function withoutOutage<Result>(
  { log }: Context,
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    log.warn({ err: error }, 'a proposal of a Safe was not read');
    return undefined;
  }
}

async function readProposal(
  ctx: Context,
  { chain, accounts }: AccountChain,
  { safe, transaction, confirmations }: SafeProposal,
): Promise<ReadProposal> {
  const hash = accounts.safeTransactionHash(safe, transaction);
  const recovered = await Promise.all(
    confirmations
      .slice(0, SIGNATURES_READ_MAX)
      .map(({ signature }) => accounts.recoverSigner(hash, signature)),
  );
  return {
    safe,
    nonce: transaction.nonce,
    hash,
    signers: recovered.filter((signer) => signer !== undefined),
    confirmedBy: confirmations.map(({ owner }) => owner),
    steps: accounts.decodeCalls(transaction)?.map((call: Call) => readStep(ctx, chain, call)),
  };
}

/** What a call does here, or which route it starts; undefined for every other call. */
function readStep(
  { chains }: Context,
  chain: Chain,
  call: Call,
): TransactionStep | ProposedRoute | undefined {
  const step = chain.readStep?.(call);
  if (step !== undefined) return step;
  const route = chain.bridge?.decodeRoute(call);
  if (route === undefined || 'refused' in route) return undefined;
  const destination = networkByChainId(route.destinationChainId);
  const bridge = destination && chains.get(destination.id)?.bridge;
  return { type: 'route', call, route, payment: route.call && bridge?.readPaymentCall(route.call) };
}

/**
 * Takes what was read of a proposal: its Safe, nonce and signatures where the hash is that of it, and a proof where it pays the link, that Safe
 * has proven no more than a few for it, and something is due.
 */
export async function judgeProposal(
  ctx: Context,
  progress: Progress,
  { proposal, account }: { readonly proposal: ReadProposal; readonly account: AccountState },
): Promise<Progress> {
  const { intent } = progress;
  if (proposal.hash !== intent.safeTransactionHash) return progress;
  const { safe, nonce } = proposal;
  const known = {
    ...progress,
    safeAddress: safe,
    proposal: {
      ...(progress.proposal ?? UNREAD_PROPOSAL),
      nonce,
      signed: countSigned(proposal, account),
    },
  };
  if (intent.status !== 'recorded') return known;
  const due = await dueOf(ctx, intent, proposal);
  const network = NETWORKS[intent.network];
  const terms = { hash: proposal.hash, account, network, now: ctx.now(), ...due };
  const problem = findProposalProblem(proposal, terms);
  if (problem !== undefined) {
    ctx.log.info({ intent: intent.id, problem }, 'a proposal of a Safe proves no payment');
    return known;
  }
  const { securePaymentToken: token } = intent;
  if ((await countProven(ctx, { token, safe })) >= PROVEN_OF_SAFE_MAX) return known;
  const held = heldUntil(intent.safeDeadline, ctx.now());
  const executable = proposalExecutableUntil(proposal) ?? held;
  const holdsUntil = new Date(Math.min(executable.getTime(), held.getTime()));
  const details = { safe, nonce, holdsUntil };
  const proven = advance(known, { event: 'proposal_proven', observedFrom: 'provider', details });
  return { ...proven, proof: { holdsUntil } };
}

/** What is due of an intent's link, and its fees as they are paid where a route starts; nothing of one that was paid. */
async function dueOf(
  ctx: Context,
  { securePaymentToken, network }: DueIntent,
  { steps = [] }: ReadProposal,
): Promise<Pick<ProposalTerms, 'orders' | 'sourceFees'>> {
  const link = await findByToken(ctx, securePaymentToken);
  const unpaid = (link?.requests ?? []).filter(
    ({ paidUnits, expectedUnits }) => paidUnits < expectedUnits,
  );
  const ids = unpaid.filter(hasFeesApart).map(({ id }) => id);
  const found = ids.length === 0 ? undefined : await findDueFees(ctx, ids);
  const due = unpaid.map((request) => {
    const dueFees = found?.get(request.id) ?? [];
    return { order: orderOfRequest(ctx, request, { dueFees }), dueFees };
  });
  const orders = due.map(({ order }) => order);
  const elsewhere = due.filter(({ order }) => order.chain.network.id !== network);
  const source = sourceOf(network, steps);
  const sourceFees: SourceFees = [];
  for (const { order, dueFees: fees } of elsewhere) {
    if (fees.length === 0) continue;
    const { currency } = order;
    if (source === undefined || !isDollar(source) || !isDollar(currency)) {
      return { orders, sourceFees: undefined };
    }
    const opened = await openSourceFees(ctx, { fees, currency, source });
    sourceFees.push(...opened.map((fee) => ({ ...fee, tokenAddress: source.address })));
  }
  return { orders, sourceFees };
}

type SourceFees = NonNullable<ProposalTerms['sourceFees']>[number][];

/** The token that the routes of a proposal take, by the first of them. */
function sourceOf(
  network: NetworkId,
  steps: NonNullable<ReadProposal['steps']>,
): Currency | undefined {
  const first = steps.find((step) => step?.type === 'route');
  return first?.type === 'route' ? currencyByToken(network, first.route.sourceToken) : undefined;
}
