import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as englishMessages } from '../en/other-ways.ts';

/** The Turkish texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app: string) =>
    `${app} bu sayfayı kendi tarayıcısında açtı; cüzdanlar oradan çoğu zaman açılamaz. Önce menüsünden “Tarayıcıda aç” seçeneğini seçin.`,
  open: {
    title: 'Bu sayfayı bir cüzdan uygulamasında açın',
    with: (app: string) => `${app} ile aç`,
  },
  scan: {
    title: 'Telefonunuzla tarayın',
    text: 'Bu sayfa telefonunuzda açılır. Ödediğinizde bu sayfa da bunu gösterir.',
    code: 'Bu ödeme bağlantısının QR kodu',
  },
  copy: {
    title: 'Ödeme bağlantısını kopyalayın',
    text: 'Bağlantıyı, cüzdanınızın bulunduğu tarayıcıda veya uygulamada açın.',
    label: 'Ödeme bağlantısını kopyala',
  },
  install: {
    title: 'Bir cüzdan edinin',
    text: 'Bir cüzdan kurun, bakiye ekleyin ve bu bağlantıyı tekrar açın. Bağlantı aynı kalır.',
    guide: 'Cüzdanları karşılaştır',
  },
  exchange: {
    title: 'Bir borsadan ödeyebilir miyim?',
    text: 'Hayır. Bir borsadan yapılan çekim bu ödemenin referansını taşımaz, bu yüzden satıcı paranın ne için olduğunu bilemez ve ücretler tutarı eksik bırakabilir. Önce kendi cüzdanınıza çekin, sonra buradan ödeyin.',
  },
} satisfies Translation<typeof englishMessages>;
