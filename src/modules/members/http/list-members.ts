import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listMembers } from '../list-members.ts';
import { MEMBERS_TAG, Member, SAMPLE_MEMBER } from './member-shapes.ts';

const MemberList = z.object({ members: z.array(Member) }).meta({
  id: 'MemberList',
  description: 'The members of an account, at most a hundred, who joined first first.',
  examples: [{ members: [{ ...SAMPLE_MEMBER, logins: [...SAMPLE_MEMBER.logins] }] }],
});

/** `GET /v1/members`: who is in the account. */
export const listMembersEndpoint = endpoint({
  operationId: 'listMembers',
  host: 'auth',
  method: 'get',
  path: '/v1/members',
  tag: MEMBERS_TAG,
  summary: 'Lists the members of the account.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: MemberList },
  refusals: [],
  run: (ctx: Context) => listMembers(ctx),
});
