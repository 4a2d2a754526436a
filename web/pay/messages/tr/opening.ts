import { commonMessages } from '../../../ui/messages/tr/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as englishMessages } from '../en/opening.ts';

/** The Turkish texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Ödeme talebi',
  ...commonMessages,
  withoutScript:
    'Bu sayfanın cüzdanınızla iletişim kurması için JavaScript gerekir. Açıp sayfayı yenileyin ya da bağlantıyı başka bir tarayıcıda açın.',
  amount: 'Tutar:',
  onNetwork: (network: string) => `${network} ağında`,
  payTo: 'Alıcı',
  payeeHidden: 'Cüzdanınız bilinene kadar satıcı tarafından gizlenir',
  reference: 'Referans',
  copyPayee: 'Alıcının adresini kopyala',
  connect: {
    title: 'Bir cüzdan seçin',
    hidden: 'Satıcı bunu yalnızca ödeme yapabilecek cüzdanlara gösterir.',
    input: 'Cüzdanlar aranıyor…',
    use: (wallet: string) => `${wallet} ile öde`,
  },
} satisfies Translation<typeof englishMessages>;
