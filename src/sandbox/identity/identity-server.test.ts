import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { CallbackRequest } from '#providers/callback-request.ts';
import { openSumsubProvider } from '#providers/sumsub/sumsub-provider.ts';
import {
  describeIdentityProvider,
  type IdentityTestServer,
  identityClock,
} from '../../../tests/providers/identity-conformance.ts';
import { signSumsubAgain, WRONG_APPLICANTS } from '../../../tests/providers/plain-sumsub-server.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { startIdentityServer } from './identity-server.ts';
import { SANDBOX_IDENTITY } from './identity-settings.ts';

const DECISIONS = {
  pending: 'pend',
  approved: 'approve',
  rejected: 'reject',
  retry_required: 'retry',
  unknown: 'unknown',
} as const;

async function startSandbox(): Promise<IdentityTestServer> {
  const now = identityClock();
  const received: CallbackRequest[] = [];
  const receiver = await startHttpServer(async (request, response) => {
    received.push({ rawBody: Buffer.from(await text(request)), headers: request.headers });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const server = await startIdentityServer({ pageUrl: 'http://127.0.0.1:1/sandbox/identity', now });
  server.sendCallbacksTo(receiver.url);
  return {
    baseUrl: server.url,
    now,
    wrong: WRONG_APPLICANTS,
    open: ({ secretsMore = [], ...options }) =>
      openSumsubProvider({
        ...options,
        ...SANDBOX_IDENTITY,
        webhookSecrets: [...SANDBOX_IDENTITY.webhookSecrets, ...secretsMore],
      }),
    decide: async ({ url }, status) => {
      const token = z.string().parse(url.split('/').at(-1));
      const answer = await fetch(`${server.url}/control/identity/${token}`, {
        method: 'POST',
        body: JSON.stringify({ decision: DECISIONS[status] }),
      });
      const sent = received.at(-1);
      if (!answer.ok || sent === undefined) throw new Error('nothing was decided');
      return sent;
    },
    signAgain: (request, { secret = SANDBOX_IDENTITY.webhookSecrets[0], ...parts }) =>
      signSumsubAgain(request, { secret, ...parts }),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

describeIdentityProvider('the sandbox', startSandbox);
