import { z } from 'zod';
import type { IdentityStatus } from '../identity-provider.ts';

const CHARACTERS_MAX = 512;
const LABELS_MAX = 100;
const text = z.string().min(1).max(CHARACTERS_MAX);

/** The result of a review, with the members that are used. */
const ReviewResult = z.object({
  reviewAnswer: z.string().max(CHARACTERS_MAX).optional(),
  reviewRejectType: z.string().max(CHARACTERS_MAX).optional(),
  rejectLabels: z.array(z.string().max(CHARACTERS_MAX)).max(LABELS_MAX).optional(),
});

/** What is documented of a review. */
interface Review {
  readonly reviewStatus?: string | undefined;
  readonly reviewResult?: z.output<typeof ReviewResult> | undefined;
}

/** The address of the hosted page. */
export const WebSdkLink = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** `2026-01-02 03:04:05+0000`, or with fewer digits of the zone, as the service writes times. */
const reviewTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00(:?00)?)?$/)
  .transform((value) => new Date(`${value.slice(0, 19).replace(' ', 'T')}Z`));

/** An applicant: `GET /resources/applicants/-;externalUserId=…/one`. */
export const Applicant = z.object({
  id: text,
  externalUserId: text,
  review: z
    .object({
      reviewStatus: z.string().max(CHARACTERS_MAX).optional(),
      reviewDate: reviewTime.optional(),
      reviewResult: ReviewResult.optional(),
    })
    .optional(),
});

/** How the service says that there is no such applicant; a proxy before it says so otherwise. */
export const NotFound = z.object({ code: z.literal(404), description: z.string() });

/** A callback about an applicant. Others have no `externalUserId`. */
export const Callback = z.object({
  type: text,
  applicantId: text,
  externalUserId: text,
  reviewStatus: z.string().max(CHARACTERS_MAX).optional(),
  reviewResult: ReviewResult.optional(),
  createdAtMs: z.string().max(CHARACTERS_MAX),
});

/** When a callback was written: `2026-01-02 03:04:05.678`, in UTC, or milliseconds since 1970. */
export function callbackTime(value: string): Date | undefined {
  const isText = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,6}$/.test(value);
  if (isText) return new Date(`${value.slice(0, 23).replace(' ', 'T')}Z`);
  return /^\d{13}$/.test(value) ? new Date(Number(value)) : undefined;
}

/** The states before an answer, as documented. */
const OPEN: readonly string[] = [
  'init',
  'pending',
  'prechecked',
  'queued',
  'onHold',
  'awaitingService',
  'awaitingUser',
];

/** What a review means. Only a completed one with a green answer approves. */
export function statusOf({ reviewStatus, reviewResult }: Review): IdentityStatus {
  if (reviewStatus === undefined) return 'unknown';
  if (OPEN.includes(reviewStatus)) return 'pending';
  if (reviewStatus !== 'completed') return 'unknown';
  const { reviewAnswer, reviewRejectType } = reviewResult ?? {};
  if (reviewAnswer === 'GREEN') return 'approved';
  if (reviewAnswer !== 'RED') return 'unknown';
  if (reviewRejectType === 'FINAL') return 'rejected';
  return reviewRejectType === 'RETRY' ? 'retry_required' : 'unknown';
}
