import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { CallbackRequest } from '#providers/callback-request.ts';
import type { IdentityStatus } from '#providers/identity-provider.ts';
import { openPersonaProvider } from '#providers/persona/persona-provider.ts';
import { startHttpServer } from '../support/http-server.ts';
import { change } from './altered-answers.ts';
import { IDENTITY_NOW, type IdentityTestServer, identityClock } from './identity-conformance.ts';

const SECRET = 'wbhsec_of_test';

const STATUSES: Readonly<Record<IdentityStatus, string>> = {
  pending: 'needs_review',
  approved: 'approved',
  rejected: 'declined',
  retry_required: 'failed',
  unknown: 'marked_for_review_by_robots',
};

/** How Persona's callbacks are signed, computed apart from the adapter. */
function signPersona(body: string, at: Date, secret = SECRET): CallbackRequest {
  const seconds = Math.floor(at.getTime() / 1_000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return {
    rawBody: Buffer.from(body),
    headers: { 'persona-signature': `t=${seconds},v1=${digest}` },
  };
}

const Created = z.object({
  data: z.object({ attributes: z.object({ 'reference-id': z.string() }) }),
});

/** The inquiries of a server, as it answers about them. */
function openInquiries() {
  const inquiries = new Map<string, { userRef: string; status: string }>();
  const byKey = new Map<string, string>();
  const shown = (id: string) => {
    const { userRef, status } = inquiries.get(id) ?? { userRef: '', status: '' };
    const attributes = {
      status,
      'reference-id': userRef,
      'created-at': '2026-01-02T03:00:00.000Z',
      'updated-at': '2026-01-02T03:04:00.000Z',
    };
    return { type: 'inquiry', id, attributes };
  };
  const make = (key: string, body: string) => {
    const id = byKey.get(key) ?? `inq_${inquiries.size + 1}`;
    byKey.set(key, id);
    if (!inquiries.has(id)) {
      const userRef = Created.parse(JSON.parse(body)).data.attributes['reference-id'];
      inquiries.set(id, { userRef, status: 'created' });
    }
    return { data: shown(id) };
  };
  const decide = (id: string, status: string) => {
    inquiries.set(id, { userRef: inquiries.get(id)?.userRef ?? '', status });
    return shown(id);
  };
  const answer = (path: string, key: string, body: string): object | undefined => {
    if (path === '/inquiries') return make(key, body);
    if (path.startsWith('/inquiries?')) return { data: [], links: {} };
    const [, id = '', action] = PATH.exec(path) ?? [];
    if (!inquiries.has(id)) return undefined;
    const link = { 'one-time-link': `https://withpersona.com/verify?code=${id}` };
    return { data: shown(id), ...(action !== undefined && { meta: link }) };
  };
  return { decide, answer };
}

const PATH = /^\/inquiries\/([^/?]+)(\/generate-one-time-link)?$/;

/** A server of Persona's published shapes. */
export async function startPlainPersonaServer(): Promise<IdentityTestServer> {
  const now = identityClock();
  const { decide, answer } = openInquiries();
  const server = await startHttpServer(async (request, response) => {
    const path = (request.url ?? '').replace('/api/v1', '');
    const key = String(request.headers['idempotency-key']);
    const answered = answer(path, key, await text(request));
    response.writeHead(answered === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answered ?? { errors: [{ title: 'Record not found' }] }));
  });
  let events = 0;
  return {
    baseUrl: `${server.url}/api/v1`,
    now,
    wrong: [
      ['another inquiry', change('data.id', 'inq_of_somebody_else')],
      ['an inquiry without a reference', change('data.attributes.reference-id', null)],
      ['another kind of object', change('data.type', 'report')],
      ['a status that is no text', change('data.attributes.status', 1)],
      ['a time of another form', change('data.attributes.updated-at', 'yesterday')],
    ],
    open: ({ secretsMore = [], ...options }) =>
      openPersonaProvider({
        ...options,
        apiKey: 'persona_sandbox_key',
        webhookSecrets: [SECRET, ...secretsMore],
        levels: { individual: 'itmpl_1' },
      }),
    decide: async ({ reference }, status) => {
      const data = decide(reference, STATUSES[status]);
      const name = `inquiry.${STATUSES[status]}`;
      const attributes = { name, 'created-at': now().toISOString(), payload: { data } };
      events += 1;
      const body = { data: { type: 'event', id: `evt_${events}`, attributes } };
      return signPersona(JSON.stringify(body), now());
    },
    signAgain: ({ rawBody }, { secret, ageMs = 0 }) =>
      signPersona(rawBody.toString(), new Date(IDENTITY_NOW.getTime() - ageMs), secret),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
