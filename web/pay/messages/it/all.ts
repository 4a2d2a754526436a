import type { Translation } from '../../../ui/messages/translation.ts';
import type { Messages } from '../en/all.ts';
import { openingMessages } from './opening.ts';
import { paymentMessages } from './payment.ts';

/** Every text of the pay page in Italian. Two files, because the second half is loaded later. */
export const messages = {
  ...openingMessages,
  ...paymentMessages,
} satisfies Translation<Messages>;
