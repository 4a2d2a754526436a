import type { AccountState, SafeExecution } from '#chains/chain.ts';
import { OWN_PAYMENT_MS_MAX, SEARCH_MS_MAX } from './judge-source.ts';
import { advance, type Finding, type Progress } from './progress.ts';
import { type StoredProposal, UNREAD_PROPOSAL } from './stored-proposal.ts';

/** What was read of a Safe in a check. */
export interface SeenSafe {
  /** By the newest block, which is not older than `head`. */
  readonly account: AccountState;
  /** By the newest final block; undefined where it was not needed. */
  readonly final: AccountState | undefined;
  readonly head: bigint;
  /** Whether the execution was searched for up to the newest block. */
  readonly isSearched: boolean;
  readonly execution: SafeExecution | undefined;
}

/** Whether the Safe may have executed the transaction, or a block with its execution may have been undone. */
export function needsSearch({ status, proposal }: Progress, account: AccountState): boolean {
  if (account.kind !== 'safe' || status === 'settled' || status === 'source_confirmed')
    return false;
  if (status === 'source_seen') return true;
  const { nonce, unexecuted } = proposal ?? UNREAD_PROPOSAL;
  return nonce === null ? account.nonce !== unexecuted?.nonce : account.nonce > nonce;
}

/** What the chain says of a transaction that owners of a Safe sign. */
export function judgeExecution(progress: Progress, seen: SeenSafe, now: Date): Progress {
  const judged = seen.isSearched ? judgeSearch(progress, seen) : progress;
  const known = { ...judged, proposal: proposalAfter(judged, seen) };
  return advance(known, timeOver(known, now));
}

/** Whether an owner's signature of it was read, now or before. */
export function isProven({ intent, proof }: Progress): boolean {
  return proof !== undefined || intent.provenAt !== null;
}

function judgeSearch(progress: Progress, { execution, final }: SeenSafe): Progress {
  if (execution === undefined) return judgeUnexecuted(progress, final);
  const { outcome, transactionHash: txHash, isFinal, block } = execution;
  const details = { txHash, block: block.number, outcome };
  if (outcome === 'failure') {
    return isFinal ? advance(progress, failure(progress, 'failed', details)) : progress;
  }
  const event = isFinal ? 'source_confirmed' : 'source_seen';
  return advance(progress, { event, observedFrom: 'source', details });
}

/** Of a Safe that has used the nonce, or whose execution was undone. */
function judgeUnexecuted(progress: Progress, final: AccountState | undefined): Progress {
  const back = advance(progress, { event: 'source_gone', observedFrom: 'source', details: {} });
  const again: Finding = { event: 'proposal_proven', observedFrom: 'source', details: {} };
  const waiting = isProven(back) ? advance(back, again) : back;
  const { nonce, unexecuted } = progress.proposal ?? UNREAD_PROPOSAL;
  if (nonce === null || unexecuted === null || final?.kind !== 'safe') return waiting;
  if (final.nonce <= nonce) return waiting;
  return advance(waiting, failure(waiting, 'replaced', { nonce, finalNonce: final.nonce }));
}

/** Of what nobody here knows to pay the link nothing is said, not even that it failed. */
function failure(
  progress: Progress,
  because: 'failed' | 'replaced',
  details: Finding['details'],
): Finding {
  const event = isProven(progress) ? 'source_failed' : 'pays_other';
  return { event, observedFrom: 'source', details: { because, ...details } };
}

function proposalAfter(progress: Progress, seen: SeenSafe): StoredProposal {
  const { account, head, isSearched, execution } = seen;
  const before = progress.proposal ?? UNREAD_PROPOSAL;
  const found = execution && {
    outcome: execution.outcome,
    transactionHash: execution.transactionHash,
    isFinal: execution.isFinal,
  };
  const { nonce } = before;
  const isUnused = account.kind === 'safe' && nonce !== null && account.nonce <= nonce;
  const isUnfound = account.kind === 'safe' && nonce === null && isSearched && found === undefined;
  return {
    nonce,
    unexecuted: isUnused || isUnfound ? { nonce: account.nonce, block: head } : before.unexecuted,
    execution: isSearched ? (found ?? null) : before.execution,
    signed: before.signed,
  };
}

function timeOver(progress: Progress, now: Date): Finding | undefined {
  const { intent, status, proof } = progress;
  if (status === 'proposed') {
    const until = proof?.holdsUntil ?? intent.holdsUntil;
    if (until === null || now < until) return undefined;
    return { event: 'proposal_expired', observedFrom: 'source', details: { holdsUntil: until } };
  }
  const ageMs = now.getTime() - intent.statusSince.getTime();
  const isOwnNetwork = intent.network === intent.request.network;
  const isUnpaid = isOwnNetwork && status === 'source_confirmed' && intent.status === status;
  if (isUnpaid && !isProven(progress) && ageMs > OWN_PAYMENT_MS_MAX) {
    const details = { because: 'it made no payment of the link' };
    return { event: 'pays_other', observedFrom: 'source', details };
  }
  if (status !== 'recorded' || ageMs <= SEARCH_MS_MAX) return undefined;
  const details = { because: 'nobody executed it' };
  return { event: 'search_ended', observedFrom: 'source', details };
}
