import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { filterText } from '#platform/http/filter-text.ts';
import { listPayers } from '../list-payers.ts';
import { AGREEMENT_STATUSES, IDENTITY_STATUSES } from '../model/status.ts';

/** A screen of rows; a script that reads all uses the most. */
const LIMIT = 50;
const LIMIT_MAX = 100;

const sample = {
  clientUserId: 'user-42',
  userId: '6b1e5b34-8d0c-4c0e-9f53-0f6f4c1d2a11',
  beneficiaryType: 'individual' as const,
  kycStatus: 'pending' as const,
  agreementStatus: 'completed' as const,
  isCompliant: false,
  createdAt: '2026-11-24T09:00:00.000Z',
};

const ListedPayer = z
  .object({
    clientUserId: z.string().describe('Your own id of the person.'),
    userId: z.uuid().describe('The id of the payer here.'),
    beneficiaryType: z.enum(['individual', 'business']),
    kycStatus: z.enum(IDENTITY_STATUSES),
    agreementStatus: z.enum(AGREEMENT_STATUSES),
    isCompliant: z.boolean().describe('Whether the one is approved and the other completed.'),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'ListedPayer',
    description: 'A payer in a list, and nothing of who it is.',
    examples: [sample],
  });

/** `GET /v2/payer`: the payers of the account. */
export const listPayersEndpoint = endpoint({
  operationId: 'listPayers',
  host: 'api',
  method: 'get',
  path: '/v2/payer',
  tag: 'Payers',
  summary: 'Lists payers, those that were named last first.',
  description: 'Where each stands; payers that were erased are left out. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({
    kycStatus: z.enum(IDENTITY_STATUSES).optional(),
    clientUserId: filterText().describe('How the `clientUserId` begins.'),
    cursor: z
      .uuid('must be a nextCursor of this list')
      .optional()
      .describe('The `nextCursor` of the page before.'),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        payers: z.array(ListedPayer),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'PayerPage',
        description: 'A page of payers.',
        examples: [{ payers: [sample], nextCursor: null }],
      }),
  },
  refusals: [],
  run: (ctx: Context, { query }) => listPayers(ctx, query),
});
