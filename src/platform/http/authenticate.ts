import type { IncomingHttpHeaders } from 'node:http';
import type { Actor, ClientIdTerms, SignedIn } from '#kit/actor.ts';
import { mayActAs } from '#kit/role.ts';
import {
  administratorsOnly,
  clientIdForPayers,
  clientIdNotActive,
  clientIdNotLinked,
  clientIdRequired,
  credentialsNotAccepted,
  credentialsOfTwoAccounts,
  crossSiteRefused,
  invalidCredentials,
  missingCredentials,
  originNotAllowed,
  originRequired,
  roleTooLow,
  secondFactorRequired,
  strongSessionRequired,
  walletSessionRequired,
} from './authentication-errors.ts';
import { ORIGIN_CHARS_MAX } from './cors.ts';
import {
  type CarrierKind,
  type CredentialLookups,
  carried,
  type FoundClientId,
  maybeCredential,
} from './credentials.ts';
import type { Endpoint, ProofKind } from './endpoint.ts';

/** The part of an endpoint that says who may call it. */
export type AccessRule = Pick<
  Endpoint<never>,
  | 'accepts'
  | 'method'
  | 'originRequired'
  | 'originOptional'
  | 'alsoReads'
  | 'leastRole'
  | 'isOpenWithoutSecondFactor'
  | 'rateClass'
>;

/** A credential as it came, not yet verified. */
export interface Presented {
  readonly kind: CarrierKind;
  readonly raw: string;
  readonly byCookie: boolean;
  /** Whether the endpoint takes this kind. */
  readonly accepted: boolean;
}

/** One call, as far as it matters for who is calling. */
export interface PresentedCall {
  readonly headers: IncomingHttpHeaders;
  /** What {@link presentedCredential} found in them. */
  readonly presented: Presented | undefined;
  /** The origins of our own pages, the only ones that may write with a cookie. */
  readonly ownOrigins: readonly string[];
  /** Called with the caller's client ID, as soon as it is verified. */
  readonly learnClientId: (found: FoundClientId) => void;
}

/**
 * In this order: a partner's key, then key or client ID as the endpoint lists them, and a session
 * only where none of the endpoint's other credentials came (wire facts of the public API, 2.2).
 */
function carriersOf({ accepts }: Pick<AccessRule, 'accepts'>): CarrierKind[] {
  const taken = accepts.flatMap((kind): CarrierKind[] => {
    if (kind === 'none') return [];
    if (kind === 'orchestrator_pair') return ['orchestrator_key'];
    return [kind === 'wallet_session' || kind === 'administrator' ? 'session' : kind];
  });
  const rank = (kind: CarrierKind) =>
    kind === 'orchestrator_key' ? 0 : kind === 'session' ? 2 : 1;
  return [...new Set(taken)].sort((a, b) => rank(a) - rank(b));
}

/** Cached by what an endpoint accepts, which never changes, because every call needs it. */
const carriers = new WeakMap<AccessRule['accepts'], readonly CarrierKind[]>();

function knownCarriersOf({ accepts }: Pick<AccessRule, 'accepts'>): readonly CarrierKind[] {
  const known = carriers.get(accepts);
  if (known !== undefined) return known;
  const found = carriersOf({ accepts });
  carriers.set(accepts, found);
  return found;
}

const CARRIER_KINDS: readonly CarrierKind[] = [
  'orchestrator_key',
  'api_key',
  'client_id',
  'session',
];

/**
 * The one credential that counts: the first of those the endpoint takes that came. When none of
 * those came but another did, that one, so that the error can say that it is not accepted.
 */
export function presentedCredential(
  rule: AccessRule,
  headers: IncomingHttpHeaders,
): Presented | undefined {
  for (const kind of knownCarriersOf(rule)) {
    const found = carried(headers, kind);
    if (found !== undefined) return { kind, ...found, accepted: true };
  }
  // Anybody may call a public endpoint, with any other credentials.
  if (rule.accepts.includes('none')) return undefined;
  for (const kind of CARRIER_KINDS) {
    const found = carried(headers, kind);
    if (found !== undefined) return { kind, ...found, accepted: false };
  }
  return undefined;
}

/**
 * Who is calling.
 *
 * Refuses (401) what is missing or not valid, and (403) what is valid but may not make this call:
 * a kind the endpoint does not take, a client ID that is not active or not linked to the partner,
 * an origin it does not list, a cookie that a foreign page sent along. What administrators call answers others
 * as what is not there.
 */
