import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as englishMessages } from '../en/safe-app.ts';

/** The Turkish texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'Safe',
  title: 'Burada hiçbir şey imzalanamaz',
  open: 'Bu ödemeyi yeni pencerede aç',
  problems: {
    alone:
      'Bu sayfa başka bir sayfanın içinde gösteriliyor. Cüzdanınız ayrı bir pencerede çalışır.',
    network: (network: string) =>
      `Bu ödeme ${network} ağında yapılır, burada açık olan Safe ise başka bir ağda. Ödemek için ${network} ağındaki bir Safe seçin veya ayrı bir pencerede ödeyin.`,
    not_safe: (network: string) =>
      `Burada açık olan hesap, ${network} ağında bilinen bir sürümde Safe değil. Ödemek için başka birini seçin veya ayrı bir pencerede ödeyin.`,
    read_only:
      'Bu Safe’i yalnızca görüntülüyorsunuz. Ödemeyi önermek için sahiplerinden birinin cüzdanını bağlayın.',
  },
} satisfies Translation<typeof englishMessages>;
