import { z } from 'zod';
import type { SignedTransaction } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { paymentAlreadySent, SAMPLE_TXID } from '#modules/forwarding/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { refuseInput } from '#platform/http/field-issues.ts';
import { broadcastTransaction, nodeUnreachable } from '../broadcast-transaction.ts';
import { TokenParams } from '../model/payer-query.ts';
import { broadcastRefusals } from './link-refusals.ts';

/** In bytes. Eight times the largest that is prepared; nodes take half a megabyte. */
const RAW_BYTES_MAX = 64 * 1024;
const HEX_DIGITS = /^[a-fA-F0-9]+$/;
/** One of a wallet has 130 digits; several are refused later, with a reason. */
const SIGNATURE_CHARS_MAX = 1_024;
const SIGNATURES_MAX = 16;

const SignedRawData = z
  .looseObject({
    contract: z.array(z.unknown()).min(1),
    fee_limit: z.int().min(0).optional(),
  })
  .meta({
    id: 'SignedTronRawData',
    description: 'What the wallet says that it signed; must say the same as the bytes.',
    examples: [{ contract: [{ type: 'TriggerSmartContract' }], fee_limit: 300_000_000 }],
  });

const Signed = z
  .looseObject({
    raw_data_hex: z.string().regex(HEX_DIGITS, 'must be hex digits without a prefix'),
    signature: z
      .array(
        z
          .string()
          .max(SIGNATURE_CHARS_MAX)
          .regex(HEX_DIGITS, 'must be hex digits without a prefix'),
      )
      .min(1)
      .max(SIGNATURES_MAX),
    txID: z
      .string()
      .regex(/^[a-fA-F0-9]{64}$/, 'must be 64 hex digits')
      .optional(),
    raw_data: SignedRawData,
  })
  .meta({
    id: 'SignedTronTransaction',
    description:
      'What `tronWeb.trx.sign` returns for an element of `transactions`. `raw_data_hex` alone decides; what else is there must say the same, and members that are not listed are not read.',
    examples: [
      {
        raw_data_hex: '0a0291a4',
        signature: ['1b'.repeat(65)],
        txID: SAMPLE_TXID,
        raw_data: { contract: [{ type: 'TriggerSmartContract' }], fee_limit: 300_000_000 },
      },
    ],
  });

const BroadcastBody = z
  .looseObject({
    signedTransaction: Signed.optional().describe(
      'The signed transaction; its members may also stand in the body itself.',
    ),
  })
  .meta({
    id: 'BroadcastTransactionRequest',
    description: 'A signed transaction, wrapped or as it is.',
    examples: [
      {
        signedTransaction: {
          raw_data_hex: '0a0291a4',
          signature: ['1b'.repeat(65)],
          txID: SAMPLE_TXID,
          raw_data: { contract: [{ type: 'TriggerSmartContract' }], fee_limit: 300_000_000 },
        },
      },
    ],
  });

const BroadcastAnswer = z
  .object({
    result: z
      .boolean()
      .describe('Whether a node took it. That does not mean that it will be executed.'),
    txid: z.string(),
    code: z.string().describe('The node’s word: `SUCCESS`, or why it did not take it.'),
    message: z.string().describe('What the node said beside; often empty.'),
  })
  .meta({
    id: 'BroadcastTransactionResponse',
    description: 'What the node answered.',
    examples: [{ result: true, txid: SAMPLE_TXID, code: 'SUCCESS', message: '' }],
  });

/** `POST /v2/secure-payments/{token}/tron/broadcast`: forwards what a payer signed. */
export const broadcastTransactionEndpoint = endpoint({
  operationId: 'broadcastTransaction',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/{token}/tron/broadcast',
  tag: 'Secure payments',
  summary: 'Forwards a signed Tron transaction that pays a link.',
  description:
    'Only what is exactly one of the transactions that pay the link now is forwarded: what differs is named. The same one is forwarded once and has one answer, so a call can be repeated, without an `Idempotency-Key`. Follow the link: taken by a node is not paid.',
  accepts: ['client_id'],
  originRequired: true,
  isIdempotent: true,
  params: TokenParams,
  query: z.object({}),
  body: BroadcastBody,
  answer: { status: 200, schema: BroadcastAnswer },
  refusals: [
    {
      status: 400,
      when: 'The body is no signed transaction, is above 64 kB, or pays anything else than this link as it is due now.',
      examples: [tooLarge()],
    },
    ...broadcastRefusals,
    {
      status: 409,
      when: 'Another transaction that makes this payment was sent and may still be executed.',
      examples: [paymentAlreadySent([])],
    },
    { status: 502, when: 'No node of the network answered.', examples: [nodeUnreachable()] },
  ],
  run: (ctx: Context, { params, body }) =>
    broadcastTransaction(ctx, { token: params.token, signed: readSigned(body) }),
});

/** The signed transaction of a body. Refuses (400) what is none, field by field. */
function readSigned(body: z.output<typeof BroadcastBody>): SignedTransaction {
  const { signedTransaction: wrapped, ...others } = body;
  const [other] = Object.keys(others);
  if (wrapped !== undefined && other !== undefined) {
    throw refuseField(other, `${other} must not stand beside signedTransaction`);
  }
  const parsed = wrapped === undefined ? Signed.safeParse(body) : { data: wrapped };
  if (parsed.data === undefined) throw refuseInput(parsed.error?.issues ?? [], {});
  const { raw_data_hex, signature, txID, raw_data } = parsed.data;
  if (raw_data_hex.length > 2 * RAW_BYTES_MAX) throw tooLarge();
  return { raw_data_hex, signature, raw_data, ...(txID !== undefined && { txID }) };
}

function tooLarge(): Refusal {
  const message = `raw_data_hex must not be longer than ${RAW_BYTES_MAX / 1024} kB`;
  const errors = [{ field: 'signedTransaction.raw_data_hex', message }];
  return new Refusal('transaction_too_large', 400, { message, errors });
}
