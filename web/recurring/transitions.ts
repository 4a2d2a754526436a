import type { Answer } from '../engine/request.ts';
import { backoffS, LIMITED_WAIT_S } from '../engine/wait.ts';
import { sameAddress } from '../ui/address.ts';
import { checkApprovals, checkLowering } from './check-approvals.ts';
import { checkPermit } from './check-permit.ts';
import type { At, Notice, PageEvent, PageState, Payer, Purpose } from './page-state.ts';
import { type Schedule, stopMessageOf } from './schedule.ts';

/** A token as the API makes them; anything else is none, and the API is not called. */
const TOKEN = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** The first state of the page; the server and the browser agree on it. */
export function initialState(token: string): PageState {
  const known = { wallets: undefined };
  if (token === '') return { at: 'empty', ...known };
  return TOKEN.test(token) ? { at: 'opening', tries: 0, ...known } : { at: 'unknown', ...known };
}

/** The page state after an event. An event that does not apply where the payer is changes nothing. */
export function nextState(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'wallets_found':
      return { ...state, wallets: event.wallets };
    case 'viewed':
      return afterView(state, event);
    case 'retry':
      return afterRetry(state);
    case 'stop':
      return afterStop(state);
    case 'allow':
      return afterAllow(state);
    case 'back':
      return afterBack(state);
    case 'failed':
      return afterFailure(state, event.notice);
    default:
      return afterWallet(state, event);
  }
}

type WalletEvent = Extract<
  PageEvent,
  {
    readonly type: 'wallet_picked' | 'connected' | 'go' | 'sent' | 'mined' | 'saved' | 'measured';
  }
>;

function afterWallet(state: PageState, event: WalletEvent): PageState {
  switch (event.type) {
    case 'wallet_picked': {
      if (state.at !== 'connect') return state;
      const { schedule, purpose } = state;
      return { at: 'connecting', ...known(state), schedule, purpose, wallet: event.wallet };
    }
    case 'connected':
      return state.at === 'connecting' ? afterConnection(state, event) : state;
    case 'go':
      return afterGo(state);
    case 'sent':
      return afterSent(state, event.hash);
    case 'mined':
      return afterMined(state);
    case 'saved':
      return afterSaved(state, event.answer);
    case 'measured':
      return state.at === 'measuring' ? afterMeasured(state, event) : state;
  }
}

function known({ wallets }: PageState) {
  return { wallets };
}

type ViewEvent = Extract<PageEvent, { readonly type: 'viewed' }>;

function afterView(state: PageState, event: ViewEvent): PageState {
  switch (state.at) {
    case 'opening':
      return afterOpening(state, event);
    case 'reading':
      if (event.schedule === undefined) return { ...state, tries: state.tries + 1 };
      return planned({ ...state, schedule: event.schedule }, state.payer, event.nowS);
    case 'going': {
      // What cannot be read leaves what was read.
      const { schedule = state.schedule } = event;
      return { ...state, schedule, reads: state.reads + 1 };
    }
    default:
      return state;
  }
}

function afterOpening(state: At<'opening'>, { answer, schedule }: ViewEvent): PageState {
  const { status } = answer;
  const tries = state.tries + 1;
  if (status === 429) {
    const waitS = answer.retryAfterS ?? LIMITED_WAIT_S;
    return { at: 'limited', ...known(state), waitS, tries };
  }
  if (status === 404 || status === 400) return { at: 'unknown', ...known(state) };
  if (status !== 200) {
    const waitS = answer.retryAfterS ?? backoffS(state.tries);
    return { at: 'unreachable', ...known(state), waitS, tries };
  }
  if (schedule === undefined) return { at: 'unsupported', ...known(state) };
  return begun({ ...known(state), schedule });
}

interface Opened {
  readonly wallets: PageState['wallets'];
  readonly schedule: Schedule;
}

