import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportHeldPayments } from '../export-held-payments.ts';
import {
  HELD_FILTERS,
  HELD_TAG,
  HeldPaymentShape,
  SAMPLE_HELD,
  wireHeld,
} from './held-payment-shapes.ts';

const HeldPaymentExport = z.array(HeldPaymentShape).meta({
  id: 'HeldPaymentExport',
  description: 'Held payments, newest first.',
  examples: [[SAMPLE_HELD]],
});

/** `GET /v2/held-payments/export`: payments that do not count because of who sent them, as a file. */
export const exportHeldPaymentsEndpoint = endpoint({
  operationId: 'exportHeldPayments',
  host: 'api',
  method: 'get',
  path: '/v2/held-payments/export',
  tag: HELD_TAG,
  summary: 'Writes payments that are held because of who sent them to a file, newest first.',
  description:
    'The filter is that of the list. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  isExport: true,
  params: z.object({}),
  query: z.strictObject({ ...HELD_FILTERS, format: ExportFormat }),
  body: undefined,
  answer: { status: 200, schema: HeldPaymentExport },
  refusals: [TOO_MANY_EXPORTS],
  run: async (ctx: Context, { query: { status, format } }) => {
    const pages = wirePages(exportHeldPayments(ctx, { status }));
    return new ExportedList({ fileName: 'held-payments', format, pages });
  },
});

async function* wirePages(pages: ReturnType<typeof exportHeldPayments>) {
  for await (const page of pages) yield page.map(wireHeld);
}
