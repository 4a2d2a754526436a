import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kit/failure.ts';
import { isWellFormed, repeatedName, unsafeNameOf } from './json-text.ts';

/**
 * The deepest body of this API nests 5 levels. More than this many is made to exhaust a parser,
 * so it is refused before anything is built from it.
 */
const JSON_DEPTH_MAX = 32;

/** An escape of a surrogate; without one, text that was UTF-8 holds no half of a pair. */
const HALF_ESCAPED = /\\u[dD][89a-fA-F]/;

const NAME_CHARS_MAX = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Makes JSON the only body the server takes: UTF-8, not compressed, at most {@link JSON_DEPTH_MAX}
 * levels deep, without names that would reach an object's prototype or that an object has twice, and
 * without halves of characters.
 */
export function takeJsonOnly(app: FastifyInstance): void {
  const parseText = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      // Clients commonly name a content type also where they send no body.
      if (body.length === 0) return done(null, undefined);
      if (request.routeOptions.config.keepsRawBody === true) request.rawBody = body;
      if (!isUtf8(body)) return done(refuse('The body is not valid UTF-8'));
      if (isDeeperThan(body, JSON_DEPTH_MAX)) {
        return done(refuse(`The body nests deeper than ${JSON_DEPTH_MAX} levels`));
      }
      const text = body.toString('utf8');
      void parseText(request, text, (error, parsed) => {
        if (error !== null) return done(unsafeName(text) ?? malformedJson());
        const twice = repeatedName(text);
        // A name comes from the caller; it is repeated only as far as a person reads it.
        if (twice !== undefined)
          return done(refuse(`The body has a name twice: ${shorten(twice)}`));
        if (HALF_ESCAPED.test(text) && !isWellFormed(parsed)) {
          return done(refuse('The body holds half of a surrogate pair, which is no character'));
        }
        done(null, parsed);
      });
    },
  );
}

/** The parameter that names an encoding: plain, extended (`charset*`) or in parts (`charset*0`) (RFC 2231, 8187). */
const CHARSET = /;\s*charset\s*(\*[^\s=;]*)?\s*=\s*"?([^\s;"]*)/gi;

/** Refuses (415) a body in another encoding than UTF-8, which is the only one that JSON has. */
export function refuseOtherCharset(contentType: string | undefined): void {
  for (const [, extension, value = ''] of contentType?.matchAll(CHARSET) ?? []) {
    // The value of an extended parameter stands behind its own encoding and language: `utf-8'en'utf-16`.
    const charset = extension === '*' ? value.slice(value.lastIndexOf("'") + 1) : value;
    if (!/^utf-?8$/i.test(charset)) throw unsupportedCharset();
  }
}

/** 415: a body that declares another encoding than UTF-8. */
export function unsupportedCharset(): Refusal {
  const message = 'Send the body in UTF-8; another charset is not taken';
  return new Refusal('unsupported_charset', 415, message);
}

/** Refuses (415) a compressed body: unpacking could turn a small one into a huge one. */
export function refuseCompressed(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  const message = 'Send the body without content-encoding; compressed bodies are not taken';
  throw new Refusal('unsupported_content_encoding', 415, message);
}

/** 400: a body that is no JSON, or JSON that only an attacker writes. */
export function malformedJson(): Refusal {
  return refuse('The body is not the JSON that this API takes; check quotes and commas');
}

/** 400: JSON with a name that would reach the prototype of an object; undefined for what is no JSON. */
function unsafeName(text: string): Refusal | undefined {
  const name = unsafeNameOf(text);
  if (name === undefined) return undefined;
  return refuse(`The body has the name ${name}, which is never a field: remove it`);
}

function refuse(message: string): Refusal {
  return new Refusal('invalid_json', 400, message);
}

function shorten(name: string): string {
  const text = JSON.stringify(name);
  return text.length <= NAME_CHARS_MAX ? text : `${text.slice(0, NAME_CHARS_MAX)}…`;
}

/** Counts open brackets outside strings. Sees only bytes, so it is safe on text that is not JSON. */
function isDeeperThan(body: Buffer, depthMax: number): boolean {
  let depth = 0;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i] ?? 0;
    if (byte === QUOTE) i = endOfString(body, i);
    else depth += stepOf(byte);
    if (depth > depthMax) return true;
  }
  return false;
}

/** The place of the quote that closes a string, or the end where none does. */
function endOfString(body: Buffer, start: number): number {
  let i = start + 1;
  while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** `[` and `{` differ in one bit, and so do `]` and `}`. */
function stepOf(byte: number): number {
  const bracket = byte | 0x20;
  if (bracket === 0x7b) return 1;
  return bracket === 0x7d ? -1 : 0;
}