export async function authenticate(
  rule: AccessRule,
  call: PresentedCall,
  lookups: CredentialLookups,
): Promise<Actor> {
  const { presented } = call;
  if (presented === undefined) {
    if (!rule.accepts.includes('none')) throw missingCredentials(rule);
    // Signing in ends the session that came along, so a foreign page must not bring one.
    if (carried(call.headers, 'session')?.byCookie === true) checkSameSite(rule, call);
    return { kind: 'none' };
  }
  if (rule.accepts.includes('administrator')) {
    return await administratorActor(rule, { call, presented, lookups });
  }
  switch (presented.kind) {
    case 'api_key':
      return await apiKeyActor(rule, { call, raw: presented.raw, lookups });
    case 'client_id':
      return await clientIdActor(rule, { call, raw: presented.raw, lookups });
    case 'session':
      return await sessionActor(rule, { call, presented, lookups });
    case 'orchestrator_key':
      return await orchestratorActor(rule, { call, raw: presented.raw, lookups });
  }
}

interface Asked {
  readonly call: PresentedCall;
  readonly raw: string;
  readonly lookups: CredentialLookups;
}

/**
 * An API key, with the client ID that came beside it where the endpoint takes both. Ignoring one
 * of another account would let a caller believe that the call was made with it.
 */
async function apiKeyActor(rule: AccessRule, { call, raw, lookups }: Asked): Promise<Actor> {
  const found = await find('api_key', raw, lookups.apiKey.bind(lookups));
  if (call.presented?.accepted !== true) throw credentialsNotAccepted('api_key', rule);
  const beside = takesBoth(rule) ? carried(call.headers, 'client_id') : undefined;
  if (beside === undefined) return found;
  const client = await find('client_id', beside.raw, lookups.clientId.bind(lookups));
  if (client.accountId !== found.accountId) throw credentialsOfTwoAccounts('api_key');
  if (client.payersOnly === true) throw clientIdForPayers();
  // The key is the proof, which a server has: no browser has to name its page.
  const terms = termsOf({ ...rule, originOptional: true }, client, call);
  // An account reads all of its own, whatever client ID comes beside its key.
  return rule.method === 'get' ? found : { ...found, ...terms };
}

/** Whether an API key and a client ID are taken together; public reads use neither. */
export function takesBoth({ accepts }: Pick<AccessRule, 'accepts'>): boolean {
  return accepts.includes('api_key') && accepts.includes('client_id') && !accepts.includes('none');
}

async function clientIdActor(rule: AccessRule, { call, raw, lookups }: Asked): Promise<Actor> {
  const found = await find('client_id', raw, lookups.clientId.bind(lookups));
  call.learnClientId(found);
  if (call.presented?.accepted !== true) throw credentialsNotAccepted('client_id', rule);
  // Endpoints for payers always need an origin.
  if (found.payersOnly === true && rule.originRequired !== true) throw clientIdForPayers();
  const terms = termsOf(rule, found, call);
  const actor: Actor = { kind: 'client_id', accountId: found.accountId, ...terms };
  const provenBy = await findProof(rule, { call, lookups, accountId: found.accountId });
  return provenBy === undefined ? actor : { ...actor, provenBy };
}

/** The credential beside the client ID that proves that its account makes the call. */
async function findProof(
  rule: AccessRule,
  { call, lookups, accountId }: Omit<Asked, 'raw'> & { readonly accountId: string },
): Promise<'api_key' | 'session' | undefined> {
  for (const kind of rule.alsoReads ?? []) {
    const carrier = kind === 'api_key' ? 'api_key' : 'session';
    const came = carried(call.headers, carrier);
    if (came === undefined) continue;
    const proof =
      carrier === 'api_key'
        ? await find(carrier, came.raw, lookups.apiKey.bind(lookups))
        : await findSession(rule, kind, { raw: came.raw, lookups });
    if (proof.accountId !== accountId) throw credentialsOfTwoAccounts(carrier);
    if (came.byCookie) checkSameSite(rule, call);
    return carrier;
  }
  return undefined;
}

/** A session beside a client ID; refuses (403) that of an email address where a wallet must have signed in. */
async function findSession(
  rule: AccessRule,
  kind: ProofKind,
  { raw, lookups }: Pick<Asked, 'raw' | 'lookups'>,
): Promise<SignedIn> {
  const found = await find('session', raw, lookups.session.bind(lookups));
  if (kind === 'wallet_session' && found.wallet === undefined) throw walletSessionRequired();
  checkSecondFactor(rule, found);
  checkRole(rule, found);
  return found;
}

/** Refuses (403) who must add a second factor first. */
function checkSecondFactor(rule: AccessRule, { mustAddSecondFactor }: SignedIn): void {
  if (mustAddSecondFactor && rule.isOpenWithoutSecondFactor !== true) throw secondFactorRequired();
}

