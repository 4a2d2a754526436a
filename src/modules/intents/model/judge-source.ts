import type { BridgeDeposit, RouteTransaction, SourceTransaction } from '#chains/chain.ts';
import { advance, type Finding, type Progress } from './progress.ts';
import type { StoredSource } from './stored-observations.ts';

/** A hash that no node has after so long is searched no more; it can be reported again. */
export const SEARCH_MS_MAX = 24 * 60 * 60 * 1_000;

/** A payment on the link's own network that is final is credited within minutes; later it is none of the link. */
export const OWN_PAYMENT_MS_MAX = 60 * 60 * 1_000;

/** What a source transaction is compared with. */
export interface LinkOfSource {
  readonly now: Date;
  /** Whether the source is the network on which the link is paid. */
  readonly isOwnNetwork: boolean;
  /** Whether what a transaction of its sender calls pays the link, and what leaves the payer by it, where that can be read. */
  readonly readCall: (
    transaction: RouteTransaction,
    sender: string,
  ) => {
    readonly pays: boolean;
    readonly paid?: StoredSource['paid'];
  };
  /** Whether a deposit pays the link. */
  readonly deposits: (deposit: BridgeDeposit) => boolean;
}

type Sent = Exclude<SourceTransaction, { state: 'unknown' }>;
type Executed = Extract<SourceTransaction, { state: 'success' | 'reverted' }>;

/**
 * What a source transaction says of an intent. Failed is only what was to pay the link, by what it calls: anything
 * else pays something else, and nothing is said of it.
 */
export function judgeSource(
  progress: Progress,
  seen: SourceTransaction,
  link: LinkOfSource,
): Progress {
  if (seen.state === 'unknown') return advance(progress, judgeUnknown(progress, seen, link));
  const { pays, paid } = seen.transaction
    ? link.readCall(seen.transaction, seen.sender)
    : { pays: false };
  const block =
    seen.state === 'waiting' ? null : { number: seen.block.number, time: seen.blockTime };
  const isByOthers = seen.state === 'success' && seen.payers !== undefined;
  const source = {
    sender: seen.sender,
    ...(isByOthers && { isBySender: false }),
    nonce: seen.nonce,
    pays,
    block,
    paid,
  };
  const known = { ...progress, source };
  if (seen.state === 'success') return judgeSuccess(known, seen, link);
  const isOver = seen.state === 'reverted' && seen.isFinal;
  if (!isOver) return advance(known, goneFrom(progress, seen));
  return advance(
    known,
    pays ? failed('reverted', seen) : other('it was reverted and pays something else'),
  );
}

function judgeUnknown(
  { intent, status, source }: Progress,
  { isReplaced }: { readonly isReplaced: boolean },
  { now }: LinkOfSource,
): Finding | undefined {
  if (isReplaced && source !== null) {
    return source.pays ? failed('replaced') : other('it was replaced and pays something else');
  }
  if (status === 'source_seen' || status === 'source_confirmed') {
    return { event: 'source_gone', observedFrom: 'source', details: {} };
  }
  const isOld = now.getTime() - intent.statusSince.getTime() > SEARCH_MS_MAX;
  if (!isOld) return undefined;
  const details = { because: 'no node has it' };
  return { event: 'search_ended', observedFrom: 'source', details };
}

function judgeSuccess(known: Progress, seen: Executed, link: LinkOfSource): Progress {
  const deposit = seen.deposits.find(link.deposits);
  if (!link.isOwnNetwork && deposit === undefined) {
    return advance(known, other('it made no deposit that pays the link'));
  }
  const { pays } = known.source ?? {};
  const age = link.now.getTime() - known.intent.createdAt.getTime();
  if (link.isOwnNetwork && pays !== true && seen.isFinal && age > OWN_PAYMENT_MS_MAX) {
    return advance(known, other('it made no payment of the link'));
  }
  const details = {
    block: seen.block.number,
    sender: seen.sender,
    ...(deposit && {
      depositId: deposit.depositId,
      inputUnits: deposit.inputUnits,
      outputUnits: deposit.outputUnits,
      fillDeadline: deposit.fillDeadline,
    }),
  };
  const event = seen.isFinal ? 'source_confirmed' : 'source_seen';
  return advance(
    { ...known, deposit: deposit ?? null },
    { event, observedFrom: 'source', details },
  );
}

/** A transaction that a block held and that waits again, or is reverted in a block that may still be undone. */
function goneFrom({ status }: Progress, { state }: Sent): Finding | undefined {
  if (status !== 'source_seen' && status !== 'source_confirmed') return undefined;
  return { event: 'source_gone', observedFrom: 'source', details: { state } };
}

function failed(because: 'reverted' | 'replaced', seen?: Executed): Finding {
  const details = { because, ...(seen && { block: seen.block.number }) };
  return { event: 'source_failed', observedFrom: 'source', details };
}

function other(because: string): Finding {
  return { event: 'pays_other', observedFrom: 'source', details: { because } };
}
