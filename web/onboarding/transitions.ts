import { readRefusal } from '../api/read-view.ts';
import { member, texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { backoffS, LIMITED_WAIT_S } from '../engine/wait.ts';
import { isSameAccount } from '../wallet/same-account.ts';
import { readDestination, readInvitation, readSession } from './answers.ts';
import type { At, Choices, Notice, PageEvent, PageState, StateName } from './page-state.ts';
import { chosenToken, tokenOf } from './tokens.ts';

/** A token as invitations have it; anything else is none, and the API is not called. */
const TOKEN = /^lit_[0-9a-f]{32}$/;

const NOTHING_CHOSEN: Choices = { networkId: '', currencyId: '', screening: 'none' };

/** The first state of the page; the server and the browser agree on it. */
export function initialState(token: string): PageState {
  const known = { wallets: undefined, choices: NOTHING_CHOSEN };
  if (token === '') return { at: 'empty', ...known };
  return TOKEN.test(token) ? { at: 'opening', tries: 0, ...known } : { at: 'unknown', ...known };
}

/** The page state after an event. An event that does not apply where the owner is changes nothing. */
export function nextState(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'opened':
      return state.at === 'opening' ? afterOpening(state, event) : state;
    case 'read':
      return state.at === 'reading' ? afterReading(state, event) : state;
    case 'saved':
      return state.at === 'saving' ? afterSaved(state, event.answer) : state;
    case 'linked':
      return state.at === 'linking' ? afterLinked(state, event.answer) : state;
    case 'left':
      return state.at === 'leaving' ? afterLeaving(state, event.answer) : state;
    case 'remembered':
      return state.at === 'opening' ? { at: 'done', ...knownOf(state), ...event.linked } : state;
    case 'wallets_found':
      return { ...state, wallets: event.wallets };
    default:
      return afterOwnerEvent(state, event);
  }
}

type ApiEventType =
  | 'opened'
  | 'read'
  | 'saved'
  | 'linked'
  | 'left'
  | 'remembered'
  | 'wallets_found';

function afterOwnerEvent(
  state: PageState,
  event: Exclude<PageEvent, { readonly type: ApiEventType }>,
): PageState {
  switch (event.type) {
    case 'chosen':
      return afterChoice(state, event.choices);
    case 'save':
      return afterSave(state);
    case 'keep':
      return afterKeep(state);
    case 'change':
      return afterChange(state);
    case 'agree':
      return state.at === 'consent' ? { at: 'linking', ...readyOf(state) } : state;
    case 'retry':
      return afterRetry(state);
    case 'leave':
      return LEAVABLE.has(state.at) ? { at: 'leaving', ...knownOf(state) } : state;
    default:
      return afterSignIn(state, event);
  }
}

function afterRetry(state: PageState): PageState {
  if (state.at !== 'unreachable' && state.at !== 'limited') return state;
  return { at: 'opening', tries: state.tries, ...knownOf(state) };
}

type SignInEvent = Extract<
  PageEvent,
  {
    readonly type:
      | 'wallet_picked'
      | 'connected'
      | 'signed_in'
      | 'sign_in_failed'
      | 'distrusted'
      | 'back';
  }
>;

function afterSignIn(state: PageState, event: SignInEvent): PageState {
  const known = knownOf(state);
  switch (state.at) {
    case 'connect':
      return event.type === 'wallet_picked'
        ? { at: 'connecting', ...known, wallet: event.wallet }
        : state;
    case 'connecting':
      if (event.type === 'connected') {
        const { address, chainId } = event;
        return { at: 'signing', ...known, wallet: state.wallet, address, chainId };
      }
      return afterAttempt(state, event);
    case 'signing':
      // Who is signed in now is read from the API, not concluded.
      if (event.type === 'signed_in') return { at: 'opening', ...known, tries: 0 };
      if (event.type === 'distrusted') return { at: 'untrusted', ...known, problem: event.problem };
      return afterAttempt(state, event);
    default:
      return state;
  }
}

function afterAttempt(state: At<'connecting' | 'signing'>, event: SignInEvent): PageState {
  if (event.type === 'sign_in_failed') return toConnect(state, event.notice);
  return event.type === 'back' ? toConnect(state) : state;
}

function knownOf({ wallets, choices }: PageState) {
  return { wallets, choices };
}

function invitedOf(state: At<'destination' | 'saving' | 'consent' | 'linking'>) {
  return { ...knownOf(state), session: state.session, invitation: state.invitation };
}

function readyOf(state: At<'consent' | 'linking'>) {
  return { ...invitedOf(state), destination: state.destination };
}

function toConnect(state: PageState, notice?: Notice): PageState {
  return { at: 'connect', ...knownOf(state), ...(notice !== undefined && { notice }) };
}

/** Where an answer leads that is about the API and not about the question. */
function outage(state: At<'opening' | 'reading'>, answer: Answer): PageState {
  const known = knownOf(state);
  const tries = state.tries + 1;
  if (answer.status === 429) {
    return { at: 'limited', ...known, waitS: answer.retryAfterS ?? LIMITED_WAIT_S, tries };
  }
  const waitS = answer.retryAfterS ?? backoffS(state.tries);
  return { at: 'unreachable', ...known, waitS, tries };
}

function afterOpening(
  state: At<'opening'>,
  { answer, isMistyped }: Extract<PageEvent, { readonly type: 'opened' }>,
): PageState {
  if (answer.status === 401) return toConnect(state);
  if (answer.status !== 200) return outage(state, answer);
  if (isMistyped === true) return toConnect(state, 'wrong_checksum');
  const session = readSession(answer.body);
  const known = knownOf(state);
  return session.address === undefined
    ? { at: 'other_login', ...known, session }
    : { at: 'reading', ...known, session, tries: state.tries };
}

