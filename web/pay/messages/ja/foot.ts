import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as englishMessages } from '../en/foot.ts';

/** The Japanese texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'ウォレットが開く前に、このページがすべてのトランザクションを自ら検証します。',
  terms: '利用規約',
  privacy: 'プライバシー',
  poweredBy: 'Powered by Florin',
  language: '言語',
  promise: 'Florin がお客様のお金や鍵を預かることはありません。',
  frameWithoutScript:
    'JavaScript がないと、この表示は自動で変わりません。支払い後に再読み込みしてください。',
} satisfies Translation<typeof englishMessages>;
