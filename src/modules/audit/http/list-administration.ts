import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listAdministration } from '../list-administration.ts';
import { AuditFilter, AuditPage } from './audit-shapes.ts';

/** `GET /v1/admin/audit`: what administrators and operators did. */
export const listAdministrationEndpoint = endpoint({
  operationId: 'listAdministration',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/audit',
  tag: 'Administration',
  summary: 'Lists what administrators and operators did, newest first.',
  description:
    '`details` name the account that was concerned as `accountId`, and the administrator as `personId`, as `florin admin list` shows it.',
  accepts: ['administrator'],
  params: z.object({}),
  query: AuditFilter,
  body: undefined,
  answer: { status: 200, schema: AuditPage },
  refusals: [],
  run: (ctx: Context, { query: { limit, cursor, action, objectId } }) =>
    listAdministration(ctx, { limit, cursor, action, objectId }),
});
