export { amountText, HOW_TO_VERIFY, networkOf, sectionsOf } from './model/receipt-sections.ts';
export { LinkReceipts, PayerReceipt, ReceiptVerification } from './model/receipt-shapes.ts';
