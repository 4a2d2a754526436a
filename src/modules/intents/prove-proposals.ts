import type { AccountState, Call, Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { within } from '#kit/within.ts';
import { hasFeesApart } from '#modules/fees/index.ts';
import { findDueFees, orderOfRequest } from '#modules/requests/index.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import type { SafeProposal } from '#providers/safe-service.ts';
import { countSigned, findProposalProblem, type ReadProposal } from './model/judge-proposal.ts';
import { advance, type DueIntent, type Progress } from './model/progress.ts';
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
    const proposal = await readProposal({ chain, accounts }, found);
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
    steps: accounts.decodeCalls(transaction)?.map((call: Call) => chain.readStep?.(call)),
  };
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
  const isOwnNetwork = intent.network === intent.request.network;
  if (proposal.hash !== intent.safeTransactionHash || !isOwnNetwork) return progress;
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
  const terms = { hash: proposal.hash, account };
  const problem = findProposalProblem(proposal, { ...terms, orders: await ordersOf(ctx, intent) });
  if (problem !== undefined) {
    ctx.log.info({ intent: intent.id, problem }, 'a proposal of a Safe proves no payment');
    return known;
  }
  const { securePaymentToken: token } = intent;
  if ((await countProven(ctx, { token, safe })) >= PROVEN_OF_SAFE_MAX) return known;
  const holdsUntil = heldUntil(intent.safeDeadline, ctx.now());
  const details = { safe, nonce, holdsUntil };
  const proven = advance(known, { event: 'proposal_proven', observedFrom: 'provider', details });
  return { ...proven, proof: { holdsUntil } };
}

/** What is due of an intent's link; nothing of one that was paid. */
async function ordersOf(ctx: Context, { securePaymentToken }: DueIntent) {
  const link = await findByToken(ctx, securePaymentToken);
  const unpaid = (link?.requests ?? []).filter(
    ({ paidUnits, expectedUnits }) => paidUnits < expectedUnits,
  );
  const ids = unpaid.filter(hasFeesApart).map(({ id }) => id);
  const fees = ids.length === 0 ? undefined : await findDueFees(ctx, ids);
  return unpaid.map((request) =>
    orderOfRequest(ctx, request, { dueFees: fees?.get(request.id) ?? [] }),
  );
}
