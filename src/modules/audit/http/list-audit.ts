import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listAudit } from '../list-audit.ts';
import { AuditFilter, AuditPage } from './audit-shapes.ts';

/** `GET /v1/audit`: who did what in the caller's account. */
export const listAuditEndpoint = endpoint({
  operationId: 'listAudit',
  host: 'auth',
  method: 'get',
  path: '/v1/audit',
  tag: 'Audit',
  summary: 'Lists who did what in your account, newest first.',
  accepts: ['session', 'api_key'],
  leastRole: 'owner',
  params: z.object({}),
  query: AuditFilter,
  body: undefined,
  answer: { status: 200, schema: AuditPage },
  refusals: [],
  run: (ctx: Context, { query: { limit, cursor, action, objectId } }) =>
    listAudit(ctx, { limit, cursor, action, objectId }),
});
