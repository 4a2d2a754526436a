import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startHttpServer } from '../tests/support/http-server.ts';
import { countWait, type JointWaits } from '../tests/support/relayed-node.ts';

/** A provider on this machine answers within milliseconds. Real ones take longer, so quotes of one round overlap. */
const ANSWER_MS = 100;

/** A route provider behind a relay that counts. */
interface RelayedProvider {
  /** Where the relay serves, with the version of the shapes. */
  readonly url: string;
  /** The sequential waits of a client. */
  readonly waits: JointWaits;
  /** How many HTTP requests came in. */
  readonly requests: () => number;
  stop(): Promise<void>;
}

/** Puts a relay in front of a route provider, whose waits count in `joint` too. */
export async function relayProvider(
  providerUrl: string,
  joint: JointWaits,
): Promise<RelayedProvider> {
  const waits: JointWaits = { underWay: 0, trips: 0 };
  let requests = 0;
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    countWait(response, waits, joint);
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    const [answered] = await Promise.all([
      fetch(new URL(url, providerUrl), {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { body }),
      }),
      setTimeout(ANSWER_MS),
    ]);
    const type = answered.headers.get('content-type') ?? '';
    response.writeHead(answered.status, { 'content-type': type }).end(await answered.text());
  };
  const server = await startHttpServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return {
    url: `${server.url}/v1`,
    waits,
    requests: () => requests,
    stop: async () => server[Symbol.asyncDispose](),
  };
}
