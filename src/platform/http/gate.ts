import { Refusal } from '#kit/failure.ts';
import { hashSecret } from '#kit/secret.ts';
import type { Actor } from './actor.ts';
import {
  type AdmissionRule,
  authenticate,
  type Presented,
  presentedCredential,
  type Visit,
} from './authenticate.ts';
import {
  type CredentialLookups,
  carried,
  type FoundClientId,
  maybeCredential,
} from './credentials.ts';
import { tooManyRequests } from './door-refusals.ts';
import { type RateLimiter, type RateState, type RateTier, subscriberOf } from './rate-limit.ts';

/**
 * What a failed authentication costs against the limit of its address: sixty in a minute are more
 * than any mistake makes, and few enough that trying keys is hopeless.
 */
const FAILED_AUTHENTICATION_POINTS = 5;

/** How many callers a process remembers as proven; forgetting one costs it a look-up. */
const PROVEN_MAX = 10_000;

/** A call at the door. */
export interface Caller extends Omit<Visit, 'presented' | 'learnClientId' | 'ownOrigins'> {
  readonly ip: string;
  /** Told the origins that the caller's client ID lists, as soon as they are known. */
  readonly learnOrigins: (domains: readonly string[]) => void;
  /** Told where the caller stands each time a call was counted. */
  readonly learnRate: (state: RateState) => void;
}

interface GateParts {
  readonly credentials: CredentialLookups;
  readonly rateLimit: RateLimiter;
  /** The origins of our own pages. */
  readonly ownOrigins: readonly string[];
}

/** The door: decides who is calling, and whether it is their turn. */
export interface Gate {
  /** Who may go in; refuses with 401, 403 or 429. */
  admit(rule: AdmissionRule, caller: Caller): Promise<Actor>;
  /** Counts a call that leads nowhere against its address; refuses with 429. */
  countStranger(caller: Caller): Promise<void>;
  /** Refuses (429) an address that is blocked; counts nothing. */
  refuseBlocked(caller: Caller): void;
}

/**
 * Opens the door. A call costs one look-up and one count; a blocked caller costs neither. An
 * address that fails too often is refused with every credential that has not yet proven itself
 * there, so one bad client behind a shared address does not lock out the good ones.
 */
export function openGate({ credentials, rateLimit, ownOrigins }: GateParts): Gate {
  const proven = new Map<string, readonly string[]>();

  const refuseBlocked = (key: string, caller: Caller) => {
    const state = rateLimit.blocked(key);
    if (state !== undefined) refuseCall(state, caller);
  };
  const count = async (key: string, caller: Caller, { points = 1, tier }: Cost = {}) => {
    const state = await rateLimit.take(key, points, tier);
    if (!state.allowed) refuseCall(state, caller);
    caller.learnRate(state);
  };

  return {
    countStranger: async (caller) => {
      const address = addressKey(caller);
      refuseBlocked(address, caller);
      await count(address, caller);
    },
    refuseBlocked: (caller) => refuseBlocked(addressKey(caller), caller),
    admit: async (rule, caller) => {
      const address = addressKey(caller);
      const presented = presentedCredential(rule, caller.headers);
      const key = credentialKey(rule, presented, caller) ?? address;
      const origins = proven.get(key);
      // Known before any look-up, so that a page can read also a 429 and a 503.
      if (origins !== undefined) caller.learnOrigins(origins);
      else refuseBlocked(address, caller);
      refuseBlocked(key, caller);

      let known: FoundClientId | undefined;
      const learnClientId = (found: FoundClientId) => {
        known = found;
        caller.learnOrigins(found.allowedDomains);
      };
      const tierOf = (): RateTier => rule.rateClass ?? known?.rateTier ?? 'default';
      try {
        const { headers } = caller;
        const visit = { headers, presented, ownOrigins, learnClientId };
        const actor = await authenticate(rule, visit, credentials);
        if (key !== address) remember(proven, key, known?.allowedDomains ?? []);
        await count(key, caller, { tier: tierOf() });
        return actor;
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.status === 429) throw refusal;
        const failed = refusal.status === 401;
        const cost = failed ? { points: FAILED_AUTHENTICATION_POINTS } : { tier: tierOf() };
        await count(failed ? address : key, caller, cost);
        throw refusal;
      }
    },
  };
}

interface Cost {
  readonly points?: number;
  readonly tier?: RateTier;
}

function refuseCall(state: RateState, caller: Caller): never {
  caller.learnRate(state);
  throw tooManyRequests();
}

/** Forgets everybody when full: simpler than choosing, and harmless. */
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

/**
 * A caller is a credential at an address. A key is hashed: the table is no place for it. What cannot
 * be a credential is nobody's, so it counts for its address.
 */
function credentialKey(
  rule: AdmissionRule,
  presented: Presented | undefined,
  { headers, ip }: Caller,
): string | undefined {
  if (presented === undefined || !maybeCredential(presented.raw)) return undefined;
  const { kind, raw } = presented;
  const name = kind === 'client_id' ? raw : hashSecret(raw).toString('base64url');
  // A partner's calls count for the platform that it acts for; where it acts for none, a name that
  // nobody looks at must not give it another count.
  const acts = kind === 'orchestrator_key' && rule.accepts.includes('orchestrator_pair');
  const platform = acts ? carried(headers, 'client_id')?.raw : undefined;
  const whom = platform !== undefined && maybeCredential(platform) ? `${name}+${platform}` : name;
  const counter = rule.rateClass === undefined ? kind : `${kind}.${rule.rateClass}`;
  return `${counter}:${whom}:${subscriberOf(ip)}`;
}