/** Where a schedule is shown: with the way to sign it, or as it goes. */
function begun({ wallets, schedule }: Opened, payer?: Payer, notice?: Notice): PageState {
  const said = notice !== undefined && { notice };
  if (schedule.status === 'pending') {
    return { at: 'connect', wallets, schedule, purpose: 'begin', ...said };
  }
  return { at: 'going', wallets, schedule, reads: 0, payer, ...said };
}

function afterConnection(
  state: At<'connecting'>,
  { address, nowS }: Extract<PageEvent, { readonly type: 'connected' }>,
): PageState {
  const { schedule, purpose, wallet } = state;
  if (!sameAddress(address, schedule.payer)) {
    return { at: 'connect', ...known(state), schedule, purpose, notice: 'other_account' };
  }
  const payer = { wallet, address };
  if (purpose === 'begin' || purpose === 'allow') {
    return planned({ ...known(state), schedule }, payer, nowS);
  }
  return ending({ ...known(state), schedule }, payer, purpose);
}

interface Read extends Opened {
  /** What a block has allowed a moment ago, which the API may not have read yet. */
  readonly allowedUnits?: bigint | undefined;
}

/** What is to be signed, once every part of it is what the page shows. */
function planned(read: Read, payer: Payer, nowS: number): PageState {
  const { wallets, schedule, allowedUnits } = read;
  const here = { wallets, schedule };
  const isPending = schedule.status === 'pending';
  if (!isPending && !lacksAllowance(schedule)) return begun(here, payer);
  const permit = isPending ? checkPermit(schedule, nowS) : undefined;
  if (typeof permit === 'string') return { at: 'untrusted', ...here, problem: permit };
  const approvals = checkApprovals(schedule);
  if (approvals === undefined) return { at: 'untrusted', ...here, problem: 'approval' };
  const isAllowed = allowedUnits !== undefined && approvals.at(-1)?.units === allowedUnits;
  if (!isPending && isAllowed) return begun(here, payer);
  const signed = allowedUnits === undefined ? 0 : 1;
  return { at: 'review', ...here, payer, permit, approvals: isAllowed ? [] : approvals, signed };
}

function afterGo(state: PageState): PageState {
  if (state.at === 'review') {
    const { notice: _, ...rest } = state;
    if (rest.approvals.length > 0) return { ...rest, at: 'approving' };
    return rest.permit === undefined ? state : { ...rest, at: 'signing', permit: rest.permit };
  }
  if (state.at !== 'stop' && state.at !== 'lower') return state;
  const { notice: _, ...rest } = state;
  return rest.at === 'stop' ? { ...rest, at: 'stopping' } : { ...rest, at: 'lowering' };
}

function afterSent(state: PageState, hash: string): PageState {
  if (state.at === 'approving') return { ...state, at: 'approved', hash };
  return state.at === 'lowering' ? { ...state, at: 'lowered', hash } : state;
}

function afterMined(state: PageState): PageState {
  const { at } = state;
  if (at === 'approved') {
    const { schedule, payer, approvals } = state;
    const allowedUnits = approvals[0]?.units;
    return { at: 'reading', ...known(state), schedule, payer, allowedUnits, tries: 0 };
  }
  if (at !== 'lowered') return state;
  const { hash: _, ...rest } = state;
  const approvals = state.approvals.slice(1);
  if (approvals.length > 0) return { ...rest, at: 'lower', approvals };
  return begun({ ...known(state), schedule: state.schedule }, state.payer, 'lowered');
}

function afterSaved(state: PageState, { status }: Answer): PageState {
  if (state.at !== 'signing' && state.at !== 'stopping') return state;
  const { schedule, payer } = state;
  const isOutage = status === 0 || status >= 500 || status === 429;
  if (state.at === 'signing' && status === 201) {
    return begun({ ...known(state), schedule: { ...schedule, status: 'active' } }, payer);
  }
  if (state.at === 'stopping' && status === 200) {
    const stopped = { ...schedule, status: 'cancelled' } as const;
    return { at: 'measuring', ...known(state), schedule: stopped, payer, hasStopped: true };
  }
  return afterFailure(state, isOutage ? 'unreachable' : 'not_accepted');
}

