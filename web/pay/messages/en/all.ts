import { openingMessages } from './opening.ts';
import { paymentMessages } from './payment.ts';

/** Every text of the pay page in English. Two files, because the second half is loaded later. */
export const messages = { ...openingMessages, ...paymentMessages };

/** What a catalogue of another language must hold. */
export type Messages = typeof messages;

/** The half that the first paint needs. */
export type OpeningMessages = typeof openingMessages;
