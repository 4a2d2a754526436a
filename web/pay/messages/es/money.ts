import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'Desde este navegador se envió un pago. No vuelva a pagar antes de haber visto qué ha sido de él.',
} satisfies Translation<typeof englishMessages>;
