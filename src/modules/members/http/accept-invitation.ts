import { z } from 'zod';
import type { Context } from '#context.ts';
import { alreadyAMember, tooManyMembers } from '#modules/identity/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { acceptInvitation } from '../accept-invitation.ts';
import {
  INVITATION_NOT_FOUND,
  InvitationTokenRequest,
  SAMPLE_INVITATION,
} from './invitation-shapes.ts';
import { MEMBERS_TAG, MemberRole } from './member-shapes.ts';

const InvitationAccepted = z
  .object({
    accountId: z.string().describe('The account joined; `POST /v1/auth/account` opens it.'),
    role: MemberRole,
  })
  .meta({
    id: 'AcceptInvitationResponse',
    description: 'Where the caller is a member now, and as what.',
    examples: [{ accountId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD', role: SAMPLE_INVITATION.role }],
  });

/** `POST /v1/invitations/accept`: joins the account that invites. */
export const acceptInvitationEndpoint = endpoint({
  operationId: 'acceptInvitation',
  host: 'auth',
  method: 'post',
  path: '/v1/invitations/accept',
  tag: MEMBERS_TAG,
  summary: 'Joins the account that invites.',
  description: 'The session stays in its own account until it is switched.',
  accepts: ['session'],
  // What it gives is in the other account, whatever the caller is in this one.
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: InvitationTokenRequest,
  answer: { status: 200, schema: InvitationAccepted },
  refusals: [
    INVITATION_NOT_FOUND,
    {
      status: 409,
      when: 'You are a member already, which uses nothing up, or the account has a hundred.',
      examples: [alreadyAMember(), tooManyMembers()],
    },
  ],
  run: (ctx: Context, { body }) => acceptInvitation(ctx, body),
});
