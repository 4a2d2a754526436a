import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The French texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'Nom ENS',
  ensNote:
    'Un nom ENS est choisi par le propriétaire de l’adresse vers laquelle il pointe. Personne n’a vérifié qui c’est.',
} as const satisfies Translation<typeof englishMessages>;
