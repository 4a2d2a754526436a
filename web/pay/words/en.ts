import { openingWords } from './en-opening.ts';
import { paymentWords } from './en-payment.ts';

/** Every text of the pay page in English. Two files, because the second half is loaded later. */
export const words = { ...openingWords, ...paymentWords };

/** What a catalogue of another language must hold. */
export type Words = typeof words;

/** The half that the first paint needs. */
export type OpeningWords = typeof openingWords;
