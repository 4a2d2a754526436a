import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { addRequestNoteEndpoint } from './add-request-note.ts';
import { createRequestEndpoint } from './create-request.ts';
import { exportEventsEndpoint } from './export-events.ts';
import { exportPaymentsEndpoint } from './export-payments.ts';
import { exportRequestsEndpoint } from './export-requests.ts';
import { listPaymentsEndpoint } from './list-payments.ts';
import { listRequestNotesEndpoint } from './list-request-notes.ts';
import { listRequestRoutesEndpoint } from './list-request-routes.ts';
import { listRequestsEndpoint } from './list-requests.ts';
import { listTransactionsEndpoint } from './list-transactions.ts';
import { payRequestEndpoint } from './pay-request.ts';
import { removeRequestNoteEndpoint } from './remove-request-note.ts';
import { searchEventsEndpoint } from './search-events.ts';
import { searchRequestsEndpoint } from './search-requests.ts';
import { submitPaymentIntentEndpoint } from './submit-payment-intent.ts';
import { updateRequestEndpoint } from './update-request.ts';
import { viewPaymentFiguresEndpoint } from './view-payment-figures.ts';
import { viewRequestEndpoint } from './view-request.ts';
import { viewRequestFiguresEndpoint } from './view-request-figures.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createRequestEndpoint,
  listRequestsEndpoint,
  viewRequestEndpoint,
  updateRequestEndpoint,
  payRequestEndpoint,
  submitPaymentIntentEndpoint,
  listRequestRoutesEndpoint,
  listPaymentsEndpoint,
  listTransactionsEndpoint,
  exportPaymentsEndpoint,
  exportRequestsEndpoint,
  viewPaymentFiguresEndpoint,
  viewRequestFiguresEndpoint,
  searchRequestsEndpoint,
  searchEventsEndpoint,
  exportEventsEndpoint,
  addRequestNoteEndpoint,
  listRequestNotesEndpoint,
  removeRequestNoteEndpoint,
];
