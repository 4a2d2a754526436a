import type { Translation } from '../../../ui/messages/translation.ts';
import type { payeeNameMessages as englishMessages } from '../en/payee-name.ts';

/** The Chinese texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'ENS 名称',
  ensNote: 'ENS 名称由其指向的地址的所有者自行选择，所有者的身份未经任何人核实。',
} as const satisfies Translation<typeof englishMessages>;
