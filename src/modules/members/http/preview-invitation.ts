import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { previewInvitation } from '../preview-invitation.ts';
import {
  INVITATION_NOT_FOUND,
  InvitationTokenRequest,
  SAMPLE_INVITATION,
} from './invitation-shapes.ts';
import { MEMBERS_TAG, MemberRole } from './member-shapes.ts';

const sample = {
  accountName: 'Fruit stall',
  role: SAMPLE_INVITATION.role,
  expiresAt: SAMPLE_INVITATION.expiresAt,
};

const InvitationPreview = z
  .object({
    accountName: z.string().describe('The account that invites.'),
    role: MemberRole,
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'InvitationPreview',
    description: 'What an invitation offers, and nothing of who is in the account.',
    examples: [sample],
  });

/** `POST /v1/invitations/preview`: what an invitation offers, before signing in. */
export const previewInvitationEndpoint = endpoint({
  operationId: 'previewInvitation',
  host: 'auth',
  method: 'post',
  path: '/v1/invitations/preview',
  tag: MEMBERS_TAG,
  summary: 'Shows what an invitation offers to whoever has its token.',
  accepts: ['none'],
  params: z.object({}),
  query: z.strictObject({}),
  body: InvitationTokenRequest,
  answer: { status: 200, schema: InvitationPreview },
  refusals: [INVITATION_NOT_FOUND],
  run: (ctx: Context, { body }) => previewInvitation(ctx, body),
});
