import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'このブラウザから支払いが送信されています。その結果を確認するまで、もう一度支払わないでください。',
} satisfies Translation<typeof englishMessages>;
