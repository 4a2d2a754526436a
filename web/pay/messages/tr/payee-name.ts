import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The Turkish texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'ENS adı',
  ensNote:
    'ENS adını, adın yönlendirdiği adresin sahibi seçer. Bu kişinin kim olduğunu kimse doğrulamadı.',
} as const satisfies Translation<typeof englishMessages>;
