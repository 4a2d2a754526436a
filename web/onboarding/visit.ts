import { type Answer, member, readRefusal, texts } from '../api/answer.ts';
import { sameAddress } from '../ui/address.ts';
import { readDestination, readInvitation, readSession } from './answers.ts';
import type { At, Choices, Notice, Place, Visit, VisitEvent } from './places.ts';
import { chosenToken } from './tokens.ts';

/** A token as invitations have it; anything else is none, and the API is not asked. */
const TOKEN = /^lit_[0-9a-f]{32}$/;

const NOTHING_CHOSEN: Choices = { networkId: '', currencyId: '', screening: 'none' };

/** The first place of a visit; the server and the browser agree on it. */
export function openVisit(token: string): Visit {
  const known = { wallets: undefined, tron: false, choices: NOTHING_CHOSEN };
  if (token === '') return { at: 'empty', ...known };
  return TOKEN.test(token) ? { at: 'opening', tries: 0, ...known } : { at: 'unknown', ...known };
}

/** The visit after an event. An event that does not apply where the owner is changes nothing. */
export function nextVisit(visit: Visit, event: VisitEvent): Visit {
  switch (event.type) {
    case 'opened':
      return visit.at === 'opening' ? afterOpening(visit, event.answer) : visit;
    case 'read':
      return visit.at === 'reading' ? afterReading(visit, event) : visit;
    case 'saved':
      return visit.at === 'saving' ? afterSaved(visit, event.answer) : visit;
    case 'linked':
      return visit.at === 'linking' ? afterLinked(visit, event.answer) : visit;
    case 'left':
      return visit.at === 'leaving' ? afterLeaving(visit, event.answer) : visit;
    case 'remembered':
      return visit.at === 'opening' ? { at: 'done', ...knownOf(visit), ...event.linked } : visit;
    case 'wallets_found':
      return { ...visit, wallets: event.wallets, tron: event.tron };
    default:
      return afterOwnerEvent(visit, event);
  }
}

type Told = 'opened' | 'read' | 'saved' | 'linked' | 'left' | 'remembered' | 'wallets_found';

function afterOwnerEvent(visit: Visit, event: Exclude<VisitEvent, { readonly type: Told }>): Visit {
  switch (event.type) {
    case 'chosen':
      return afterChoice(visit, event.choices);
    case 'save':
      return afterSave(visit);
    case 'keep':
      return afterKeep(visit);
    case 'change':
      return afterChange(visit);
    case 'agree':
      return visit.at === 'consent' ? { at: 'linking', ...readyOf(visit) } : visit;
    case 'retry':
      return afterRetry(visit);
    case 'leave':
      return LEAVABLE.has(visit.at) ? { at: 'leaving', ...knownOf(visit) } : visit;
    default:
      return afterSignIn(visit, event);
  }
}

function afterRetry(visit: Visit): Visit {
  if (visit.at !== 'unreachable' && visit.at !== 'limited') return visit;
  return { at: 'opening', tries: visit.tries, ...knownOf(visit) };
}

type SignInEvent = Extract<
  VisitEvent,
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

function afterSignIn(visit: Visit, event: SignInEvent): Visit {
  const known = knownOf(visit);
  switch (visit.at) {
    case 'connect':
      return event.type === 'wallet_picked'
        ? { at: 'connecting', ...known, wallet: event.wallet }
        : visit;
    case 'connecting':
      if (event.type === 'connected') {
        const { address, chainId } = event;
        return { at: 'signing', ...known, wallet: visit.wallet, address, chainId };
      }
      return afterAttempt(visit, event);
    case 'signing':
      // Who is signed in now is asked of the API, not concluded.
      if (event.type === 'signed_in') return { at: 'opening', ...known, tries: 0 };
      if (event.type === 'distrusted') return { at: 'untrusted', ...known, problem: event.problem };
      return afterAttempt(visit, event);
    default:
      return visit;
  }
}

function afterAttempt(visit: At<'connecting' | 'signing'>, event: SignInEvent): Visit {
  if (event.type === 'sign_in_failed') return toConnect(visit, event.notice);
  return event.type === 'back' ? toConnect(visit) : visit;
}

function knownOf({ wallets, tron, choices }: Visit) {
  return { wallets, tron, choices };
}

function invitedOf(visit: At<'destination' | 'saving' | 'consent' | 'linking'>) {
  return { ...knownOf(visit), session: visit.session, invitation: visit.invitation };
}

function readyOf(visit: At<'consent' | 'linking'>) {
  return { ...invitedOf(visit), destination: visit.destination };
}

function toConnect(visit: Visit, notice?: Notice): Visit {
  return { at: 'connect', ...knownOf(visit), ...(notice !== undefined && { notice }) };
}

/** Doubles from 2 s; a page left open asks twice a minute at most. */
const BACKOFF_MAX_S = 30;

/** What to wait where the API asks for it without a number, in seconds. */
const LIMITED_S = 5;

/** Where an answer leads that is about the API and not about the question. */
function outage(visit: At<'opening' | 'reading'>, answer: Answer): Visit {
  const known = knownOf(visit);
  const tries = visit.tries + 1;
  if (answer.status === 429) {
    return { at: 'limited', ...known, waitS: answer.retryAfterS ?? LIMITED_S, tries };
  }
  const waitS = answer.retryAfterS ?? Math.min(2 ** tries, BACKOFF_MAX_S);
  return { at: 'unreachable', ...known, waitS, tries };
}

