import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportAudit } from '../export-audit.ts';
import { AUDIT_FILTERS, AuditEntry, sampleEntry } from './audit-shapes.ts';

const AuditExport = z.array(AuditEntry).meta({
  id: 'AuditExport',
  description: 'Entries of the log, newest first.',
  examples: [[sampleEntry]],
});

/** `GET /v1/audit/export`: who did what in the caller's account, as a file. */
export const exportAuditEndpoint = endpoint({
  operationId: 'exportAudit',
  host: 'auth',
  method: 'get',
  path: '/v1/audit/export',
  tag: 'Audit',
  summary: 'Writes who did what in your account to a file, newest first.',
  description:
    'The filters are those of the list. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection.',
  accepts: ['session', 'api_key'],
  leastRole: 'owner',
  isExport: true,
  params: z.object({}),
  query: z.strictObject({ ...AUDIT_FILTERS, format: ExportFormat }),
  body: undefined,
  answer: { status: 200, schema: AuditExport },
  refusals: [TOO_MANY_EXPORTS],
  run: async (ctx: Context, { query: { action, objectId, format } }) =>
    new ExportedList({ fileName: 'audit', format, pages: exportAudit(ctx, { action, objectId }) }),
});
