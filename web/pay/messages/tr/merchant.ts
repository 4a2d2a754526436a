import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as englishMessages } from '../en/merchant.ts';

/** What the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name: string) => `Ödeme talebi: ${name}`,
  logo: 'Satıcının logosu',
  requestedBy: 'Talep eden:',
  unverified: 'Kendi verdiği ad, doğrulanmadı.',
  website: 'Web sitesi:',
  verified: 'doğrulandı',
  noName: 'Satıcı bir ad belirtmedi.',
  questions: 'Sorularınız mı var?',
} satisfies Translation<typeof englishMessages>;