function afterOpening(visit: At<'opening'>, answer: Answer): Visit {
  if (answer.status === 401) return toConnect(visit);
  if (answer.status !== 200) return outage(visit, answer);
  const session = readSession(answer.body);
  const known = knownOf(visit);
  return session.address === undefined
    ? { at: 'other_login', ...known, session }
    : { at: 'reading', ...known, session, tries: visit.tries };
}

/** The end of an invitation that nobody can accept any more; undefined for any other answer. */
function closedPlace(answer: Answer): Extract<Place, 'unknown' | 'used' | 'expired'> | undefined {
  const { code } = readRefusal(answer.body);
  if (code === 'LINK_INTENT_USED') return 'used';
  if (code === 'LINK_INTENT_EXPIRED') return 'expired';
  return answer.status === 404 ? 'unknown' : undefined;
}

function afterReading(
  visit: At<'reading'>,
  answers: { readonly invitation: Answer; readonly destination: Answer },
): Visit {
  const { session } = visit;
  const known = knownOf(visit);
  const closed = closedPlace(answers.invitation);
  if (closed !== undefined) return { at: closed, ...known };
  const both = [answers.invitation, answers.destination];
  if (both.some(({ status }) => status === 401)) return toConnect(visit, 'idled_out');
  if (both.some(needsWallet)) return { at: 'other_login', ...known, session };
  const failed = both.find(({ status }) => status !== 200);
  if (failed !== undefined) return outage(visit, failed);
  const invitation = readInvitation(answers.invitation.body);
  if (invitation === undefined) return outage(visit, { status: 0, body: undefined });
  const found = readDestination(answers.destination.body);
  // Another wallet of the account may have one; this wallet's is what the link will use.
  const current = sameAddress(found?.walletAddress, session.address) ? found : undefined;
  if (current === undefined && !session.evm) return { at: 'other_login', ...known, session };
  return { at: 'destination', ...known, session, invitation, current, changing: false };
}

function needsWallet({ status, body }: Answer): boolean {
  return status === 403 && readRefusal(body).code === 'wallet_session_required';
}

function afterChoice(visit: Visit, changes: Partial<Choices>): Visit {
  const choices = { ...visit.choices, ...changes };
  // A currency belongs to its network.
  if (chosenToken(choices) === undefined) choices.currencyId = '';
  return { ...visit, choices };
}

function afterSave(visit: Visit): Visit {
  if (visit.at !== 'destination' || chosenToken(visit.choices) === undefined) return visit;
  return { at: 'saving', ...invitedOf(visit), current: visit.current };
}

function afterSaved(visit: At<'saving'>, answer: Answer): Visit {
  const made = answer.status < 300 ? readDestination(answer.body) : undefined;
  // What was answered is what will be shown at consent, so it has to be what was asked for.
  const asked = chosenToken(visit.choices);
  const same =
    sameAddress(made?.tokenAddress, asked?.address) &&
    made?.chainId === asked?.chainId &&
    sameAddress(made?.walletAddress, visit.session.address);
  if (made !== undefined && same) {
    return { at: 'consent', ...invitedOf(visit), destination: made };
  }
  if (answer.status === 401) return toConnect(visit, 'idled_out');
  if (needsWallet(answer)) {
    return { at: 'other_login', ...knownOf(visit), session: visit.session };
  }
  return {
    at: 'destination',
    ...invitedOf(visit),
    current: visit.current,
    changing: true,
    notice: troubleOf(answer) ?? 'destination_refused',
  };
}

/** What to say of an answer after which the same button may be pressed again. */
function troubleOf({ status }: Answer): Notice | undefined {
  if (status === 429) return 'limited';
  return status === 0 || status >= 500 ? 'unreachable' : undefined;
}

function afterKeep(visit: Visit): Visit {
  return visit.at === 'destination' && visit.current !== undefined
    ? { at: 'consent', ...invitedOf(visit), destination: visit.current }
    : visit;
}

function afterChange(visit: Visit): Visit {
  if (!('session' in visit) || !visit.session.evm) return visit;
  switch (visit.at) {
    case 'destination':
      return { ...invitedOf(visit), at: 'destination', current: visit.current, changing: true };
    case 'consent':
      return { at: 'destination', ...invitedOf(visit), current: visit.destination, changing: true };
    default:
      return visit;
  }
}

function afterLinked(visit: At<'linking'>, answer: Answer): Visit {
  const { clientId } = texts(answer.body, ['clientId']);
  if (answer.status < 300 && clientId !== undefined && member(answer.body, 'ok') === true) {
    const { clientIdName, orchestratorName } = visit.invitation;
    return { at: 'done', ...knownOf(visit), clientId, clientIdName, orchestratorName };
  }
  const closed = closedPlace(answer);
  if (closed !== undefined) return { at: closed, ...knownOf(visit) };
  if (answer.status === 401) return toConnect(visit, 'idled_out');
  if (needsWallet(answer)) return { at: 'other_login', ...knownOf(visit), session: visit.session };
  if (readRefusal(answer.body).code === 'no_destination') {
    const lost = { current: undefined, changing: false, notice: 'no_destination' } as const;
    return { at: 'destination', ...invitedOf(visit), ...lost };
  }
  return { at: 'consent', ...readyOf(visit), notice: troubleOf(answer) ?? 'refused' };
}

/** Where an owner is signed in and nothing is under way. */
const LEAVABLE: ReadonlySet<Place> = new Set<Place>(['destination', 'consent', 'other_login']);

function afterLeaving(visit: At<'leaving'>, answer: Answer): Visit {
  const out = answer.status === 200 || answer.status === 401;
  return out ? toConnect(visit) : toConnect(visit, 'not_signed_out');
}
