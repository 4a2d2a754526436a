import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { openJsonClient, ServiceFailure } from '#platform/outbound/json-client.ts';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import { startHttpServer } from './http-server.ts';

export const JSON_HEADERS = { 'content-type': 'application/json' };

/** Endpoints and clients of a test file, each closed at the end of its test. Called outside of tests. */
export function useJsonEndpoint() {
  const opened: (AsyncDisposable | Outbound)[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) {
      if ('close' in one) await one.close();
      else await one[Symbol.asyncDispose]();
    }
  });

  async function serve(answer: RequestListener) {
    const server = await startHttpServer(answer);
    opened.push(server);
    return server;
  }

  /** A client with simulated time: its waits end at once and are recorded. */
  function clientOf(
    baseUrl: string,
    parts: Partial<Parameters<typeof openJsonClient>[0]> & { readonly nameServer?: string } = {},
  ) {
    const { nameServer, ...options } = parts;
    const outbound = openOutbound(
      nameServer === undefined
        ? { privateAddresses: 'allow' }
        : { privateAddresses: 'refuse', nameServers: [nameServer] },
    );
    opened.push(outbound);
    const slept: number[] = [];
    const clock = { nowMs: 0 };
    const time = {
      elapsedMs: () => clock.nowMs,
      sleep: async (ms: number) => {
        slept.push(ms);
        clock.nowMs += ms;
      },
    };
    const client = openJsonClient({
      outbound,
      name: 'rates',
      baseUrl,
      // Far above what a machine full of others needs.
      timeoutMs: 60_000,
      time,
      ...options,
    });
    return { client, slept, clock };
  }

  return { opened, serve, clientOf };
}

/** How a call failed: its kind, its status where one came, and its message. */
export async function failureOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof ServiceFailure)) throw new Error('it did not fail so', { cause: error });
  return [error.kind, error.status, error.message];
}

/** Answers with a status each, one after the other; the last one from then on. */
export function answering(...statuses: readonly number[]) {
  const asked: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`);
    const status = statuses[Math.min(asked.length, statuses.length) - 1] ?? 200;
    response.writeHead(status, JSON_HEADERS).end('{"rate":"1.08","more":true}');
  };
  return { asked, listener };
}
