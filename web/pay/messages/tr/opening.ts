import { commonMessages, findingMessages } from '../../../ui/messages/tr/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as englishMessages } from '../en/opening.ts';

/** The Turkish texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Ödeme talebi',
  ...commonMessages,
  terms: 'Koşullar',
  privacy: 'Gizlilik',
  poweredBy: 'Florin altyapısıyla',
  pageChecks: 'Bu sayfa, cüzdanınız açılmadan önce her işlemi kendisi kontrol eder.',
  withoutScript: 'Bu sayfa JavaScript gerektirir: cüzdanınızla iletişim kurar.',
  amount: 'Tutar:',
  onNetwork: (network: string) => `${network} ağında`,
  payTo: 'Alıcı',
  payeeHidden: 'Cüzdanınız bilinene kadar satıcı tarafından gizlenir',
  reference: 'Referans',
  copyPayee: 'Alıcının adresini kopyala',
  connect: {
    title: 'Bir cüzdan seçin',
    hidden: 'Satıcı bunu yalnızca ödeme yapabilecek cüzdanlara gösterir.',
    input: findingMessages.input,
    testWalletNote: 'Test cüzdanları bu sayfanın içindedir ve yalnızca test parası barındırır.',
    sandboxOnly: 'Test modunda bu ağda yalnızca test cüzdanları ödeme yapabilir.',
    use: (wallet: string) => `${wallet} ile öde`,
  },
} satisfies Translation<typeof englishMessages>;
