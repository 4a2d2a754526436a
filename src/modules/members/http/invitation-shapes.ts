import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { ROLES } from '#kit/role.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { invitationNotFound } from '../revoke-invitation.ts';

/** The invitation that the examples of this module show. */
export const SAMPLE_INVITATION = {
  id: '01KC9TZ8D5M1Y7T3QR6G0XB4NE',
  label: 'Grace, accounting',
  role: 'finance',
  createdBy: '01KC9TZ6N4B1W5Q8YJ0D7XGM2R',
  createdAt: SAMPLE.createdAt,
  expiresAt: '2026-01-09T03:04:05.000Z',
} as const;

/** Opens nothing. */
export const SAMPLE_TOKEN = `inv_${'a1B2'.repeat(10)}c3D`;

/** What is shown of an open invitation. */
export const invitationFields = {
  id: z.string().describe('A ULID; not the token.'),
  label: z.string().describe('For whom it is.'),
  role: z.enum(ROLES),
  createdBy: z.string().describe('The `personId` of who invited.'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('A week after it was made.'),
};

/** Longer than any token. */
const TOKEN_CHARS_MAX = 100;

/** The token of an invitation, in a body: what stands in a path is written to logs. */
export const InvitationTokenRequest = z
  .strictObject({
    token: z.string().max(TOKEN_CHARS_MAX).describe('`inv_…`, what follows `#` in the link.'),
  })
  .meta({
    id: 'InvitationTokenRequest',
    description: 'The token of an invitation.',
    examples: [{ token: SAMPLE_TOKEN }],
  });

/** What every token that opens nothing is answered. */
export const INVITATION_NOT_FOUND: DocumentedRefusal = {
  status: 404,
  when: 'The invitation is unknown, used, revoked or older than a week.',
  examples: [invitationNotFound()],
};
