import { openApi } from '../api/client.ts';
import { openLoop } from '../engine/loop.ts';
import { list } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import type { PageConfig } from './config.ts';
import { arrive, loadNetwork, resume, view } from './effects.ts';
import { openPageGuard } from './expected-part.ts';
import { isFinal, isSeen } from './finality.ts';
import { keepFragment } from './keep-fragment.ts';
import { KNOWN_WALLET_KEY, readKept, writeKept } from './kept.ts';
import { loadBilled } from './later.tsx';
import { hasLeftWallet } from './leave-wallet.ts';
import { openMemory } from './memory.ts';
import { dropPayment } from './move-fees.ts';
import type { PageEvent, PageState, Progress, Remembered } from './page-state.ts';
import { isProposed } from './proposal.ts';
import { loadSafe } from './safe-part.ts';
import { hasFeesLeft } from './steps.ts';
import { isUnderWay, nextState } from './transitions.ts';
import { openWalletSearch } from './wallet-search.ts';
import { loadedWalletConnect } from './walletconnect-part.ts';
import { SETTLING_POLL_MS, type World } from './world.ts';

/** Milliseconds between routine questions to the API while nothing is about to settle. */
const IDLE_POLL_MS = 15_000;

export { later } from './later.tsx';
export { showProgress } from './progress/show-progress.tsx';

/** The running page: it takes events, and runs the effects of each page state. */
export interface PageController {
  dispatch(event: PageEvent): void;
  /** Starts the search for wallets, the memory and the polling; settles once what is remembered is known. */
  begin(): Promise<void>;
}

interface ControllerParts {
  readonly config: PageConfig;
  readonly first: Answer | undefined;
  readonly state: PageState;
  readonly show: (state: PageState) => void;
}

/** Opens a journey; it does nothing before `begin`. */
export function openController(parts: ControllerParts): PageController {
  const { config } = parts;
  const search = openWalletSearch({ config, onFound: offer, dispatch });
  /** Where to continue after a reload; tried once, as soon as that wallet is found. */
  let before: Before | undefined;
  const page = openPageGuard(config.token);
  const loop = openLoop<PageState, PageEvent>({
    initial: parts.state,
    next: (state, event) => page.guard(nextState(state, event)),
    show(state, from) {
      if (state.at === 'connecting') before = undefined;
      clearLeft(world, from, state);
      noteSpent(config.token, from, state);
      parts.show(state);
    },
    startsAnew,
    enter: (state) => arrive(world, state),
  });
  const world: World = {
    config,
    api: openApi(config),
    memory: openMemory(config.token, Date.now),
    dispatch,
    provider: search.provider,
    offer,
    view: parts.first?.status === 200 ? parts.first.body : undefined,
    get signal() {
      return loop.signal;
    },
  };

  function offer(): void {
    const wallets = search.offered(loop.state);
    if (wallets === undefined) return;
    dispatch({ type: 'wallets_found', wallets });
    const { state } = loop;
    if (before === undefined || state.at !== 'connect') return;
    const { walletId, progress } = before;
    const wallet = state.wallets?.find(({ id }) => id === walletId);
    if (wallet === undefined) return;
    void resume(world, wallet, progress);
    before = undefined;
  }

  function dispatch(event: PageEvent): void {
    // Nothing happens on a page that cannot compare yet.
    if (page.pending !== undefined) return void page.pending.then(() => dispatch(event));
    const { at } = loop.state;
    if (event.type === 'retry' && (at === 'unreachable' || at === 'limited')) void view(world);
    if (event.type === 'viewed') findIntents(world, event.answer);
    loop.dispatch(event);
  }

  return {
    dispatch,
    async begin() {
      keepFragment();
      if (loop.state.at === 'empty') return;
      await page.pending;
      before = wherePaused(world);
      const memory = world.memory.read();
      await loadNetwork({ body: memory?.view });
      world.view ??= memory?.view;
      arrive(world, loop.state);
      if (page.isExpecting) dispatch({ type: 'compared' });
      dispatchStored(world, memory, before?.progress);
      viewProgress(world, parts.first, loop.state);
      void rememberSpent(world);
      findIntents(world, parts.first);
      offer();
      pollApi(world, () => loop.state);
      answerFirstPress(world);
    },
  };
}

/** A press on a button that the document itself has offered. */
function answerFirstPress({ dispatch }: World): void {
  const picked = window.takeFirstWallets?.().picked;
  void picked?.then((wallet) => dispatch({ type: 'wallet_picked', wallet }));
}

/** A wallet to go on with, and how far it had come with this link. */
interface Before {
  readonly walletId: string;
  readonly progress: Progress | undefined;
}

/** Where this link was left, or the wallet that another link was paid with. */
function wherePaused({ memory }: World): Before | undefined {
  const progress = memory.readProgress();
  const walletId = progress?.walletId ?? readKept(KNOWN_WALLET_KEY) ?? '';
  return walletId === '' ? undefined : { walletId, progress };
}

