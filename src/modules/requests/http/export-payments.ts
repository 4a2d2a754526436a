import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ExportedList, ExportFormat } from '#platform/http/export/exported-list.ts';
import { TOO_MANY_EXPORTS } from '#platform/http/export/send-list.ts';
import { exportPayments } from '../export-payments.ts';
import { PAYMENT_FILTERS, wrongPeriod } from '../model/payment-query.ts';
import { Payment, samplePayment } from './payment-shapes.ts';

const PaymentExportQuery = z
  .strictObject({ ...PAYMENT_FILTERS, format: ExportFormat })
  .superRefine((query, { addIssue }) => {
    const period = wrongPeriod(query);
    if (period !== undefined) addIssue(period);
  });

const PaymentExport = z.array(Payment).meta({
  id: 'PaymentExport',
  description: 'Payments, newest first.',
  examples: [[samplePayment]],
});

/** `GET /v2/dashboard/payments/export`: the payments of the account as a file. */
export const exportPaymentsEndpoint = endpoint({
  operationId: 'exportPayments',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/payments/export',
  tag: 'Payments',
  summary: 'Writes all payments that meet the filters to a file, newest first.',
  description:
    'All filters that are named must hold; without one all payments of the account are written. The file is sent while it is read, so it may have any length; where it breaks off, so does the connection.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  isExport: true,
  params: z.object({}),
  query: PaymentExportQuery,
  body: undefined,
  answer: { status: 200, schema: PaymentExport },
  refusals: [TOO_MANY_EXPORTS],
  run: async (ctx: Context, { query }) => {
    const { format, ...filters } = query;
    const pages = exportPayments(ctx, filters);
    return new ExportedList({ fileName: 'payments', format, pages });
  },
});
