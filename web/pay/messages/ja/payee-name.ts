import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The Japanese texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'ENS 名',
  ensNote:
    'ENS 名は、その名前が指すアドレスの所有者が自分で選んだものです。所有者が誰かは確認されていません。',
} as const satisfies Translation<typeof englishMessages>;
