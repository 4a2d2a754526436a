import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The Portuguese texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'Nome ENS',
  ensNote:
    'O nome ENS é escolhido pelo dono do endereço para o qual ele aponta. Ninguém verificou quem é essa pessoa.',
} as const satisfies Translation<typeof englishMessages>;
