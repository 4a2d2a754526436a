import { hash } from 'node:crypto';
import { type Actor, credentialIdOf } from '#kit/actor.ts';
import { Refusal } from '#kit/failure.ts';
import type { Endpoint } from './endpoint.ts';

/** As long as the most used payment API accepts; a ULID or UUID fits many times. */
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;

/** An answer as it leaves, before its headers are added. */
export interface WrittenAnswer {
  readonly status: number;
  /** JSON, filtered by the endpoint's schema. */
  readonly text: string;
}

/** A call that names itself, so that doing it twice is doing it once. */
export interface NamedCall {
  readonly key: string;
  /** The account that the answer belongs to. */
  readonly accountId: string;
  /** SHA-256 of who calls what: the same key elsewhere is another key. */
  readonly scope: Buffer;
  /** SHA-256 of the canonical body and query: a repetition has the same. */
  readonly fingerprint: Buffer;
  /** Prints an answer, where the operation writes it itself, in the one statement of its effect. */
  readonly write?: ((answered: unknown) => WrittenAnswer) | undefined;
}

/**
 * Does a named call once: in one transaction with the memory of its answer, which a repetition is
 * given instead.
 * `platform/db/run-once.ts` is the one there is.
 */
export type RunOnce<Ctx> = (
  ctx: Ctx,
  call: NamedCall,
  work: (ctx: Ctx) => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer & { readonly replayed: boolean }>;

/**
 * Whether an endpoint accepts idempotency keys: those that change something, for callers that can be
 * distinguished. Unknown callers share no stored answers, or one could receive another's session. Those that repeat
 * their answer by themselves need none.
 */
export function takesIdempotencyKey<Ctx>(endpoint: Endpoint<Ctx>): boolean {
  const { method, accepts, isIdempotent = false } = endpoint;
  return method !== 'get' && !accepts.includes('none') && !isIdempotent;
}

interface Call {
  readonly actor: Actor;
  readonly header: string | string[] | undefined;
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly body: unknown;
}

/** The name of a call, or undefined where it has none. Refuses (400) keys that could not be one. */
export function namedCall<Ctx>(endpoint: Endpoint<Ctx>, call: Call): NamedCall | undefined {
  const { actor, header, method, url, body } = call;
  if (header === undefined || !takesIdempotencyKey(endpoint)) return undefined;
  if (!('accountId' in actor)) return undefined;
  if (typeof header !== 'string' || !KEY.test(header)) throw invalidIdempotencyKey();
  if (isPublic(actor) && !isUnguessable(header)) throw guessableIdempotencyKey();
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  return {
    key: header,
    accountId: actor.accountId,
    scope: digest([...credentialOf(actor), method, path]),
    fingerprint: digest([url.slice(path.length), canonical(body)]),
  };
}

/** Printable, so that it cannot break a line of a log. */
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$`);

/** A UUID of a random version, RFC 9562: 4, or 7 behind its time. */
const RANDOM_UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** At least 16 bytes as hexadecimal digits. */
const RANDOM_HEX = /^[\da-f]{32,}$/i;

/** 16 or 32 bytes in base64 of either alphabet, RFC 4648: bits of the last character that no byte fills are zero. */
const RANDOM_BASE64 = /^([\w+/-]{21}[AQgw](==)?|[\w+/-]{42}[AEIMQUYcgkosw048]=?)$/;

/** 22 random characters of 64 hold fewer different ones once in 10^14, 30 digits of 16 in 10^7. */
const DIFFERENT_CHARS_MIN = 8;

/** Whether a key has the form of 128 random bits; whether they are random cannot be checked. */
function isUnguessable(key: string): boolean {
  const hasForm = [RANDOM_UUID, RANDOM_HEX, RANDOM_BASE64].some((form) => form.test(key));
  return hasForm && new Set(key).size >= DIFFERENT_CHARS_MIN;
}

/** Whether everybody who opens a page can make this call: only the key then distinguishes callers. */
function isPublic(actor: Actor): boolean {
  const { kind } = actor;
  return kind === 'client_id' && actor.allowedDomains.length > 0 && actor.provenBy === undefined;
}

/**
 * A person who signs in again to an account is the same caller; a partner is another one for each platform, an API
 * key another one for each client ID beside it, and a public client ID another one for each page. It
 * is not given what was answered to one that came with a proof.
 */
function credentialOf(actor: Actor): string[] {
  const { kind } = actor;
  if (kind === 'session') return [kind, actor.accountId, actor.loginId];
  const credential = credentialIdOf(actor) ?? '';
  if (kind === 'orchestrator_pair') return [kind, credential, actor.clientIdId];
  if (kind === 'api_key' && 'clientIdId' in actor) return [kind, credential, actor.clientIdId];
  if (kind !== 'client_id') return [kind, credential];
  return [kind, credential, actor.provenBy ?? '', isPublic(actor) ? (actor.origin ?? '') : ''];
}

function digest(parts: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** The same text for the same content, in any order of its members. */
function canonical(body: unknown): string {
  return (
    JSON.stringify(body, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}

/** 400: a key that could not be one. */
export function invalidIdempotencyKey(): Refusal {
  const message = `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} printable characters without spaces`;
  return new Refusal('invalid_idempotency_key', 400, message);
}

/** 400: a key that others could guess, by a credential that others have. */
function guessableIdempotencyKey(): Refusal {
  const message =
    'Idempotency-Key of a client ID with domains must be a random UUID (version 4 or 7) or 128 random bits (32 hexadecimal digits, or base64 of 16 bytes): the answer is given to whoever repeats it';
  return new Refusal('guessable_idempotency_key', 400, message);
}

/** 409: the first call with this key has not ended. */
export function idempotencyKeyInUse(): Refusal {
  const message = 'A call with this Idempotency-Key is still running; try again in a moment';
  return new Refusal('idempotency_key_in_use', 409, { message, retryAfterSeconds: 1 });
}

/** 422: the key was used with another body. */
export function idempotencyKeyReused(): Refusal {
  const message = 'This Idempotency-Key was used with another body; choose a new one';
  return new Refusal('idempotency_key_reused', 422, message);
}
