import { z } from 'zod';
import type { Context } from '#context.ts';
import { lastOwner, memberNotFound, notAMember } from '#modules/identity/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { removeMember } from '../remove-member.ts';
import { EndedCredentials, idInPath, MEMBERS_TAG, SAMPLE_ENDED } from './member-shapes.ts';

const MemberRemoved = z.object({ ended: EndedCredentials }).meta({
  id: 'RemoveMemberResponse',
  description: 'What ended with the membership.',
  examples: [{ ended: SAMPLE_ENDED }],
});

/** `DELETE /v1/members/{personId}`: removes a member. */
export const removeMemberEndpoint = endpoint({
  operationId: 'removeMember',
  host: 'auth',
  method: 'delete',
  path: '/v1/members/{personId}',
  tag: MEMBERS_TAG,
  summary: 'Removes a member, with the sessions and keys of this account.',
  description:
    'The sessions of this account, the API keys and orchestrator keys that the member made, and the open invitations end at once. Client IDs stay: every member sees their text. Payments, links and recurring payouts stay too.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({ personId: idInPath('As the list of members shows it.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: MemberRemoved },
  refusals: [
    { status: 403, when: 'You were removed or demoted in the meantime.', examples: [notAMember()] },
    { status: 404, when: 'Nobody of this account has this id.', examples: [memberNotFound()] },
    { status: 409, when: 'It is the last owner.', examples: [lastOwner()] },
  ],
  run: (ctx: Context, { params }) => removeMember(ctx, params),
});
