import type { FastifyInstance, FastifyReply } from 'fastify';
import { Outage } from '#kit/failure.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { Check, type ShownCheck } from './sandbox-identity-check.ts';
import { renderAgreement, renderIdentity, renderLostCheck } from './sandbox-identity-page.ts';

interface SandboxIdentityParts {
  readonly apiUrl: string;
  readonly payUrl: string;
  /** Where the sandbox's identity provider serves. */
  readonly providerUrl: string;
  readonly styles: readonly string[];
}

const TIMEOUT_MS = 5_000;
const BODY_BYTES_MAX = 1_024;
const TOKEN = /^[0-9a-f]{48}$/;
const DECISIONS = ['approve', 'reject', 'retry', 'pend'] as const;

/**
 * `/sandbox/identity/{token}`: the page that a payer would see at the identity provider. A tester decides there what comes of the
 * check. `/sandbox/agreement`: an example of the terms that payers agree to. Of the sandbox only.
 */
export async function mountSandboxIdentity(
  app: FastifyInstance,
  parts: SandboxIdentityParts,
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: unknown) => new URLSearchParams(String(body)),
    );
    scope.get<{ Params: { token: string } }>('/sandbox/identity/:token', ({ params }, reply) =>
      sendCheck(reply, parts, { token: params.token }),
    );
    scope.post<{ Params: { token: string } }>(
      '/sandbox/identity/:token',
      { bodyLimit: BODY_BYTES_MAX },
      ({ params, body }, reply) => {
        const named = body instanceof URLSearchParams ? body.get('decision') : null;
        const decision = DECISIONS.find((one) => one === named);
        return sendCheck(reply, parts, { token: params.token, decision });
      },
    );
    scope.get('/sandbox/agreement', (_request, reply) =>
      send(reply, parts, { html: renderAgreement(parts.styles) }),
    );
    done();
  });
}

interface Asked {
  readonly token: string;
  readonly decision?: (typeof DECISIONS)[number] | undefined;
}

async function sendCheck(
  reply: FastifyReply,
  parts: SandboxIdentityParts,
  { token, decision }: Asked,
): Promise<FastifyReply> {
  const check = TOKEN.test(token) ? await callProvider(parts, token, decision) : undefined;
  const { styles } = parts;
  if (check === undefined) {
    return await send(reply, parts, { status: 404, html: renderLostCheck(styles) });
  }
  return await send(reply, parts, { html: renderIdentity({ ...check, styles }) });
}

async function callProvider(
  { providerUrl }: SandboxIdentityParts,
  token: string,
  decision: Asked['decision'],
): Promise<ShownCheck | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const init = decision && { method: 'POST', body: JSON.stringify({ decision }) };
  const answer = await fetch(`${providerUrl}/control/identity/${token}`, { ...init, signal });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Outage(`the identity provider answered ${answer.status}`);
  return Check.parse(await answer.json());
}

async function send(
  reply: FastifyReply,
  { apiUrl, payUrl }: SandboxIdentityParts,
  { status = 200, html }: { readonly status?: number; readonly html: string },
): Promise<FastifyReply> {
  const headers = pageHeaders({ asked: apiUrl, pageUrl: payUrl, hasForm: true });
  return await reply.code(status).headers(headers).send(html);
}
