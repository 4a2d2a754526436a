import { createHmac } from 'node:crypto';
import type { Clock } from '#kit/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Applicant } from './applicants.ts';
import { SANDBOX_IDENTITY } from './identity-settings.ts';

const TIMEOUT_MS = 5_000;

interface CallbackParts {
  readonly url: string;
  readonly now: Clock;
  readonly log: Log | undefined;
}

/** Reports a review, once, as the vendor would; what is not received is found by asking. */
export async function sendCallback(
  { url, now, log }: CallbackParts,
  { id, userId, levelName, review }: Applicant,
): Promise<void> {
  const { reviewStatus, reviewResult } = review;
  const body = JSON.stringify({
    applicantId: id,
    inspectionId: id,
    applicantType: 'individual',
    correlationId: `${id}-${now().getTime()}`,
    levelName,
    externalUserId: userId,
    type: reviewStatus === 'completed' ? 'applicantReviewed' : 'applicantPending',
    sandboxMode: true,
    reviewStatus,
    ...(reviewResult && { reviewResult }),
    createdAtMs: now().toISOString().replace('T', ' ').replace('Z', ''),
    clientId: 'florin-sandbox',
  });
  const [secret] = SANDBOX_IDENTITY.webhookSecrets;
  const headers = {
    'content-type': 'application/json',
    'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex'),
    'x-payload-digest-alg': 'HMAC_SHA256_HEX',
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    if (!answer.ok) log?.warn({ status: answer.status }, 'a callback of the sandbox was refused');
  } catch (error) {
    log?.warn({ err: error }, 'a callback of the sandbox was not received');
  }
}
