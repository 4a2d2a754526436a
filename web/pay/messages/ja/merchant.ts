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
  bankPayout: (provider: string) => `${provider} がこの金額を銀行口座に支払います。`,
  bankPayoutNote: (provider: string) =>
    `トークンは ${provider} が受け取ります。このページで完了と表示された時点で、${provider} はトークンを受け取っています。銀行口座への着金は、この支払いを作成した側が確認できます。`,
  bankPayoutOnce:
    'お支払いは、このページか、トランザクションを渡した先のどちらか一方で一度だけ行ってください。期限後は決して支払わないでください。署名するたびに、もう一度支払われます。',
} satisfies Translation<typeof englishMessages>;
