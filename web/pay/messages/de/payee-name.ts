import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The German texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'ENS-Name',
  ensNote:
    'Einen ENS-Namen wählt, wem die Adresse gehört, auf die er verweist. Niemand hat überprüft, wer das ist.',
} as const satisfies Translation<typeof englishMessages>;
