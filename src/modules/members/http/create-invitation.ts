import { z } from 'zod';
import type { Context } from '#context.ts';
import { notAMember } from '#modules/identity/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createInvitation, tooManyInvitations } from '../create-invitation.ts';
import { invitationFields, SAMPLE_INVITATION, SAMPLE_TOKEN } from './invitation-shapes.ts';
import { MEMBERS_TAG, MemberRole } from './member-shapes.ts';

/** As the column holds it. */
const LABEL_CHARS_MAX = 100;

const CreateInvitationRequest = z
  .strictObject({
    role: MemberRole,
    label: z
      .string()
      .trim()
      .min(1)
      .max(LABEL_CHARS_MAX)
      .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'must not hold control characters')
      .describe('For whom it is, to distinguish invitations; only owners see it.'),
  })
  .meta({
    id: 'CreateInvitationRequest',
    description: 'Whom to invite, as what.',
    examples: [{ role: 'finance', label: SAMPLE_INVITATION.label }],
  });

const InvitationCreated = z
  .object({
    ...invitationFields,
    token: z.string().describe('The right to join; shown only in this answer.'),
    url: z
      .string()
      .nullable()
      .describe('The link to send; null where this installation serves no dashboard.'),
  })
  .meta({
    id: 'CreateInvitationResponse',
    description: 'A new invitation.',
    examples: [
      {
        ...SAMPLE_INVITATION,
        token: SAMPLE_TOKEN,
        url: `https://dashboard.example/invitation#${SAMPLE_TOKEN}`,
      },
    ],
  });

/** `POST /v1/invitations`: invites somebody into the account. */
export const createInvitationEndpoint = endpoint({
  operationId: 'createInvitation',
  host: 'auth',
  method: 'post',
  path: '/v1/invitations',
  tag: MEMBERS_TAG,
  summary: 'Invites somebody into the account by a link.',
  description:
    'Whoever opens the link and signs in within a week becomes a member, one person alone. It ends with the right of who made it to invite.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateInvitationRequest,
  answer: { status: 201, schema: InvitationCreated },
  refusals: [
    { status: 403, when: 'You were removed or demoted in the meantime.', examples: [notAMember()] },
    { status: 409, when: 'A hundred invitations are open.', examples: [tooManyInvitations()] },
  ],
  run: (ctx: Context, { body }) => createInvitation(ctx, body),
});
