import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listScreenedWallets } from '../list-screened-wallets.ts';
import type { ListedWallet } from '../model/listed-wallet.ts';

/** A page; more takes another. */
const LIMIT_MAX = 100;

/** A time, an id and an address. */
const CURSOR_MAX = 200;

/** Of another module. */
const SAMPLE_OPERATION = 'createPayout';

const SAMPLE_WALLET = {
  walletAddress: SAMPLE.payee,
  role: 'recipient' as const,
  status: 'rejected' as const,
  reasonCode: 'screening_rejected' as const,
  provider: 'hypernative',
  network: SAMPLE.network,
  securePaymentToken: null,
  operationId: SAMPLE_OPERATION,
  at: SAMPLE.createdAt,
};

const ScreenedWalletShape = z
  .object({
    walletAddress: z.string(),
    role: z.enum(['payer', 'recipient']).describe('Whether it was to pay or to be paid.'),
    status: z
      .enum(['rejected', 'waiting', 'failed'])
      .describe('`waiting` for a vendor, `failed` where nobody decided.'),
    reasonCode: z.enum(['screening_rejected', 'screening_running', 'provider_error']),
    provider: z
      .string()
      .nullable()
      .describe(
        'Who rejected it, or gave no answer to a call: a vendor, `sanctions_oracle`, `account` or `operator`. Null while nobody has decided about a wallet of a link.',
      ),
    network: z.string().nullable().describe('Null where the link names it.'),
    securePaymentToken: z.string().nullable().describe('The link that it is about, if any.'),
    operationId: z
      .string()
      .nullable()
      .describe(
        'The operation of this reference that was refused; null of a link, and of what is done in the background.',
      ),
    at: z.string().describe('When it was rejected, came to wait, or was last refused.'),
  })
  .meta({
    id: 'ScreenedWallet',
    description: 'A wallet that was rejected, or that nobody has decided about.',
    examples: [SAMPLE_WALLET],
  });

/** `GET /v2/screened-wallets`: wallets that a screening let neither pay nor be paid. */
export const listScreenedWalletsEndpoint = endpoint({
  operationId: 'listScreenedWallets',
  host: 'api',
  method: 'get',
  path: '/v2/screened-wallets',
  tag: 'Payments',
  summary: 'Lists wallets that were rejected, or that nobody decided about, newest first.',
  description:
    'Those of links, and those because of which a call without a link was refused, once for each operation and for a month. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    status: z.enum(['rejected', 'undecided']).default('rejected'),
    cursor: z.string().max(CURSOR_MAX).optional(),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(20),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({ screenedWallets: z.array(ScreenedWalletShape), nextCursor: z.string().nullable() })
      .meta({
        id: 'ScreenedWalletPage',
        description: 'A page of wallets that were rejected or not decided about.',
        examples: [{ screenedWallets: [SAMPLE_WALLET], nextCursor: null }],
      }),
  },
  refusals: [],
  run: async (ctx: Context, { query }) => {
    const input = { ...query, cursor: query.cursor, accountId: accountOf(ctx) };
    const { screenings, nextCursor } = await listScreenedWallets(ctx, input);
    return { screenedWallets: screenings.map(wireScreened), nextCursor };
  },
});

const REASONS = {
  rejected: 'screening_rejected',
  waiting: 'screening_running',
  failed: 'provider_error',
} as const;

function wireScreened(wallet: ListedWallet): z.input<typeof ScreenedWalletShape> {
  const { walletAddress, role, status, provider, network, operationId, at } = wallet;
  const { securePaymentToken } = wallet;
  return {
    walletAddress,
    role,
    status,
    reasonCode: REASONS[status],
    provider,
    network,
    securePaymentToken,
    operationId,
    at: isoTime(at),
  };
}
