import { z } from 'zod';
import { CHAIN_FAMILIES } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { ROLES } from '#kit/role.ts';

/** The session that the API description shows. */
export const sampleSession = {
  id: '01KDY8S0K3V7R2M5XQ9ZB4HTWC',
  kind: 'wallet',
  walletAddress: SAMPLE.payee,
  walletFamily: 'evm',
  email: null,
  accountId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  personId: '01KC9TZ6N4B1W5Q8YJ0D7XGM2R',
  role: 'owner',
  createdAt: SAMPLE.createdAt,
  lastSeenAt: SAMPLE.paidAt,
  expiresAt: '2026-01-02T15:04:05.000Z',
} as const;

/** What is reported about every session. */
export const sessionFields = {
  id: z.string().describe('A ULID; not the token.'),
  kind: z.enum(['wallet', 'email']).describe('How it was opened.'),
  walletAddress: z.string().nullable().describe('The wallet that signed.'),
  walletFamily: z.enum(CHAIN_FAMILIES).nullable().describe('The kind of chain it lives on.'),
  email: z.string().nullable().describe('The email address that was logged in with.'),
  accountId: z.string().describe('The account that it opens.'),
  personId: z.string().describe('Who signed in; the same in every account of theirs.'),
  role: z
    .enum(ROLES)
    .nullable()
    .describe('What this person may do in the account. Null in a list, for somebody just removed.'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('The last call, to some seconds.'),
  expiresAt: z.iso
    .datetime()
    .describe('The latest end. A wallet session ends earlier, 15 minutes after its last call.'),
};
