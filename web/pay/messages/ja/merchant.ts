import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as englishMessages } from '../en/merchant.ts';

/** What the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name: string) => `${name} からの支払い請求`,
  logo: '販売者のロゴ',
  requestedBy: '請求元：',
  unverified: '自称の名前で、確認されていません。',
  website: 'ウェブサイト：',
  verified: '確認済み',
  noName: '販売者は名前を登録していません。',
  questions: 'お問い合わせ：',
} satisfies Translation<typeof englishMessages>;
