import type { FastifyInstance } from 'fastify';
import { isNetworkId } from '#catalog/networks.ts';
import type { SandboxSafes } from './test-wallets.ts';

/** What the test Safe of the page calls: to propose, to confirm, and to read what was proposed. */
const PATHS = [
  /^v2\/safes\/0x[0-9a-f]{40}\/multisig-transactions\/$/i,
  /^v1\/multisig-transactions\/0x[0-9a-f]{64}\/confirmations\/$/i,
  /^v2\/multisig-transactions\/0x[0-9a-f]{64}\/$/i,
] as const;

/** As much as the service itself takes. */
const REQUEST_BYTES_MAX = 400_000;

const TIMEOUT_MS = 10_000;

/**
 * `/safe/{network}/…`: passes the calls of the test Safe on to the Safe service of a network, so that the page
 * calls no host but its own. As for the nodes, only JSON from pages of this host is taken: without CORS headers
 * no other page may send it here, or read an answer.
 */
export function mountSafeRelay(app: FastifyInstance, safes: SandboxSafes): void {
  app.route<{ Params: { network: string; '*': string } }>({
    method: ['GET', 'POST'],
    url: '/safe/:network/*',
    bodyLimit: REQUEST_BYTES_MAX,
    handler: async (request, reply) => {
      const { network, '*': path } = request.params;
      const url = isNetworkId(network) ? safes.get(network) : undefined;
      if (url === undefined || !PATHS.some((one) => one.test(path))) {
        return await reply.code(404).send({ message: 'There is no such call' });
      }
      const answer = await passOn(`${url}/${path}`, request.method, request.body);
      if (answer === undefined) {
        return await reply.code(502).send({ message: 'the Safe service does not answer' });
      }
      return await reply.code(answer.status).type('application/json').send(answer.text);
    },
  });
}

async function passOn(url: string, method: string, body: unknown) {
  try {
    const response = await fetch(url, {
      method,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    // The wallet gets an error for a service that cannot be reached, and the payer tries again.
    return undefined;
  }
}
