import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'Um pagamento foi enviado deste navegador. Não pague de novo antes de ver o que aconteceu com ele.',
} satisfies Translation<typeof englishMessages>;
