import { createHash } from 'node:crypto';
import { Refusal } from '#kit/failure.ts';
import { type Actor, credentialIdOf } from './actor.ts';
import type { Endpoint } from './endpoint.ts';

/** As long as the best known API of payments takes; a ULID or UUID fits many times. */
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
  /** SHA-256 of the canonical body and query: a repetition says the same. */
  readonly fingerprint: Buffer;
}

/**
 * Does a named call once: in one transaction with the memory of its answer, which a repetition is
 * given instead. `platform/db/run-once.ts` is the one there is.
 */
export type RunOnce<Ctx> = (
  ctx: Ctx,
  call: NamedCall,
  work: (ctx: Ctx) => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer & { readonly replayed: boolean }>;

/**
 * Whether calls of an endpoint may be named: those that change something, by callers who can be
 * told apart. Strangers share no memory, or one could be handed another's session.
 */
export function takesIdempotencyKey<Ctx>({ method, accepts }: Endpoint<Ctx>): boolean {
  return method !== 'get' && !accepts.includes('none');
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

/**
 * A person who signs in again is the same caller; a partner is another one for each platform, and a
 * public client ID is not given what was answered to one that came with a proof.
 */
function credentialOf(actor: Actor): string[] {
  const { kind } = actor;
  if (kind === 'session') return [kind, actor.loginId];
  const credential = credentialIdOf(actor) ?? '';
  if (kind === 'orchestrator_pair') return [kind, credential, actor.clientIdId];
  return kind === 'client_id' ? [kind, credential, actor.provenBy ?? ''] : [kind, credential];
}

function digest(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** The same text for the same content, in whatever order its members came. */
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

/** 409: the first call with this key has not ended. */
export function idempotencyKeyInUse(): Refusal {
  const message = 'A call with this Idempotency-Key is still running; try again in a moment';
  return new Refusal('idempotency_key_in_use', 409, { message, retryAfterSeconds: 1 });
}

/** 422: the key names a call that said something else. */
export function idempotencyKeyReused(): Refusal {
  const message = 'This Idempotency-Key was used with another body; choose a new one';
  return new Refusal('idempotency_key_reused', 422, message);
}
