import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { revokeInvitation } from '../revoke-invitation.ts';
import { INVITATION_NOT_FOUND } from './invitation-shapes.ts';
import { idInPath, MEMBERS_TAG } from './member-shapes.ts';

const InvitationRevoked = z.object({ success: z.literal(true) }).meta({
  id: 'RevokeInvitationResponse',
  description: 'The invitation is over.',
  examples: [{ success: true }],
});

/** `DELETE /v1/invitations/{id}`: ends an invitation. */
export const revokeInvitationEndpoint = endpoint({
  operationId: 'revokeInvitation',
  host: 'auth',
  method: 'delete',
  path: '/v1/invitations/{id}',
  tag: MEMBERS_TAG,
  summary: 'Ends an invitation that nobody accepted.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({ id: idInPath('As the list of invitations shows it.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: InvitationRevoked },
  refusals: [INVITATION_NOT_FOUND],
  run: (ctx: Context, { params }) => revokeInvitation(ctx, params),
});
