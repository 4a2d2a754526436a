export { messagesIn } from './model/messages-in.ts';
export { codeHtml, languageAttributes, lineValueHtml } from './model/receipt-html.ts';
export { networkOf, sectionsOf } from './model/receipt-sections.ts';
export { LinkReceipts, PayerReceipt, ReceiptVerification } from './model/receipt-shapes.ts';
export { amountText, isolated, timeText } from './model/receipt-texts.ts';
