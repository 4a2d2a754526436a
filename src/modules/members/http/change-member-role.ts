import { z } from 'zod';
import type { Context } from '#context.ts';
import { lastOwner, memberNotFound, notAMember } from '#modules/identity/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { changeMemberRole } from '../change-member-role.ts';
import {
  EndedCredentials,
  idInPath,
  MEMBERS_TAG,
  Member,
  MemberRole,
  SAMPLE_ENDED,
  SAMPLE_MEMBER,
} from './member-shapes.ts';

const ChangeMemberRoleRequest = z.strictObject({ role: MemberRole }).meta({
  id: 'ChangeMemberRoleRequest',
  description: 'What a member is to be.',
  examples: [{ role: 'viewer' }],
});

const MemberRoleChanged = z.object({ member: Member, ended: EndedCredentials }).meta({
  id: 'ChangeMemberRoleResponse',
  description: 'A member as it stands now, and what ended with the rights that were lost.',
  examples: [
    {
      member: { ...SAMPLE_MEMBER, role: 'viewer', logins: [...SAMPLE_MEMBER.logins] },
      ended: SAMPLE_ENDED,
    },
  ],
});

/** `PATCH /v1/members/{personId}`: gives a member another role. */
export const changeMemberRoleEndpoint = endpoint({
  operationId: 'changeMemberRole',
  host: 'auth',
  method: 'patch',
  path: '/v1/members/{personId}',
  tag: MEMBERS_TAG,
  summary: 'Gives a member another role, from the next call on.',
  description:
    'Where rights are lost, the sessions of this account end at once. The keys that the member made end with the right to make keys, and the open invitations with that to invite.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({ personId: idInPath('As the list of members shows it.') }),
  query: z.strictObject({}),
  body: ChangeMemberRoleRequest,
  answer: { status: 200, schema: MemberRoleChanged },
  refusals: [
    { status: 403, when: 'You were removed or demoted in the meantime.', examples: [notAMember()] },
    { status: 404, when: 'Nobody of this account has this id.', examples: [memberNotFound()] },
    { status: 409, when: 'It is the last owner.', examples: [lastOwner()] },
  ],
  run: (ctx: Context, { params, body }) => changeMemberRole(ctx, { ...params, ...body }),
});
