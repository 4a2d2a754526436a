import { listLinkReceiptsEndpoint } from './list-link-receipts.ts';
import { verifyReceiptEndpoint } from './verify-receipt.ts';
import { viewLinkReceiptEndpoint } from './view-link-receipt.ts';
import { viewReceiptEndpoint } from './view-receipt.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  viewReceiptEndpoint,
  listLinkReceiptsEndpoint,
  viewLinkReceiptEndpoint,
  verifyReceiptEndpoint,
];
