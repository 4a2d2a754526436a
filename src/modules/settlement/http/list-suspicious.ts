import { z } from 'zod';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listSuspicious, type SuspiciousPage } from '../list-suspicious.ts';

const Query = z.strictObject({
  network: z.enum(NETWORK_IDS).optional().describe('Only those on this network.'),
  cursor: pageCursor(),
});

const sampleTransfer = {
  id: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  accountId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  requestId: SAMPLE.requestId,
  reason: 'foreign_proxy',
  network: SAMPLE.network,
  block: 21_000_000,
  transactionHash: SAMPLE.transactionHash,
  payerAddress: SAMPLE.payer,
  tokenAddress: null,
  creditedUnits: '0',
  seenAt: SAMPLE.paidAt,
  undoneAt: null,
  leftOut: 0,
} as const;

const SuspiciousList = z
  .object({
    transfers: z.array(
      z
        .object({
          id: z.string(),
          accountId: z.string(),
          requestId: z.string().describe('The request that it names.'),
          reason: z.string().describe('Why it pays nothing of it.'),
          network: z.string(),
          block: z.int(),
          transactionHash: z.string(),
          payerAddress: z.string(),
          tokenAddress: z.string().nullable(),
          creditedUnits: z.string().describe('What arrived, in the smallest unit.'),
          seenAt: z.iso.datetime(),
          undoneAt: z.iso.datetime().nullable().describe('When a reorg removed it.'),
          leftOut: z.int().describe('How many more of this request are not stored.'),
        })
        .meta({
          id: 'SuspiciousTransfer',
          description: 'A transfer that names a request and pays nothing of it.',
          examples: [sampleTransfer],
        }),
    ),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'SuspiciousTransferList',
    description: 'Transfers that name requests and pay nothing of them, newest first, 200 a page.',
    examples: [
      {
        transfers: [sampleTransfer],
        nextCursor: null,
      },
    ],
  });

/** `GET /v1/admin/suspicious-transfers`: what names requests and pays nothing of them. */
export const listSuspiciousEndpoint = endpoint({
  operationId: 'listSuspicious',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/suspicious-transfers',
  tag: 'Administration',
  summary: 'Lists suspicious transfers, newest first.',
  description:
    'Anybody can copy the reference of a request, so payers and integrators never read of them.',
  accepts: ['administrator'],
  params: z.object({}),
  query: Query,
  body: undefined,
  answer: { status: 200, schema: SuspiciousList },
  refusals: [],
  run: async (ctx: Context, { query: { network, cursor } }) =>
    showPage(await listSuspicious(ctx, { network }, cursor)),
});

function showPage({ transfers, next }: SuspiciousPage) {
  return {
    transfers: transfers.map((transfer) => ({
      ...transfer,
      block: Number(transfer.block.number),
      tokenAddress: transfer.tokenAddress ?? null,
      creditedUnits: transfer.creditedUnits.toString(),
      seenAt: isoTime(transfer.seenAt),
      undoneAt: transfer.undoneAt === undefined ? null : isoTime(transfer.undoneAt),
      leftOut: Number(transfer.leftOut),
    })),
    nextCursor: next ?? null,
  };
}