/** What was sent before the page was loaded, calls that a wallet had taken, what was proposed to a Safe, and the part that was sent. */
function dispatchStored(
  world: World,
  memory: Remembered | undefined,
  progress: Progress | undefined,
): void {
  if (memory !== undefined) world.dispatch({ type: 'remembered', memory });
  if (memory?.calls) void import('./wallet-calls.ts').then(({ followCalls }) => followCalls(world));
  if (memory?.proposal?.isOver) warnOfProposal(world);
  const part = progress?.part;
  if (part !== undefined) world.dispatch({ type: 'part_remembered', part });
}

/** The first script only shows that a payment was seen, not its progress. */
function viewProgress({ dispatch }: World, first: Answer | undefined, state: PageState): void {
  if (first !== undefined && ('notice' in state || isProposed(first.body)))
    dispatch({ type: 'viewed', answer: first });
}

async function rememberSpent({ config, dispatch }: World): Promise<void> {
  const { spentOn } = await loadBilled();
  const spent = spentOn(config.token);
  if (spent !== undefined) dispatch({ type: 'spent', spent });
}

function warnOfProposal(world: World, answer?: Answer): void {
  void loadSafe().then(({ warnOfOver }) => warnOfOver(world, answer));
}

/**
 * Payments from other networks, sent by this browser or another device; their code is loaded for them only. Of a
 * link that has ended what owners of a Safe can still execute: whoever pays a new link would pay twice.
 */
function findIntents(world: World, answer: Answer | undefined): void {
  if (answer?.status === 403 && isProposed(answer.body)) warnOfProposal(world, answer);
  const body = answer?.status === 200 ? answer.body : undefined;
  world.view ??= body;
  const kept = openMemory(`${world.config.token}.crosschain`, Date.now).read();
  if (kept !== undefined || list(body, 'paymentIntents').length > 0)
    void loadBilled()
      .then(({ loadElsewhere }) => loadElsewhere())
      .then(({ resume }) => resume(world, body));
}

/** A wallet that the payer turned away from, or a payment that they know to be dropped. */
function clearLeft(world: World, before: PageState, after: PageState): void {
  if (hasLeftWallet(before, after)) {
    world.memory.clearProgress('part' in after ? after.part : undefined);
    void loadedWalletConnect()?.leaveWalletConnect();
    writeKept(KNOWN_WALLET_KEY, '');
  }
  // Otherwise the next signature would lead back to the transaction that was dropped.
  const startsOver = 'notice' in after && after.notice === 'unmined';
  if (before.at === 'confirming' && startsOver) dropPayment(world, before.sent.hash);
}

/** What was spent is stored, so that a later page load does not say that nothing was charged. */
function noteSpent(token: string, before: PageState, after: PageState): void {
  const spent = 'spent' in after ? after.spent : undefined;
  if (spent === undefined || ('spent' in before && before.spent === spent)) return;
  void loadBilled().then((memory) => memory.noteSpent(token, spent));
}

/** Whether a move leads to a place whose work has to begin, even one of the same name. */
function startsAnew(before: PageState, after: PageState): boolean {
  if (before.at !== after.at) return true;
  if (before.at === 'proposed' && after.at === 'proposed') return before.own !== after.own;
  if (
    (before.at === 'preparing' && after.at === 'preparing') ||
    (before.at === 'asking' && after.at === 'asking')
  ) {
    return before.payer.address !== after.payer.address;
  }
  if (before.at === 'unreachable' && after.at === 'unreachable')
    return before.tries !== after.tries;
  return before.at === 'limited' && after.at === 'limited' && before.tries !== after.tries;
}

/** Polls the API while anything can still change, sooner when the payer comes back to the page. */
function pollApi(world: World, current: () => PageState): void {
  let asked = Date.now();
  const query = () => {
    const state = current();
    const { at } = state;
    const isWaitingForWallet =
      at === 'done'
        ? isFinal(state.statuses) === false
        : !['limited', 'mismatch', 'unknown'].includes(at) &&
          // Its own pause, which grows, ends when the payer comes back.
          (at !== 'unreachable' || asked === 0);
    const everyMs = isSettling(state) ? SETTLING_POLL_MS : IDLE_POLL_MS;
    const hidden = document.visibilityState === 'hidden' && !isUnderWay(state);
    if (!isWaitingForWallet || hidden || Date.now() - asked < everyMs) return;
    asked = Date.now();
    void view(world);
  };
  setInterval(query, SETTLING_POLL_MS / 3);
  document.addEventListener('visibilitychange', () => {
    asked = 0;
    query();
  });
  addEventListener('beforeunload', (event) => {
    // Only this page knows which fees of a payment that was sent are not signed yet.
    if (hasFeesLeft(current())) event.preventDefault();
  });
  addEventListener('storage', () => {
    const memory = world.memory.read();
    if (memory?.sent ?? memory?.proposal) world.dispatch({ type: 'remembered', memory });
  });
}

/** Whether a payment is about to count; one that waits for the network's word takes minutes. */
function isSettling(state: PageState): boolean {
  const notice = 'notice' in state ? state.notice : undefined;
  const seen = state.at === 'confirming' ? state.seen : isSeen(notice) ? notice : undefined;
  const awaitsApi = typeof seen === 'object' && seen.blocks === undefined;
  return !awaitsApi && (state.at === 'confirming' || seen !== undefined);
}
