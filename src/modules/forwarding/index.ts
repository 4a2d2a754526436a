export { findSentOf } from './end-forwarded.ts';
export { forwardOnce } from './forward-once.ts';
export {
  type ForwardedTransaction,
  paymentAlreadySent,
  SENT_RETRY_SECONDS,
  type SentTransactionShown,
  sentTransactionsShown,
} from './model/sent-transaction.ts';
export { SAMPLE_TXID, SentTransactions } from './model/sent-transaction-shapes.ts';
export { findAnswer, findOpenForwarded } from './store.ts';