/** Refuses (403) a person whose role in the account is not enough, and everybody where no role is declared. */
function checkRole({ leastRole }: AccessRule, { role }: SignedIn): void {
  if (leastRole === undefined || !mayActAs(role, leastRole)) throw roleTooLow(role, leastRole);
}

async function sessionActor(
  rule: AccessRule,
  { call, presented, lookups }: Omit<Asked, 'raw'> & { readonly presented: Presented },
): Promise<Actor> {
  const found = await find('session', presented.raw, lookups.session.bind(lookups));
  if (!presented.accepted) throw credentialsNotAccepted('session', rule);
  if (!rule.accepts.includes('session') && found.wallet === undefined) {
    throw walletSessionRequired();
  }
  if (presented.byCookie) checkSameSite(rule, call);
  checkSecondFactor(rule, found);
  checkRole(rule, found);
  return { kind: 'session', ...found };
}

/** Others learn nothing from what they are answered, not even whether their credential is valid, unless it is a session. */
async function administratorActor(
  rule: AccessRule,
  { call, presented, lookups }: Omit<Asked, 'raw'> & { readonly presented: Presented },
): Promise<Actor> {
  if (!presented.accepted) throw administratorsOnly();
  const found = await find('session', presented.raw, lookups.session.bind(lookups));
  if (found.isAdministrator !== true) throw administratorsOnly();
  if (found.isStrong !== true) throw strongSessionRequired();
  if (presented.byCookie) checkSameSite(rule, call);
  return { kind: 'session', ...found };
}

/**
 * A browser sends a cookie with every request that any page makes, so a write by cookie counts
 * only from our own pages. A call that names no page comes from no browser.
 */
function checkSameSite({ method }: AccessRule, { headers, ownOrigins }: PresentedCall): void {
  if (method === 'get') return;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && !ownOrigins.includes(origin)) throw crossSiteRefused();
  if (origin === undefined && site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw crossSiteRefused();
  }
}

async function orchestratorActor(rule: AccessRule, { call, raw, lookups }: Asked): Promise<Actor> {
  const found = await find('orchestrator_key', raw, lookups.orchestratorKey.bind(lookups));
  if (call.presented?.accepted !== true) throw credentialsNotAccepted('orchestrator_key', rule);
  if (!rule.accepts.includes('orchestrator_pair')) return found;
  const client = carried(call.headers, 'client_id');
  if (client === undefined) {
    if (rule.accepts.includes('orchestrator_key')) return found;
    throw clientIdRequired();
  }
  const linked = await find('client_id', client.raw, lookups.clientId.bind(lookups));
  if (linked.linkedTo !== found.orchestratorId) throw clientIdNotLinked();
  call.learnClientId(linked);
  const { orchestratorId, orchestratorKeyId } = found;
  const terms = termsOf(rule, linked, call);
  const { accountId } = linked;
  return { kind: 'orchestrator_pair', accountId, orchestratorId, orchestratorKeyId, ...terms };
}

/** What a client ID brings along. Refuses (403) one that is not active, and origins it does not list. */
function termsOf(
  rule: AccessRule,
  found: FoundClientId,
  { headers }: PresentedCall,
): ClientIdTerms {
  const { status, rateTier: _tier, accountId: _account, payersOnly: _payers, ...terms } = found;
  if (status !== 'active') throw clientIdNotActive(status);
  return { ...terms, origin: checkedOrigin(rule, found, headers.origin) };
}

/** The origin of a call by client ID. Compared in full, so that a similar origin is refused. */
function checkedOrigin(
  rule: AccessRule,
  { allowedDomains }: FoundClientId,
  origin: string | undefined,
): string | undefined {
  const listed = allowedDomains.length > 0;
  if (origin === undefined) {
    const asked = rule.originRequired === true || (listed && rule.originOptional !== true);
    if (asked) throw originRequired();
    return undefined;
  }
  const allowed = listed ? allowedDomains.includes(origin) : isOrigin(origin);
  if (allowed) return origin;
  throw originNotAllowed();
}

/** Whether a text is an origin as browsers write it; `null`, which any sandboxed frame sends, is not. */
function isOrigin(text: string): boolean {
  if (text.length > ORIGIN_CHARS_MAX || text === 'null') return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

async function find<T>(
  kind: CarrierKind,
  raw: string,
  lookUp: (raw: string) => Promise<T | undefined>,
): Promise<T> {
  const found = maybeCredential(raw) ? await lookUp(raw) : undefined;
  if (found !== undefined) return found;
  throw invalidCredentials(kind);
}
