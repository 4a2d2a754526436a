import { runLater } from '../../engine/loop.ts';
import type { Answer } from '../../engine/request.ts';
import { pause } from '../../engine/wait.ts';
import { readLink } from '../link.ts';
import { safeMessages as messages } from '../messages/en/safe.ts';
import type { OwnProposal } from '../own-proposal.ts';
import type { At, NoticeText } from '../page-state.ts';
import type { World } from '../world.ts';
import { offerOwner } from './offer-owner.ts';
import { endOf, overTextOf } from './read-proposal.ts';
import { reportProposal } from './report-proposal.ts';

/** Milliseconds between two questions to the wallet, which asks a service for its answer. */
const WALLET_POLL_MS = 5_000;
/** Milliseconds between two tries to report a proposal. */
const REPORT_AGAIN_MS = 5_000;
/** A timer cannot wait for longer; deadlines are a day away at most. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** What is waited for. */
interface Waiting {
  readonly world: World;
  readonly own: OwnProposal | undefined;
  /** As the API described it last. */
  readonly body: unknown;
  /** Aborted once the page waits no more. */
  readonly signal: AbortSignal;
}

let waiting: Waiting | undefined;

/**
 * Follows a proposal until the page leaves it: reads what the API says now, and of one of this browser reports it, asks
 * its wallet for its execution, and ends it with its time.
 */
export function followProposal(world: World, state: At<'proposed'>): void {
  const { own, body } = state;
  const { signal } = world;
  waiting = { world, own, body, signal };
  if (own === undefined) {
    void offerOwner(world, body);
    return void readAgain(world);
  }
  const leftMs = Math.max(own.until - Date.now(), 0);
  runLater(signal, Math.min(leftMs, TIMER_MS_MAX), () =>
    world.dispatch({ type: 'proposal_ended', notice: messages.ends.over }),
  );
  void report(world, { state, own, signal });
  void pollWallet(world, own, signal);
}

interface Reporting {
  readonly state: At<'proposed'>;
  readonly own: OwnProposal;
  readonly signal: AbortSignal;
}

async function report(world: World, { state, own, signal }: Reporting): Promise<void> {
  while (!signal.aborted && !own.isReported) {
    const isDone = await reportProposal(world.config, { link: state.link, own });
    const kept = world.memory.read();
    if (isDone && kept?.proposal?.safeTxHash === own.safeTxHash) {
      const proposal = { ...own, isReported: true };
      const chain = state.link?.networkId ?? '';
      world.memory.write({ sent: undefined, chain, view: kept.view, proposal });
    }
    if (isDone) break;
    await pause(REPORT_AGAIN_MS);
  }
  if (!signal.aborted) await readAgain(world);
}

/** What the API says now: of a proposal that was reported mostly that it holds the link. */
async function readAgain(world: World): Promise<void> {
  const answer = await world.api.view();
  world.dispatch({ type: 'viewed', answer });
  judgeAnswer(world, answer);
}

/** A wallet knows of an execution before the API has read the chain, and alone of a failure where the API does not follow it. */
async function pollWallet(world: World, own: OwnProposal, signal: AbortSignal): Promise<void> {
  const { readCalls } = await import('../wallet-calls.ts');
  for (; !signal.aborted; await pause(WALLET_POLL_MS)) {
    const provider = world.provider(own.walletId);
    if (provider === undefined || document.visibilityState === 'hidden') continue;
    const end = await readCalls(provider, own.safeTxHash);
    if (signal.aborted || end === undefined) continue;
    if ('hash' in end) {
      followExecuted(world, own, end.hash);
      return;
    }
    if (end.problem === 'not_sent') endHere(messages.ends.replaced);
    if (end.problem === 'reverted') endHere(messages.ends.failed);
  }
}

function followExecuted(world: World, own: OwnProposal, hash: string): void {
  if (own.source !== undefined) {
    followElsewhere(world, own, hash);
    return;
  }
  const sent = { hash, at: Date.now(), walletId: own.walletId };
  world.dispatch({ type: 'remembered', memory: { sent, view: world.memory.read()?.view } });
}

/** What was executed on another network is followed as every payment from there. */
function followElsewhere(world: World, own: OwnProposal, hash: string): void {
  const view = world.memory.read()?.view ?? world.view;
  const link = readLink(view);
  const known = typeof link === 'string' ? undefined : link;
  const executed = { own, hash, view };
  world.dispatch({ type: 'crosschain', link: known, follows: true, executed });
}

/** The payer waits no more, and may propose the payment again. */
export function giveUp(): void {
  endHere(messages.givenUp);
}

/** Ends the wait by a wallet's or payer's word, which is taken only where the API holds nobody back. */
function endHere(notice: NoticeText): void {
  if (waiting === undefined || waiting.body !== undefined) return;
  const { world } = waiting;
  world.memory.clear();
  world.dispatch({ type: 'proposal_ended', notice });
}

/** Ends the wait where an answer shows that there is none any more. */
export function judgeAnswer(world: World, answer: Answer): void {
  if (waiting === undefined || waiting.signal.aborted) return;
  const end = endOf(waiting, answer, Date.now());
  if (answer.status === 423) waiting = { ...waiting, body: answer.body };
  if (answer.status === 200) waiting = { ...waiting, body: undefined };
  if (end === undefined) return;
  // One whose time is over may still be executed: it is stored, to warn of it.
  if (end.isGone && waiting.own !== undefined) world.memory.clear();
  world.dispatch({ type: 'proposal_ended', notice: end.notice, answer });
  // An expired link is paid late by it, while whoever pays a new one pays twice.
  if (!end.isGone && answer.status === 403) warnOfOver(world, answer);
}

/** Says of a proposal of an earlier page load that its time is over, or its link, and that it may still be executed. */
export function warnOfOver({ dispatch }: Pick<World, 'dispatch'>, answer?: Answer): void {
  dispatch({ type: 'warned', notice: overTextOf(answer) });
}
