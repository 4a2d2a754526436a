import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { filterText } from '#platform/http/filter-text.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';

/** Twice what a screen shows; a script that reads all uses the largest. */
const PAGE_ENTRIES = 50;
const PAGE_ENTRIES_MAX = 100;

/** An entry as the examples show it. */
export const sampleEntry = {
  id: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  actor: { kind: 'session', id: '01KC9V5D1P7YF3HK8S0A2B6CNX' },
  action: 'api_key.revoked',
  object: { kind: 'api_key', id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD' },
  details: { label: 'Till' },
  ipAddress: '203.0.113.7',
  correlationId: '01JZ8Y6Q4W3V5N2M1K0H9G8F7E',
  createdAt: SAMPLE.createdAt,
};

const AuditActor = z
  .object({
    kind: z.string().describe('How the caller proved who it is, such as `session`.'),
    id: z.string().nullable().describe('The credential that was used, where there was one.'),
  })
  .meta({
    id: 'AuditActor',
    description: 'Who did something.',
    examples: [sampleEntry.actor],
  });

const AuditObject = z
  .object({ kind: z.string().describe('Such as `api_key`.'), id: z.string() })
  .meta({
    id: 'AuditObject',
    description: 'What something was done to.',
    examples: [sampleEntry.object],
  });

/** An entry of a log. */
export const AuditEntry = z
  .object({
    id: z.string().describe('A ULID.'),
    actor: AuditActor.describe('Who did it.'),
    action: z.string().describe('What was done, in the past tense: `api_key.revoked`.'),
    object: AuditObject.describe('To what it was done; another entry about it has the same id.'),
    details: z.unknown().describe('What else is known; never a secret.'),
    ipAddress: z.string().nullable().describe('From where, as long as it is kept.'),
    correlationId: z.string().nullable().describe('The `x-request-id` of the call.'),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'AuditEntry',
    description: 'Who did what to which object. Never changed.',
    examples: [sampleEntry],
  });

/** A page of a log. */
export const AuditPage = z
  .object({
    entries: z.array(AuditEntry),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'AuditPage',
    description: 'A page of the log, newest first.',
    examples: [{ entries: [sampleEntry], nextCursor: sampleEntry.id }],
  });

/** The members of a query that entries are filtered by. */
export const AUDIT_FILTERS = {
  action: filterText().describe('Only this action, such as `api_key.revoked`.'),
  objectId: filterText().describe('Only what was done to this object.'),
};

/** Which entries of a log to read. */
export const AuditFilter = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_ENTRIES_MAX)
    .default(PAGE_ENTRIES)
    .describe('How many entries a page holds.'),
  cursor: pageCursor(),
  ...AUDIT_FILTERS,
});
