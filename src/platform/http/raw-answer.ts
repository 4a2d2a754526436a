import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { correlationHeaders } from './answer-headers.ts';
import { type Problem, problemOf } from './problem.ts';

interface RawParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly docUrl: string;
  readonly correlationId: string;
}

/**
 * Returns what the HTTP parser refused: there is no request to reply to, only a socket. The body is
 * the one that all errors have, and the connection ends, because it is not clear where its next request
 * begins.
 */
export function answerRawly(
  error: Error & { code?: string },
  socket: Socket,
  { headers, docUrl, correlationId }: RawParts,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const problem = parserProblem(error, { docUrl, correlationId });
  const body = JSON.stringify(problem.body);
  const lines = Object.entries({
    ...headers,
    ...correlationHeaders(correlationId),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const first = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`;
  socket.end(`${[first, ...lines].join('\r\n')}\r\n\r\n${body}`);
}

/** Other errors of the parser are the caller's as well: the bytes were not HTTP. */
function parserProblem(
  error: Error & { code?: string },
  context: { docUrl: string; correlationId: string },
): Problem {
  const known = error.code === 'HPE_HEADER_OVERFLOW' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const code = known ? error.code : 'FLORIN_NOT_HTTP';
  return problemOf(Object.assign(new Error('the parser refused a request'), { code }), context);
}
