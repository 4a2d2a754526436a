import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as englishMessages } from '../en/more.ts';

/** Why a child of a bundle cannot be paid. */
const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'Zaten ödendi.',
  request_processing: 'Ödemesi onayları bekliyor.',
  secure_payment_expired: 'Bağlantısının süresi doldu.',
  secure_payment_not_pending: 'Bağlantısı artık kullanılamıyor.',
};

/** The Turkish texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'Toplam tutar',
  alreadyPaid: 'Zaten ödendi',
  rest: 'Kalan tutar',
  paidIn: 'Ödeme aracı',
  about: (amount: string) => `yaklaşık ${amount}`,
  rate: (symbol: string, rate: string, currency: string) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago: string) => `Kurun belirlendiği zaman: ${ago}; siz bakarken güncellenir.`,
  rateOld: (ago: string) => `Kurun belirlendiği zaman: ${ago}.`,
  rateStale:
    'Bu kur, ödeme yapmak için çok eski. Yenisi kendiliğinden gelir, genellikle bir gün içinde: bu bağlantıyı daha sonra tekrar açın.',
  payees: (count: number) => `${count} alıcıya ödeme yapar`,
  notNow: 'Bu ödemeye dahil değil',
  paid: 'Ödendi',
  paidBy: (at: number) => `${at} numaralı işlemle ödendi`,
  unpaid: 'Ödenmedi.',
  blocked: (reason: string) => BLOCKED[reason] ?? 'Şu anda ödenemiyor.',
  apart: {
    title: 'Nasıl ödeyeceğinizi seçin',
    each: 'Her ödeme kendi bağlantısıyla',
    pay: (amount: string, network: string) => `${network} ağında ${amount} öde`,
  },
  search: 'Adres, tutar veya duruma göre ara',
  found: (count: number) => `${count} alıcı bulundu`,
  showOthers: (count: number) => `Diğer ${count} alıcıyı göster`,
} satisfies Translation<typeof englishMessages>;
