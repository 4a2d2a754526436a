import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The Spanish texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'Nombre ENS',
  ensNote:
    'El nombre ENS lo elige el propietario de la dirección a la que apunta. Nadie ha verificado quién es.',
} as const satisfies Translation<typeof englishMessages>;
