import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listInvitations } from '../list-invitations.ts';
import { invitationFields, SAMPLE_INVITATION } from './invitation-shapes.ts';
import { MEMBERS_TAG } from './member-shapes.ts';

const Invitation = z.object(invitationFields).meta({
  id: 'Invitation',
  description: 'An invitation that can be accepted, without its token.',
  examples: [SAMPLE_INVITATION],
});

const InvitationList = z.object({ invitations: z.array(Invitation) }).meta({
  id: 'InvitationList',
  description: 'The open invitations into an account, at most a hundred, newest first.',
  examples: [{ invitations: [SAMPLE_INVITATION] }],
});

/** `GET /v1/invitations`: who was invited and has not come yet. */
export const listInvitationsEndpoint = endpoint({
  operationId: 'listInvitations',
  host: 'auth',
  method: 'get',
  path: '/v1/invitations',
  tag: MEMBERS_TAG,
  summary: 'Lists the open invitations into the account.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: InvitationList },
  refusals: [],
  run: (ctx: Context) => listInvitations(ctx),
});
