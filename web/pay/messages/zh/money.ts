import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: '已从此浏览器发送了一笔付款。在看到其结果之前，请勿再次付款。',
} satisfies Translation<typeof englishMessages>;
