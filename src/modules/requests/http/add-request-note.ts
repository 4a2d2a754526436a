import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { addRequestNote, tooManyNotes } from '../add-request-note.ts';
import { AddRequestNoteRequest, RequestNoteShape } from './note-shapes.ts';
import { REQUEST_NOT_FOUND, RequestParams } from './request-shapes.ts';

/** `POST /v2/request/{requestId}/notes`: writes something down about a request. */
export const addRequestNoteEndpoint = endpoint({
  operationId: 'addRequestNote',
  host: 'api',
  method: 'post',
  path: '/v2/request/{requestId}/notes',
  tag: 'Requests',
  summary: 'Writes a note about a request for your team.',
  description: 'Neither the payer nor webhooks are shown it. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: RequestParams,
  query: z.strictObject({}),
  body: AddRequestNoteRequest,
  answer: { status: 201, schema: RequestNoteShape },
  refusals: [
    REQUEST_NOT_FOUND,
    { status: 409, when: 'It has too many notes.', examples: [tooManyNotes()] },
  ],
  run: (ctx: Context, { params, body }) => addRequestNote(ctx, { ...params, ...body }),
});
