import { STATUS_CODES } from 'node:http';
import { Outage, Refusal } from '#kit/failure.ts';
import type { ErrorBody } from './error-body.ts';

/** An error as it leaves: a status, headers of its own, and the one body that all errors have. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** The cause, which decides the level of the log line. */
  readonly fault: 'caller' | 'outside' | 'ours';
}

/** Where an error happened, for its body. */
export interface ProblemContext {
  readonly correlationId: string;
  readonly docUrl: string;
}

/** Long enough for a failover of the database, short enough that a page tries again by itself. */
const OUTAGE_RETRY_SECONDS = 5;

/** What the HTTP server refuses by itself, before any code of ours, by the code it gives. */
const SERVER_REFUSALS: Readonly<
  Record<string, readonly [status: number, code: string, message: string]>
> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_content_type',
    'Send the body as content-type: application/json',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is larger than this API takes'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    'invalid_content_length',
    'The body is not as long as content-length says',
  ],
  FST_ERR_BAD_URL: [400, 'invalid_url', 'The URL holds an invalid percent-encoding'],
  FST_ERR_MAX_PARAM_LENGTH: [
    414,
    'url_too_long',
    'A part of the URL is longer than this API takes',
  ],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers are larger than this API takes'],
  FLORIN_NOT_HTTP: [400, 'not_http', 'This is not a request that an HTTP server can read'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time'],
};

/** Codes of the operating system and PostgreSQL for a server that is not reachable. */
const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  // PostgreSQL: shutting down, crashed, cannot connect now, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Its disk is full, its memory used up; it takes no writes, as after a failover; it took too long.
  '53100',
  '53200',
  '25006',
  '57014',
]);

/** Errors of connections and their pool that have a message but no code. */
const OUTAGE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Turns any thrown value into an answer. Details that are not for callers are left out. */
export function problemOf(thrown: unknown, context: ProblemContext): Problem {
  if (thrown instanceof Refusal) return refusalProblem(thrown, context);
  const refused = SERVER_REFUSALS[codeOf(thrown)];
  if (refused !== undefined) {
    const [status, code, message] = refused;
    return {
      fault: 'caller',
      status,
      headers: {},
      body: bodyOf({ status, code, message }, context),
    };
  }
  if (isOutage(thrown)) {
    const message = 'Something this answer depends on is not reachable; try again in a moment';
    const body = bodyOf({ status: 503, code: 'unavailable', message }, context);
    const headers = { 'retry-after': String(OUTAGE_RETRY_SECONDS) };
    return { fault: 'outside', status: 503, headers, body };
  }
  const message = 'Something went wrong on our side; quote the correlation id when asking about it';
  const body = bodyOf({ status: 500, code: 'internal_error', message }, context);
  return { fault: 'ours', status: 500, headers: {}, body };
}

/** Whether something outside failed to answer, rather than we. */
function isOutage(thrown: unknown): boolean {
  if (thrown instanceof Outage || OUTAGE_CODES.has(codeOf(thrown))) return true;
  if (!(thrown instanceof Error)) return false;
  const socketIsGone = codeOf(thrown) === 'ENOENT' && thrown.message.startsWith('connect ');
  return socketIsGone || OUTAGE_MESSAGE.test(thrown.message);
}

/** A refusal's own members stand beside ours, and its `message` in place of ours. */
function refusalProblem(refusal: Refusal, context: ProblemContext): Problem {
  const { docUrl, correlationId, ...ours } = bodyOf(refusal, context);
  const errors = refusal.errors && { errors: [...refusal.errors] };
  const body = { ...ours, ...errors, ...refusal.body, docUrl, correlationId };
  const { status, retryAfterSeconds: seconds } = refusal;
  const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return { fault: 'caller', status, headers, body };
}

function bodyOf(
  { status, code, message }: { status: number; code: string; message: string },
  { docUrl, correlationId }: ProblemContext,
): ErrorBody {
  const error = STATUS_CODES[status] ?? 'Error';
  return { statusCode: status, message, error, code, docUrl, correlationId };
}

function codeOf(thrown: unknown): string {
  const coded = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof coded === 'string' ? coded : '';
}
