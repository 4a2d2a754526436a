import type { laterMessages as englishMessages } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The Turkish texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'tr',
  tryAgain: 'Tekrar dene',
  back: 'Geri',
  otherWallet: 'Başka bir cüzdan kullan',
  unloaded: 'Bu sayfanın bir bölümü yüklenemedi. Devam etmek için sayfayı yenileyin.',
  connecting: {
    title: (wallet: string) => `Devam etmek için cüzdanınızı açın: ${wallet}`,
    text: 'Cüzdanınız, bu sayfanın adresinizi görüp göremeyeceğini soruyor. Hiçbir pencere açılmazsa cüzdanı kendiniz açın.',
  },
} satisfies Translation<typeof englishMessages>;
