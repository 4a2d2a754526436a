import { z } from 'zod';
import type { Context } from '#context.ts';
import { lastOwner, notAMember } from '#modules/identity/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { leaveAccount } from '../leave-account.ts';
import { EndedCredentials, MEMBERS_TAG, SAMPLE_ENDED } from './member-shapes.ts';

const AccountLeft = z.object({ ended: EndedCredentials }).meta({
  id: 'LeaveAccountResponse',
  description: 'What ended with your membership.',
  examples: [{ ended: SAMPLE_ENDED }],
});

/** `POST /v1/members/leave`: takes the caller out of the account. */
export const leaveAccountEndpoint = endpoint({
  operationId: 'leaveAccount',
  host: 'auth',
  method: 'post',
  path: '/v1/members/leave',
  tag: MEMBERS_TAG,
  summary: 'Leaves the account that the session is in.',
  description:
    'Your sessions of this account, the calling one among them, the API keys and orchestrator keys that you made in it, and your open invitations end at once. Client IDs, payments, links and recurring payouts stay. The next sign-in opens another account of yours, or a new one.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: AccountLeft },
  refusals: [
    { status: 403, when: 'You were removed in the meantime.', examples: [notAMember()] },
    { status: 409, when: 'You are the last owner.', examples: [lastOwner()] },
  ],
  run: (ctx: Context) => leaveAccount(ctx),
});
