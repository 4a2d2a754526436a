import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The Arabic texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'اسم ENS',
  ensNote: 'يختار اسم ENS مالكُ العنوان الذي يشير إليه الاسم. ولم يتحقق أحد من هويته.',
} as const satisfies Translation<typeof englishMessages>;
