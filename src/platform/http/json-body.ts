import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kit/failure.ts';

/**
 * The deepest body of this API nests 5 levels. More than this many is made to exhaust a parser,
 * so it is refused before anything is built from it.
 */
const JSON_DEPTH_MAX = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Makes JSON the only body the server takes: UTF-8, not compressed, at most {@link JSON_DEPTH_MAX}
 * levels deep, without names that would reach an object's prototype.
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
      if (!isUtf8(body)) return done(refuse('The body is not valid UTF-8'));
      if (isDeeperThan(body, JSON_DEPTH_MAX)) {
        return done(refuse(`The body nests deeper than ${JSON_DEPTH_MAX} levels`));
      }
      void parseText(request, body.toString('utf8'), (error, parsed) => {
        if (error === null) done(null, parsed);
        else done(malformedJson());
      });
    },
  );
}

/** Refuses (415) a compressed body: unpacking could turn a small one into a huge one. */
export function refuseCompressed(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  const message = 'Send the body without content-encoding; compressed bodies are not taken';
  throw new Refusal('unsupported_content_encoding', 415, message);
}

/** 400: a body that is no JSON, or JSON that no honest client writes. */
export function malformedJson(): Refusal {
  return refuse('The body is not the JSON that this API takes; check quotes and commas');
}

function refuse(message: string): Refusal {
  return new Refusal('invalid_json', 400, message);
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
