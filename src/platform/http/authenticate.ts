import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from './actor.ts';
import {
  CREDENTIAL_HEADERS,
  type CredentialLookups,
  type FoundClientId,
  maybeCredential,
} from './credentials.ts';
import {
  clientIdNotActive,
  credentialsNotAccepted,
  credentialsOfTwoAccounts,
  invalidCredentials,
  missingCredentials,
  originNotAllowed,
  originRequired,
} from './door-refusals.ts';
import type { Endpoint } from './endpoint.ts';

/** The part of an endpoint that says who may call it. */
export type AdmissionRule = Pick<
  Endpoint<never>,
  'accepts' | 'originRequired' | 'originOptional' | 'alsoReads'
>;

type KeyKind = keyof typeof CREDENTIAL_HEADERS;

const KEY_KINDS = ['api_key', 'client_id'] as const satisfies readonly KeyKind[];

/** A credential as it came, before anybody has looked at it. */
export interface Presented {
  readonly kind: KeyKind;
  readonly raw: string;
  /** Whether the endpoint takes this kind. */
  readonly accepted: boolean;
}

/** One call, as far as it matters for who is calling. */
export interface Visit {
  readonly headers: IncomingHttpHeaders;
  /** What {@link presentedCredential} found in them. */
  readonly presented: Presented | undefined;
  /** Told the origins that the caller's client ID lists, as soon as they are known. */
  readonly learnOrigins: (domains: readonly string[]) => void;
}

/**
 * The one credential that decides: the first kind of the endpoint's list whose header came. When
 * none of those came but another did, that one, so that a valid one can be told it is not taken.
 */
export function presentedCredential(
  rule: AdmissionRule,
  headers: IncomingHttpHeaders,
): Presented | undefined {
  for (const kind of rule.accepts) {
    if (kind !== 'none' && headers[CREDENTIAL_HEADERS[kind]] !== undefined) {
      return { kind, raw: headerText(headers, kind), accepted: true };
    }
  }
  // Anybody may call a public endpoint, whatever else they carry.
  if (rule.accepts.includes('none')) return undefined;
  const kind = KEY_KINDS.find((kind) => headers[CREDENTIAL_HEADERS[kind]] !== undefined);
  return kind && { kind, raw: headerText(headers, kind), accepted: false };
}

/**
 * Who is calling.
 *
 * Refuses (401) what is missing or not valid, and (403) what is valid but may not make this call:
 * a kind the endpoint does not take, a client ID that is not active, an origin it does not list.
 */
export async function authenticate(
  rule: AdmissionRule,
  visit: Visit,
  lookups: CredentialLookups,
): Promise<Actor> {
  const { presented } = visit;
  if (presented === undefined) {
    if (rule.accepts.includes('none')) return { kind: 'none' };
    throw missingCredentials(rule);
  }
  const found =
    presented.kind === 'api_key'
      ? await findApiKey(presented.raw, lookups)
      : await findClientId(presented.raw, lookups);
  if ('allowedDomains' in found) visit.learnOrigins(found.allowedDomains);
  if (!presented.accepted) throw credentialsNotAccepted(presented.kind, rule);
  return 'kind' in found ? found : await clientIdActor(rule, { visit, found, lookups });
}

async function clientIdActor(
  rule: AdmissionRule,
  { visit, found, lookups }: { visit: Visit; found: FoundClientId; lookups: CredentialLookups },
): Promise<Actor> {
  const { status, ...clientId } = found;
  if (status !== 'active') throw clientIdNotActive(status);
  const origin = checkedOrigin(rule, found, visit.headers.origin);
  const actor: Actor = { kind: 'client_id', ...clientId, origin };
  if (rule.alsoReads === undefined || visit.headers['x-api-key'] === undefined) return actor;
  const proof = await findApiKey(headerText(visit.headers, 'api_key'), lookups);
  if (proof.accountId !== found.accountId) throw credentialsOfTwoAccounts();
  return { ...actor, provenBy: 'api_key' };
}

/** The origin of a call by client ID. Compared whole, so that nothing that only looks alike passes. */
function checkedOrigin(
  rule: AdmissionRule,
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
  return URL.canParse(text) && new URL(text).origin === text && text !== 'null';
}

async function findApiKey(
  raw: string,
  lookups: CredentialLookups,
): Promise<Extract<Actor, { kind: 'api_key' }>> {
  const found = maybeCredential(raw) ? await lookups.apiKey(raw) : undefined;
  if (found !== undefined) return found;
  throw invalidCredentials('api_key');
}

async function findClientId(raw: string, lookups: CredentialLookups): Promise<FoundClientId> {
  const found = maybeCredential(raw) ? await lookups.clientId(raw) : undefined;
  if (found !== undefined) return found;
  throw invalidCredentials('client_id');
}

function headerText(headers: IncomingHttpHeaders, kind: KeyKind): string {
  const value = headers[CREDENTIAL_HEADERS[kind]];
  return typeof value === 'string' ? value : '';
}
