import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { startHttpServer } from '../tests/support/http-server.ts';
import { countRequest, type NodeCost, newCost } from './counting-runtime.ts';

/** As many as any contestant has open. */
const CONNECTIONS = 64;

/** A node behind a relay that counts what is sent to it and answers later than it. */
interface CountingRelay extends AsyncDisposable {
  readonly rpcUrl: string;
  readonly cost: NodeCost;
}

/** Puts a relay in front of a node: each request waits so long before it is passed on, as on the way to a provider. */
export async function relayWithLatency(rpcUrl: string, latencyMs: number): Promise<CountingRelay> {
  const cost = newCost();
  const node = new Pool(rpcUrl, { connections: CONNECTIONS });
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    countRequest(cost, body);
    await wait(latencyMs);
    const headers = { 'content-type': 'application/json' };
    const answer = await node.request({ method: 'POST', path: '/', headers, body });
    response.writeHead(answer.statusCode, headers);
    await pipeline(answer.body, response);
  };
  const server = await startHttpServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return {
    rpcUrl: server.url,
    cost,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await node.destroy();
    },
  };
}
