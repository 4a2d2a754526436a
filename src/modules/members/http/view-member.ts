import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { memberNotFound } from '#modules/identity/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewMember } from '../view-member.ts';
import { idInPath, MEMBERS_TAG, Member, SAMPLE_MEMBER } from './member-shapes.ts';

const sampleApiKey = {
  id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  label: 'Till',
  prefix: 'florin_live_4kUv',
  lastUsedAt: SAMPLE.paidAt,
};
const sampleKey = {
  id: '01KC9V0QZ8RTF6C0G2E4J9K1PA',
  keyPrefix: 'orc_live_a1b2',
  lastUsedAt: null,
};
const sampleClientId = {
  id: '01KC9V7N3E1B8D0F2H4K6M9P3S',
  clientId: SAMPLE.clientId,
  label: 'Shop',
};

const MemberView = z
  .object({
    member: Member,
    sessions: z
      .int()
      .describe('How many live sessions of this account end; at most a hundred are counted.'),
    apiKeys: z
      .array(
        z
          .object({
            id: z.string(),
            label: z.string(),
            prefix: z.string(),
            lastUsedAt: z.iso.datetime().nullable(),
          })
          .meta({
            id: 'MadeApiKey',
            description: 'An API key that a member made.',
            examples: [sampleApiKey],
          }),
      )
      .describe('Made by the member, and ending with the membership.'),
    orchestratorKeys: z
      .array(
        z
          .object({
            id: z.string(),
            keyPrefix: z.string(),
            lastUsedAt: z.iso.datetime().nullable(),
          })
          .meta({
            id: 'MadeOrchestratorKey',
            description: 'A key of a partner that a member made.',
            examples: [sampleKey],
          }),
      )
      .describe('The same.'),
    clientIds: z
      .array(
        z.object({ id: z.string(), clientId: z.string(), label: z.string() }).meta({
          id: 'MadeClientId',
          description: 'A client ID that a member made.',
          examples: [sampleClientId],
        }),
      )
      .describe('Made by the member; they stay, as every member sees their text.'),
  })
  .meta({
    id: 'MemberDetails',
    description: 'A member, and what the member made that still works.',
    examples: [
      {
        member: { ...SAMPLE_MEMBER, logins: [...SAMPLE_MEMBER.logins] },
        sessions: 1,
        apiKeys: [sampleApiKey],
        orchestratorKeys: [sampleKey],
        clientIds: [sampleClientId],
      },
    ],
  });

/** `GET /v1/members/{personId}`: a member, and what would end with the membership. */
export const viewMemberEndpoint = endpoint({
  operationId: 'viewMember',
  host: 'auth',
  method: 'get',
  path: '/v1/members/{personId}',
  tag: MEMBERS_TAG,
  summary: 'Shows a member with the sessions and keys that end when the member is removed.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({ personId: idInPath('As the list of members shows it.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: MemberView },
  refusals: [
    { status: 404, when: 'Nobody of this account has this id.', examples: [memberNotFound()] },
  ],
  run: (ctx: Context, { params }) => viewMember(ctx, params),
});
