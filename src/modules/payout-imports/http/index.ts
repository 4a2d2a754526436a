import { createPayoutImportEndpoint } from './create-payout-import.ts';
import { listPayoutImportRowsEndpoint } from './list-payout-import-rows.ts';
import { listPayoutImportsEndpoint } from './list-payout-imports.ts';
import { stopPayoutImportEndpoint } from './stop-payout-import.ts';
import { validatePayoutImportEndpoint } from './validate-payout-import.ts';
import { viewPayoutImportEndpoint } from './view-payout-import.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  validatePayoutImportEndpoint,
  createPayoutImportEndpoint,
  listPayoutImportsEndpoint,
  viewPayoutImportEndpoint,
  listPayoutImportRowsEndpoint,
  stopPayoutImportEndpoint,
];
