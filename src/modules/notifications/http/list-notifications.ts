import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listNotifications } from '../list-notifications.ts';
import { NOTIFICATION_KINDS, SUBJECT_KINDS } from '../model/notification.ts';

const sample = {
  id: 'webhook_failing:01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  kind: 'webhook_failing' as const,
  level: 'warn' as const,
  message:
    'Deliveries to https://shop.example/hooks/florin only fail. It is switched off by itself unless one arrives before.',
  subject: { kind: 'webhook' as const, id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD' },
  since: SAMPLE.createdAt,
  endsAt: '2026-01-07T03:04:05.000Z',
};

const NotificationSubject = z
  .object({
    kind: z.enum(SUBJECT_KINDS).describe('What it is.'),
    id: z.string().describe('Its id; of a request the public one, of a network its name.'),
  })
  .meta({
    id: 'NotificationSubject',
    description: 'What is to be dealt with.',
    examples: [sample.subject],
  });

const NotificationShape = z
  .object({
    id: z.string().describe('The same as long as the problem lasts.'),
    kind: z.enum(NOTIFICATION_KINDS).describe('What is wrong.'),
    level: z
      .enum(['error', 'warn'])
      .describe(
        '`error` where money or events are missing until somebody acts, `warn` where they soon may be.',
      ),
    message: z.string().describe('What is wrong and what to do, for a person.'),
    subject: NotificationSubject.describe('What it is about.'),
    since: z.iso.datetime().nullable().describe('Null where that is not known.'),
    endsAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When an endpoint is switched off, or a key ends, by itself; null where nothing is.',
      ),
  })
  .meta({
    id: 'Notification',
    description: 'Something that needs a person.',
    examples: [sample],
  });

const NotificationList = z
  .object({
    at: z.iso.datetime().describe('When it was read.'),
    notifications: z.array(NotificationShape),
    isComplete: z.boolean().describe('False where there are more than 20 of a kind.'),
  })
  .meta({
    id: 'NotificationList',
    description: 'What needs a person now.',
    examples: [{ at: SAMPLE.createdAt, notifications: [sample], isComplete: true }],
  });

/** `GET /v2/dashboard/notifications`: what of the caller's account needs a person. */
export const listNotificationsEndpoint = endpoint({
  operationId: 'listNotifications',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/notifications',
  tag: 'Notifications',
  summary: 'Lists what of your account needs a person, errors first, each the newest first.',
  description:
    'Webhook endpoints that fail or were switched off, payments that are held, recurring payouts that are paused or cannot pay, keys in use that end within seven days, and networks that are late: as long as that lasts. Reverted payments whose requests are not paid, payout lists with rows that were not created, and payouts to bank accounts that came back: for 14 days. Added by Florin.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: NotificationList },
  refusals: [],
  run: (ctx: Context) => listNotifications(ctx),
});
