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
  bankPayout: (provider: string) => `${provider} bu tutarı bir banka hesabına öder.`,
  bankPayoutNote: (provider: string) =>
    `Token’ları ${provider} alır. Bu sayfa ödemeyi tamamlanmış gösterdiğinde ${provider} token’ları almıştır; paranın banka hesabına ne zaman ulaştığını ödemeyi oluşturan kişi görür.`,
  bankPayoutOnce:
    'Yalnızca bir kez ödeyin: burada ya da işlemlerin iletildiği yerde. Son tarihten sonra asla ödemeyin: her imza yeniden öder.',
} satisfies Translation<typeof englishMessages>;
