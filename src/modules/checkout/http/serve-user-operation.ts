import { z } from 'zod';
import type { Context } from '#context.ts';
import { sponsorshipBudgetUsed } from '#modules/user-operations/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { OperationRefused } from '#providers/bundler.ts';
import { readOperationCall } from '#providers/operation-calls.ts';
import { TokenParams } from '../model/payer-query.ts';
import { PayQuery } from '../model/permit-query.ts';
import { bundlerUnreachable, notServed, serveUserOperation } from '../serve-user-operation.ts';
import { broadcastRefusals, progressRefusal } from './link-refusals.ts';

/** Longer than the name of any method, and more parameters than any has. */
const METHOD_CHARS_MAX = 64;
const PARAMS_MAX = 8;
const ID_CHARS_MAX = 64;
/** 45 seconds to the next day. */
const SAMPLE_WAIT_SECONDS = 45;

const Version = z.literal('2.0');
const Id = z.union([z.int(), z.string().max(ID_CHARS_MAX)]);

const CallBody = z
  .strictObject({
    jsonrpc: Version,
    id: Id,
    method: z.string().max(METHOD_CHARS_MAX),
    params: z.array(z.unknown()).max(PARAMS_MAX).default([]),
  })
  .meta({
    id: 'UserOperationRequest',
    description: 'A call of ERC-7769 or ERC-7677.',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData', params: [] }],
  });

const CallError = z.object({ code: z.int(), message: z.string() }).meta({
  id: 'UserOperationError',
  description: 'Why an operation was refused.',
  examples: [{ code: -32_602, message: 'nonce: must be a number' }],
});

const CallAnswer = z
  .object({
    jsonrpc: Version,
    id: Id,
    result: z.unknown().optional(),
    error: CallError.optional(),
  })
  .meta({
    id: 'UserOperationResponse',
    description: 'Its result, or why the operation was refused.',
    examples: [{ jsonrpc: '2.0', id: 1, result: null }],
  });

/** `POST /v2/secure-payments/{token}/user-operations`: a bundler and a paymaster for one link. */
export const serveUserOperationEndpoint = endpoint({
  operationId: 'serveUserOperation',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/{token}/user-operations',
  tag: 'Secure payments',
  summary: 'Sends and sponsors operations of smart accounts that pay a link.',
  description:
    'Serves the calls of a bundler and a paymaster where the operator has one. Only operations whose calls are those of `/pay` for their account, with the same query, are passed on. Repeating one is safe.',
  accepts: ['client_id'],
  originRequired: true,
  isIdempotent: true,
  params: TokenParams,
  query: PayQuery.omit({ wallet: true, chain: true, token: true }),
  body: CallBody,
  answer: { status: 200, schema: CallAnswer },
  refusals: [
    { status: 400, when: 'The payment or its network has none.', examples: [notServed()] },
    ...broadcastRefusals,
    progressRefusal,
    {
      status: 429,
      when: 'A budget is used up.',
      examples: [sponsorshipBudgetUsed(SAMPLE_WAIT_SECONDS)],
    },
    { status: 502, when: 'The service does not answer.', examples: [bundlerUnreachable()] },
  ],
  run: async (ctx: Context, { params: { token }, query, body }) => {
    const { jsonrpc, id, method, params } = body;
    try {
      const call = readOperationCall(method, params);
      return { jsonrpc, id, result: await serveUserOperation(ctx, { token, query, call }) };
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error;
      return { jsonrpc, id, error: { code: error.rpcCode, message: error.message } };
    }
  },
});
