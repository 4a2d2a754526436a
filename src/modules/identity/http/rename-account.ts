import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { notAMember } from '../check-still-member.ts';
import { renameAccount } from '../rename-account.ts';
import { sampleSession } from './session-shapes.ts';

/** Long enough for a company's name, short enough for a line of a page. */
const NAME_CHARS_MAX = 100;

const RenameAccountRequest = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(NAME_CHARS_MAX)
      .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'must not hold control characters')
      .describe('What members and invited people see; payers never do.'),
  })
  .meta({
    id: 'RenameAccountRequest',
    description: 'What the account is to be called.',
    examples: [{ name: 'Fruit stall' }],
  });

const AccountRenamed = z.object({ accountId: z.string(), name: z.string() }).meta({
  id: 'RenameAccountResponse',
  description: 'The account as it is called now.',
  examples: [{ accountId: sampleSession.accountId, name: 'Fruit stall' }],
});

/** `PATCH /v1/auth/account`: gives the account another name. */
export const renameAccountEndpoint = endpoint({
  operationId: 'renameAccount',
  host: 'auth',
  method: 'patch',
  path: '/v1/auth/account',
  tag: 'Sessions',
  summary: 'Gives the account another name.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: RenameAccountRequest,
  answer: { status: 200, schema: AccountRenamed },
  refusals: [
    { status: 403, when: 'You were removed or demoted in the meantime.', examples: [notAMember()] },
  ],
  run: (ctx: Context, { body }) => renameAccount(ctx, body),
});
