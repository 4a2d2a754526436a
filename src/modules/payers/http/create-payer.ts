import { z } from 'zod';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createPayer } from '../create-payer.ts';
import { CreatePayerRequest, CreatePayerResponse } from './payer-shapes.ts';

/** `POST /v2/payer`: names a payer and has its identity checked. */
export const createPayerEndpoint = endpoint({
  operationId: 'createPayer',
  host: 'api',
  method: 'post',
  path: '/v2/payer',
  tag: 'Payers',
  summary: 'Names a payer and has its identity checked.',
  description:
    'Called again with the same `clientUserId`, it answers the payer that is there and, where the page of the check has ended or the payer has to try again, a new page. Another name, address, date of birth, nationality or number has the payer checked anew, also one that was approved. What is sent is stored encrypted and is never shown.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  isIdempotent: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: CreatePayerRequest,
  answer: { status: 200, schema: CreatePayerResponse },
  refusals: [
    {
      status: 400,
      when: 'A field is missing or wrong, the person is under 18, the payer was rejected and is described otherwise, or this installation checks nobody.',
      examples: [refuseField('dateOfBirth', 'dateOfBirth must not be in the future')],
    },
  ],
  run: (ctx: Context, { body }) => {
    const { clientUserId, beneficiaryType, ...person } = body;
    return createPayer(ctx, { clientUserId, beneficiaryType, person });
  },
});