function afterStop(state: PageState): PageState {
  if (state.at !== 'going') return state;
  const purpose = purposeOf(state.schedule);
  if (purpose === undefined) return state;
  const { schedule, payer } = state;
  if (payer !== undefined) return ending({ ...known(state), schedule }, payer, purpose);
  return { at: 'connect', ...known(state), schedule, purpose };
}

/** Whether the contract may take less than the payments that are left. */
export function lacksAllowance({ status, transactions }: Schedule): boolean {
  return (status === 'active' || status === 'paused') && transactions.length > 0;
}

function afterAllow(state: PageState): PageState {
  if (state.at !== 'going' || !lacksAllowance(state.schedule)) return state;
  return { at: 'connect', ...known(state), schedule: state.schedule, purpose: 'allow' };
}

/** How a schedule is ended: one that goes on is stopped, of a stopped one the allowance is lowered. */
export function purposeOf({ status, loweringTransactions }: Schedule): Ending | undefined {
  if (status === 'active' || status === 'paused') return 'stop';
  return status === 'cancelled' && loweringTransactions.length > 0 ? 'lower' : undefined;
}

type Ending = Extract<Purpose, 'stop' | 'lower'>;

function ending(here: Opened, payer: Payer, purpose: Ending): PageState {
  const { schedule } = here;
  if (purpose === 'lower') return { at: 'measuring', ...here, payer, hasStopped: false };
  if (schedule.stopMessage !== stopMessageOf(schedule)) {
    return { at: 'untrusted', ...here, problem: 'stop_message' };
  }
  return { at: 'stop', ...here, payer };
}

/** What is left to be lowered, by the chain's word of the allowance and the API's of what the other schedules need. */
function afterMeasured(
  state: At<'measuring'>,
  { allowanceUnits, schedule }: Extract<PageEvent, { readonly type: 'measured' }>,
): PageState {
  const { payer, hasStopped } = state;
  const here = { ...known(state), schedule: schedule ?? state.schedule };
  if (allowanceUnits === undefined || schedule === undefined) {
    return begun(here, payer, hasStopped ? 'stopped' : 'not_read');
  }
  if (schedule.loweringTransactions.length === 0) {
    return begun(here, payer, hasStopped ? 'stopped' : 'nothing_to_lower');
  }
  const approvals = checkLowering(schedule, allowanceUnits);
  if (approvals === undefined) return { at: 'untrusted', ...here, problem: 'lowering' };
  const notice = hasStopped ? ({ notice: 'stopped' } as const) : {};
  return { at: 'lower', ...here, payer, allowanceUnits, approvals, ...notice };
}

function afterFailure(state: PageState, notice: Notice): PageState {
  switch (state.at) {
    case 'connecting': {
      const { schedule, purpose } = state;
      return { at: 'connect', ...known(state), schedule, purpose, notice };
    }
    case 'approving':
    case 'approved':
    case 'signing':
      return { ...state, at: 'review', notice };
    case 'stopping':
      return { ...state, at: 'stop', notice };
    case 'lowering':
    case 'lowered':
      return { ...state, at: 'lower', notice };
    default:
      return state;
  }
}

function afterBack(state: PageState): PageState {
  switch (state.at) {
    case 'connecting': {
      const { schedule, purpose } = state;
      return { at: 'connect', ...known(state), schedule, purpose };
    }
    case 'connect':
      return state.purpose === 'begin' ? state : begun(state);
    case 'approving':
    case 'signing':
      return afterFailure(state, 'declined');
    case 'review':
      return begun({ ...known(state), schedule: state.schedule });
    case 'stop':
    case 'lower':
      return begun({ ...known(state), schedule: state.schedule }, state.payer);
    case 'stopping':
    case 'lowering':
      return afterFailure(state, 'declined');
    default:
      return state;
  }
}

function afterRetry(state: PageState): PageState {
  if (state.at !== 'unreachable' && state.at !== 'limited') return state;
  return { at: 'opening', ...known(state), tries: state.tries };
}
