import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { CallbackRequest } from '#providers/callback-request.ts';
import type { IdentityStatus } from '#providers/identity-provider.ts';
import { openSumsubProvider } from '#providers/sumsub/sumsub-provider.ts';
import { startHttpServer } from '../support/http-server.ts';
import { change } from './altered-answers.ts';
import {
  IDENTITY_NOW,
  type IdentityTestServer,
  identityClock,
  type OpenIdentityProvider,
} from './identity-conformance.ts';

const SECRET = 'SoMe_SeCrEt_KeY';

/** A review as it is documented, for each state. */
const REVIEWS: Readonly<Record<IdentityStatus, object>> = {
  pending: { reviewStatus: 'queued' },
  approved: { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } },
  rejected: {
    reviewStatus: 'completed',
    reviewResult: {
      moderationComment: 'Not accepted',
      reviewAnswer: 'RED',
      reviewRejectType: 'FINAL',
      rejectLabels: ['BLACKLIST'],
    },
  },
  retry_required: {
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'RETRY', rejectLabels: ['BAD_SELFIE'] },
  },
  unknown: { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'YELLOW' } },
};

/** How Sumsub's callbacks are signed, computed apart from the adapter. */
function signSumsub(body: string, secret = SECRET): CallbackRequest {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' };
  return { rawBody: Buffer.from(body), headers };
}

const timeText = (time: Date) => time.toISOString().replace('T', ' ').replace('Z', '');

/** Signs a callback again, by another secret or at another time. */
export const signSumsubAgain: IdentityTestServer['signAgain'] = ({ rawBody }, parts) => {
  const body = z.record(z.string(), z.unknown()).parse(JSON.parse(rawBody.toString()));
  const { secret = SECRET, ageMs } = parts;
  const createdAtMs =
    ageMs === undefined ? body['createdAtMs'] : timeText(new Date(IDENTITY_NOW.getTime() - ageMs));
  return signSumsub(JSON.stringify({ ...body, createdAtMs }), secret);
};

/** Answers about an applicant that are not the documented ones. */
export const WRONG_APPLICANTS = [
  ['another applicant', change('externalUserId', 'of-somebody-else')],
  ['an applicant without a reference', change('externalUserId', undefined)],
  ['a review of another form', change('review', 'approved')],
  ['a status that is no text', change('review.reviewStatus', 1)],
  ['a time of another form', change('review.reviewDate', 'yesterday')],
] as const;

/** Opens the adapter at a server of its shapes. */
const openSumsub = ({ secretsMore = [], ...options }: OpenIdentityProvider) =>
  openSumsubProvider({
    ...options,
    appToken: 'sbx:token',
    secretKey: 'key-of-test',
    webhookSecrets: [SECRET, ...secretsMore],
    levels: { individual: 'id-and-liveness' },
  });

/** A server of Sumsub's published shapes. */
export async function startPlainSumsubServer(): Promise<IdentityTestServer> {
  const now = identityClock();
  const reviews = new Map<string, IdentityStatus>();
  const server = await startHttpServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const body = await text(request);
    const [, ref] = /externalUserId=([^/]+)\/one$/.exec(request.url ?? '') ?? [];
    if (request.method === 'POST') {
      const { userId } = z.object({ userId: z.string() }).parse(JSON.parse(body));
      answer(200, { url: `https://in.sumsub.com/websdk/p/${userId}` });
      return;
    }
    const status = ref && reviews.get(decodeURIComponent(ref));
    if (status === undefined || ref === undefined || status === '') {
      answer(404, { code: 404, correlationId: 'c', description: 'Applicant not found' });
      return;
    }
    answer(200, {
      id: '5b594ade0a975a36c9349e66',
      createdAt: '2026-01-02 03:00:00',
      externalUserId: decodeURIComponent(ref),
      review: { reviewDate: '2026-01-02 03:04:00+0000', ...REVIEWS[status] },
      type: 'individual',
    });
  });
  let events = 0;
  return {
    baseUrl: server.url,
    now,
    wrong: WRONG_APPLICANTS,
    open: openSumsub,
    decide: async ({ reference }, status) => {
      reviews.set(reference, status);
      events += 1;
      const body = {
        applicantId: '5b594ade0a975a36c9349e66',
        correlationId: `req-${events}`,
        externalUserId: reference,
        type: status === 'pending' ? 'applicantPending' : 'applicantReviewed',
        ...REVIEWS[status],
        createdAtMs: timeText(now()),
      };
      return signSumsub(JSON.stringify(body));
    },
    signAgain: signSumsubAgain,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
