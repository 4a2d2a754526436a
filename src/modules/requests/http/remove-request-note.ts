import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { requestNotFound } from '../read-scope.ts';
import { noteNotFound, removeRequestNote } from '../remove-request-note.ts';
import { RequestParams } from './request-shapes.ts';

/** Longer than any note's id; a longer one is not looked up. */
const NOTE_ID_MAX = 100;

const RemovedNote = z.object({ removed: z.literal(true) }).meta({
  id: 'RemoveRequestNoteResponse',
  description: 'It is gone for good.',
  examples: [{ removed: true }],
});

/** `DELETE /v2/request/{requestId}/notes/{noteId}`: removes a note. */
export const removeRequestNoteEndpoint = endpoint({
  operationId: 'removeRequestNote',
  host: 'api',
  method: 'delete',
  path: '/v2/request/{requestId}/notes/{noteId}',
  tag: 'Requests',
  summary: 'Removes a note about a request for good.',
  description: 'The audit log says who did it, and not what the note said. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: RequestParams.extend({
    noteId: z
      .string()
      .max(NOTE_ID_MAX)
      .regex(/^[^\0]*$/, 'noteId must not contain the character NUL'),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: RemovedNote },
  refusals: [
    {
      status: 404,
      when: 'The account has no such request, or the request no such note.',
      examples: [requestNotFound(), noteNotFound()],
    },
  ],
  run: (ctx: Context, { params }) => removeRequestNote(ctx, params),
});