/** The end of an invitation that can no longer be accepted; undefined for any other answer. */
function closedState(
  answer: Answer,
): Extract<StateName, 'unknown' | 'used' | 'expired'> | undefined {
  const { code } = readRefusal(answer.body);
  if (code === 'LINK_INTENT_USED') return 'used';
  if (code === 'LINK_INTENT_EXPIRED') return 'expired';
  return answer.status === 404 ? 'unknown' : undefined;
}

function afterReading(
  state: At<'reading'>,
  answers: { readonly invitation: Answer; readonly destination: Answer },
): PageState {
  const { session } = state;
  const known = { ...knownOf(state), choices: choicesOf(state) };
  const closed = closedState(answers.invitation);
  if (closed !== undefined) return { at: closed, ...known };
  const both = [answers.invitation, answers.destination];
  if (both.some(({ status }) => status === 401)) return toConnect(state, 'idled_out');
  if (both.some(needsWallet)) return { at: 'other_login', ...known, session };
  const failed = both.find(({ status }) => status !== 200);
  if (failed !== undefined) return outage(state, failed);
  const invitation = readInvitation(answers.invitation.body);
  if (invitation === undefined) return outage(state, { status: 0, body: undefined });
  const found = readDestination(answers.destination.body);
  // Another wallet of the account may have one; this wallet's is what the link will use.
  const current = isSameAccount(session.address, found?.walletAddress) ? found : undefined;
  if (current === undefined && !session.canRegister)
    return { at: 'other_login', ...known, session };
  return { at: 'destination', ...known, session, invitation, current, changing: false };
}

function needsWallet({ status, body }: Answer): boolean {
  return status === 403 && readRefusal(body).code === 'wallet_session_required';
}

/** What was chosen before, without what the wallet that signed in now cannot be paid in. */
function choicesOf({ choices, session }: At<'reading'>): Choices {
  const isPossible = chosenToken(choices, session.address) !== undefined;
  return isPossible ? choices : { ...NOTHING_CHOSEN, screening: choices.screening };
}

function afterChoice(state: PageState, changes: Partial<Choices>): PageState {
  if (!('session' in state)) return state;
  const choices = { ...state.choices, ...changes };
  // A currency belongs to its network.
  if (chosenToken(choices, state.session.address) === undefined) choices.currencyId = '';
  return { ...state, choices };
}

function afterSave(state: PageState): PageState {
  if (state.at !== 'destination') return state;
  if (chosenToken(state.choices, state.session.address) === undefined) return state;
  return { at: 'saving', ...invitedOf(state), current: state.current };
}

function afterSaved(state: At<'saving'>, answer: Answer): PageState {
  const made = answer.status < 300 ? readDestination(answer.body) : undefined;
  // The answer will be shown at consent, so it must match the request.
  const asked = chosenToken(state.choices, state.session.address);
  const isSame =
    made !== undefined &&
    asked !== undefined &&
    tokenOf(made)?.currencyId === asked.currencyId &&
    isSameAccount(state.session.address, made.walletAddress);
  if (isSame) return { at: 'consent', ...invitedOf(state), destination: made };
  if (answer.status === 401) return toConnect(state, 'idled_out');
  if (needsWallet(answer)) {
    return { at: 'other_login', ...knownOf(state), session: state.session };
  }
  return {
    at: 'destination',
    ...invitedOf(state),
    current: state.current,
    changing: true,
    notice:
      troubleOf(answer) ?? (answer.status < 300 ? 'destination_differs' : 'destination_refused'),
  };
}

/** The message for an answer after which the same button may be pressed again. */
function troubleOf({ status }: Answer): Notice | undefined {
  if (status === 429) return 'limited';
  return status === 0 || status >= 500 ? 'unreachable' : undefined;
}

function afterKeep(state: PageState): PageState {
  return state.at === 'destination' && state.current !== undefined
    ? { at: 'consent', ...invitedOf(state), destination: state.current }
    : state;
}

function afterChange(state: PageState): PageState {
  if (!('session' in state) || !state.session.canRegister) return state;
  switch (state.at) {
    case 'destination':
      return { ...invitedOf(state), at: 'destination', current: state.current, changing: true };
    case 'consent':
      return { at: 'destination', ...invitedOf(state), current: state.destination, changing: true };
    default:
      return state;
  }
}

function afterLinked(state: At<'linking'>, answer: Answer): PageState {
  const { clientId } = texts(answer.body, ['clientId']);
  if (answer.status < 300 && clientId !== undefined && member(answer.body, 'ok') === true) {
    const { clientIdName, orchestratorName } = state.invitation;
    return { at: 'done', ...knownOf(state), clientId, clientIdName, orchestratorName };
  }
  const closed = closedState(answer);
  if (closed !== undefined) return { at: closed, ...knownOf(state) };
  if (answer.status === 401) return toConnect(state, 'idled_out');
  if (needsWallet(answer)) return { at: 'other_login', ...knownOf(state), session: state.session };
  if (readRefusal(answer.body).code === 'no_destination') {
    const lost = { current: undefined, changing: false, notice: 'no_destination' } as const;
    return { at: 'destination', ...invitedOf(state), ...lost };
  }
  return { at: 'consent', ...readyOf(state), notice: troubleOf(answer) ?? 'refused' };
}

/** Where an owner is signed in and nothing is under way. */
const LEAVABLE: ReadonlySet<StateName> = new Set<StateName>([
  'destination',
  'consent',
  'other_login',
]);

function afterLeaving(state: At<'leaving'>, answer: Answer): PageState {
  const out = answer.status === 200 || answer.status === 401;
  return out ? toConnect(state) : toConnect(state, 'not_signed_out');
}
