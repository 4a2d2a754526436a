import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as englishMessages } from '../en/foot.ts';

/** The Turkish texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'Bu sayfa, cüzdanınız açılmadan önce her işlemi kendisi kontrol eder.',
  terms: 'Koşullar',
  privacy: 'Gizlilik',
  poweredBy: 'Florin altyapısıyla',
  language: 'Dil',
  promise: 'Florin paranızı veya anahtarlarınızı hiçbir zaman tutmaz.',
  frameWithoutScript:
    'JavaScript olmadan bu alan kendiliğinden değişmez. Ödedikten sonra sayfayı yenileyin.',
} satisfies Translation<typeof englishMessages>;
