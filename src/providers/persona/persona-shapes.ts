import { z } from 'zod';
import type { IdentityStatus } from '../identity-provider.ts';

const CHARACTERS_MAX = 512;
const text = z.string().min(1).max(CHARACTERS_MAX);
const time = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

/** An inquiry, with the members that are used. */
const InquiryData = z.object({
  id: text,
  type: z.literal('inquiry'),
  attributes: z.object({
    status: z.string().max(CHARACTERS_MAX),
    'reference-id': z.string().max(CHARACTERS_MAX).nullish(),
    'updated-at': time.nullish(),
  }),
});

/** `POST /inquiries` and `GET /inquiries/{id}`. */
export const Inquiry = z.object({ data: InquiryData });

/** `POST /inquiries/{id}/generate-one-time-link`. */
export const OneTimeLink = z.object({
  meta: z.object({ 'one-time-link': z.url({ protocol: /^https?$/ }) }),
});

/** How the service says that a read is fine: a list of at most one inquiry. */
export const Inquiries = z.object({ data: z.array(z.unknown()) });

/** An event of any kind. */
export const Event = z.object({
  data: z.object({
    id: text,
    type: z.literal('event'),
    attributes: z.object({
      name: text,
      'created-at': time,
      payload: z.object({ data: z.unknown() }),
    }),
  }),
});

/** The inquiry that an event is about. */
export const EventInquiry = InquiryData;

const STATUSES: ReadonlyMap<string, IdentityStatus> = new Map([
  ['created', 'pending'],
  ['pending', 'pending'],
  // Every step is done; a decision may still follow.
  ['completed', 'pending'],
  ['needs_review', 'pending'],
  ['approved', 'approved'],
  ['declined', 'rejected'],
  ['failed', 'retry_required'],
  ['expired', 'retry_required'],
]);

/** What a status of the service means. Only `approved` approves. */
export function statusOf(status: string): IdentityStatus {
  return STATUSES.get(status) ?? 'unknown';
}
