import { commonMessages } from '../../../ui/messages/tr/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as englishMessages } from '../en/embed.ts';

/** Every text of the frame in Turkish. */
export const embedMessages = {
  ...commonMessages,
  title: 'Ödeme talebi',
  amount: 'Tutar:',
  onNetwork: (network: string) => `${network} ağında`,
  payTo: 'Alıcı',
  payeeHidden: 'Ödeme yapabilecek cüzdanlara ödeme sayfasında gösterilir',
  reference: 'Referans',
  payees: (count: number) => `${count} alıcı`,
  statuses: {
    payable: {
      title: 'Ödeme sayfasında ödeyin',
      text: 'Ödeme sayfası yeni bir sekmede açılır. Cüzdanınızdan onay yalnızca orada istenir, bu sayfada asla istenmez.',
    },
    proposed: {
      title: 'Bir Safe’te imzalar bekleniyor',
      text: 'Henüz hiçbir ödeme yapılmadı. Sahipleri işlemi imzalar ve yürütür.',
    },
    submitted: {
      title: 'Ağ bekleniyor…',
      text: 'Ödeme gönderildi. Tekrar ödemeyin.',
    },
    confirmed: { title: 'Bu ödeme tamamlandı', text: 'Makbuzu ödeme sayfasındadır.' },
    expired: {
      title: 'Bu bağlantının süresi doldu',
      text: 'Artık ödenemez. Mağazadan yeni bir bağlantı isteyin.',
    },
    unavailable: {
      title: 'Bu ödeme kullanılamıyor',
      text: 'Bu bağlantıyla hiçbir şey ödenemez. Mağazadan yeni bir bağlantı isteyin.',
    },
    unknown: {
      title: 'Bu bağlantı geçerli değil',
      text: 'Mağazadan yeni bir bağlantı isteyin.',
    },
    unread: {
      title: 'Hizmete ulaşamıyoruz',
      text: 'Zaten ödediyseniz tekrar ödemeyin. Denemeyi sürdürüyoruz.',
    },
  },
  opened: {
    title: 'Diğer sekmede devam edin',
    text: 'Bu sayfa, orada olanları kendiliğinden gösterir.',
  },
  notShown: 'Ne ödeneceği ödeme sayfasında yazar.',
  late: 'Şu anda hizmete ulaşamıyoruz. Kendiliğinden devam edecek.',
  open: 'Ödeme sayfasını aç',
  openAgain: 'Tekrar aç',
  receipt: 'Makbuzu aç',
} satisfies Translation<typeof englishMessages>;
