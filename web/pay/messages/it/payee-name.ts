import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The Italian texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'Nome ENS',
  ensNote:
    'Il nome ENS è scelto da chi possiede l’indirizzo a cui rimanda. Nessuno ha verificato chi sia.',
} as const satisfies Translation<typeof englishMessages>;
