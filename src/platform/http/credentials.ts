import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import type { Actor, ClientIdTerms, KeyHolder, SignedIn } from '#kit/actor.ts';
import type { RateTier } from './rate-limit.ts';

/** A client ID in any status, so that the error for a revoked one can say so. */
export interface FoundClientId extends Omit<ClientIdTerms, 'origin'> {
  readonly accountId: string;
  readonly status: 'active' | 'inactive' | 'revoked';
  readonly rateTier: RateTier;
  /** Set for that of the pay page, which is public: it reads and pays links, and does nothing else. */
  readonly payersOnly?: true;
}

/** How this layer resolves credentials; the wiring passes in functions of the modules. */
export interface CredentialLookups {
  /** Undefined for a key that is unknown, expired or revoked. */
  apiKey(raw: string): Promise<KeyHolder | undefined>;
  /** Undefined for a client ID that never existed. */
  clientId(raw: string): Promise<FoundClientId | undefined>;
  /** Undefined for a token that is unknown, or whose session idled out, expired or was ended. */
  session(raw: string): Promise<SignedIn | undefined>;
  /** Undefined for a key that is unknown, expired or revoked. */
  orchestratorKey(raw: string): Promise<Extract<Actor, { kind: 'orchestrator_key' }> | undefined>;
}

/** The carriers of credentials; an orchestrator pair is two of them. */
export type CarrierKind = 'orchestrator_key' | 'api_key' | 'client_id' | 'session';

/** The headers that carry each kind of credential. */
const CREDENTIAL_HEADERS = {
  orchestrator_key: 'x-orchestrator-key',
  api_key: 'x-api-key',
  client_id: 'x-client-id',
} as const;

/** The specification's name of the cookie. */
export const SESSION_COOKIE = 'session_token';

/**
 * Longer than any credential we issue (prefix, random part and checksum: about 60), with space for
 * future prefixes; a longer value cannot be one of ours, so it costs no query.
 */
const CREDENTIAL_CHARS_MAX = 128;

/** Whether a header's value could be a credential at all: printable, without spaces, not too long. */
export function maybeCredential(value: string): boolean {
  return value.length <= CREDENTIAL_CHARS_MAX && /^[\x21-\x7e]+$/.test(value);
}

/** A credential as it came, not yet verified. */
interface Carried {
  readonly raw: string;
  /** Whether the browser sent it by itself, which a foreign page can make it do. */
  readonly byCookie: boolean;
}

/** The text of a kind of credential, or undefined where the call carries none. */
export function carried(headers: IncomingHttpHeaders, kind: CarrierKind): Carried | undefined {
  if (kind === 'session') return carriedSession(headers);
  const value = headers[CREDENTIAL_HEADERS[kind]];
  if (value === undefined) return undefined;
  return { raw: typeof value === 'string' ? value : '', byCookie: false };
}

function carriedSession({ authorization, cookie }: IncomingHttpHeaders): Carried | undefined {
  // A header is sent on purpose; a browser sends a cookie by itself.
  const bearer = /^Bearer +(.*)$/i.exec(authorization ?? '')?.[1];
  if (bearer !== undefined) return { raw: bearer.trim(), byCookie: false };
  const token = cookie === undefined ? undefined : parseCookie(cookie)[SESSION_COOKIE];
  if (cookie === undefined || token === undefined) return undefined;
  return { raw: isAmbiguous(cookie, token) ? '' : token, byCookie: true };
}

/**
 * Whether several session cookies differ. Another subdomain can set one, which would make a
 * person act in somebody else's account, so then none of them counts.
 */
function isAmbiguous(cookie: string, token: string): boolean {
  if (cookie.indexOf(SESSION_COOKIE) === cookie.lastIndexOf(SESSION_COOKIE)) return false;
  return cookie
    .split(';')
    .map((pair) => parseCookie(pair)[SESSION_COOKIE])
    .some((other) => other !== undefined && other !== token);
}
