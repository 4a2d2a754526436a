import type { Actor } from '#kit/actor.ts';
import { Refusal } from '#kit/failure.ts';
import { hashSecret } from '#kit/secret.ts';
import {
  type AccessRule,
  authenticate,
  type Presented,
  type PresentedCall,
  presentedCredential,
} from './authenticate.ts';
import { tooManyRequests } from './authentication-errors.ts';
import {
  type CredentialLookups,
  carried,
  type FoundClientId,
  maybeCredential,
} from './credentials.ts';
import { type RateLimiter, type RateState, type RateTier, subscriberOf } from './rate-limit.ts';

/** How many verified callers a process caches; removing one costs a look-up. */
const PROVEN_MAX = 10_000;

/** A call that is to be authorized. */
export interface Caller extends Omit<PresentedCall, 'presented' | 'learnClientId' | 'ownOrigins'> {
  readonly ip: string;
  /** Receives the origins that the caller's client ID lists, as soon as they are read. */
  readonly learnOrigins: (domains: readonly string[]) => void;
  /** Receives the caller's client ID, as soon as it is verified and also where it is then refused. */
  readonly learnClientId: (found: FoundClientId) => void;
  /** Receives the state of the caller's limit each time a call was counted. */
  readonly learnRate: (state: RateState) => void;
}

interface AuthenticationParts {
  readonly credentials: CredentialLookups;
  readonly rateLimit: RateLimiter;
  /** The origins of our own pages. */
  readonly ownOrigins: readonly string[];
}

/** Authenticates a call, and decides whether it is allowed now. */
export interface Authentication {
  /** Who is calling; refuses with 401, 403 or 429. */
  authorize(rule: AccessRule, caller: Caller): Promise<Actor>;
  /** Counts a call to an unknown path against its address; refuses with 429. */
  countUnknownCaller(caller: Caller): Promise<void>;
  /** Refuses (429) an address that is blocked; counts nothing. */
  refuseBlocked(caller: Caller): void;
}

/**
 * A call costs one look-up and one count, at the same time for an API key that was valid here before; a blocked caller
 * costs neither.
 *
 * A call that is refused with 401 counts for its address, in a budget of failures that no valid
 * credential is subject to: a caller that guesses behind a shared address locks out no other. So
 * every credential is looked up, also those of an address that has used up its failures, and a guess
 * that fails is then refused with 429.
 */
export function openAuthentication({
  credentials,
  rateLimit,
  ownOrigins,
}: AuthenticationParts): Authentication {
  const proven = new Map<string, readonly string[]>();

  const refuseBlocked = (key: string, caller: Caller) => {
    const state = rateLimit.blocked(key);
    if (state !== undefined) refuseCall(state, caller);
  };
  const admit = (state: RateState, caller: Caller) => {
    if (!state.allowed) refuseCall(state, caller);
    caller.learnRate(state);
  };
  const count = async (key: string, caller: Caller, tier?: RateTier) =>
    admit(await rateLimit.take(key, tier), caller);
  const countFailure = async (key: string, caller: Caller) => {
    proven.delete(key);
    await count(failuresKey(caller), caller, 'failed_credentials');
  };
  /** The limit of an API key needs no look-up, so one that was valid here before is counted during it. */
  const countEarly = (key: string, presented: Presented | undefined, rule: AccessRule) =>
    presented?.kind === 'api_key' && proven.has(key)
      ? rateLimit.take(key, rule.rateClass)
      : undefined;

  return {
    countUnknownCaller: (caller) => count(addressKey(caller), caller),
    refuseBlocked: (caller) => refuseBlocked(addressKey(caller), caller),
    authorize: async (rule, caller) => {
      const presented = presentedCredential(rule, caller.headers);
      const credential = credentialKey(rule, presented, caller);
      const key = credential ?? addressKey(caller);
      // Set before any look-up, so that a page can also read a 429 and a 503.
      caller.learnOrigins(proven.get(key) ?? []);
      refuseBlocked(key, caller);

      let known: FoundClientId | undefined;
      const learnClientId = (found: FoundClientId) => {
        known = found;
        caller.learnClientId(found);
        caller.learnOrigins(found.allowedDomains);
      };
      const tierOf = (): RateTier => rule.rateClass ?? known?.rateTier ?? 'default';
      const counting = countEarly(key, presented, rule);
      const countCall = async () =>
        admit(await (counting ?? rateLimit.take(key, tierOf())), caller);
      try {
        const { headers } = caller;
        const call = { headers, presented, ownOrigins, learnClientId };
        const actor = await authenticate(rule, call, credentials);
        if (credential !== undefined) remember(proven, credential, known?.allowedDomains ?? []);
        await countCall();
        return actor;
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.status === 429) throw refusal;
        if (refusal.status !== 401) await countCall();
        else await countFailure(key, caller);
        throw refusal;
      }
    },
  };
}

function refuseCall(state: RateState, caller: Caller): never {
  caller.learnRate(state);
  throw tooManyRequests();
}

/** Clears the cache when full: simpler than choosing, and harmless. */
function remember(
  proven: Map<string, readonly string[]>,
  key: string,
  domains: readonly string[],
): void {
  if (proven.size >= PROVEN_MAX) proven.clear();
  proven.set(key, domains);
}

function addressKey({ ip }: Caller): string {
  return `a:${subscriberOf(ip)}`;
}

/** The budget of an address for calls that are refused for their credentials. */
function failuresKey({ ip }: Caller): string {
  return `failed:${subscriberOf(ip)}`;
}

/**
 * A caller is a credential at an address. A key is hashed: the table must not hold it. What cannot
 * be a credential has no count of its own.
 */
function credentialKey(
  rule: AccessRule,
  presented: Presented | undefined,
  { headers, ip }: Caller,
): string | undefined {
  if (presented === undefined || !maybeCredential(presented.raw)) return undefined;
  const { kind, raw } = presented;
  const name = kind === 'client_id' ? raw : hashSecret(raw).toString('base64url');
  // A partner's calls count for the platform that it acts for; where it acts for none, a name that
  // is not used must not give it another count.
  const acts = kind === 'orchestrator_key' && rule.accepts.includes('orchestrator_pair');
  const platform = acts ? carried(headers, 'client_id')?.raw : undefined;
  const whom = platform !== undefined && maybeCredential(platform) ? `${name}+${platform}` : name;
  const counter = rule.rateClass === undefined ? kind : `${kind}.${rule.rateClass}`;
  return `${counter}:${whom}:${subscriberOf(ip)}`;
}
