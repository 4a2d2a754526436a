import { commonMessages } from '../../../ui/messages/ja/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as englishMessages } from '../en/opening.ts';

/** The Japanese texts up to the choice of a wallet. */
export const openingMessages = {
  title: '支払い請求',
  ...commonMessages,
  withoutScript:
    'JavaScript が必要です。有効にして再読み込みするか、別のブラウザーで開いてください。',
  amount: '金額：',
  onNetwork: (network: string) => `${network} ネットワーク`,
  payTo: '支払い先',
  payeeHidden: 'ウォレットを確認するまで、販売者が支払い先を非表示にしています',
  reference: '参照番号',
  copyPayee: '支払い先のアドレスをコピー',
  connect: {
    title: 'ウォレットを選択',
    hidden: '販売者は、支払えるウォレットにのみこれを表示します。',
    input: 'ウォレットを探しています…',
    use: (wallet: string) => `${wallet} で支払う`,
  },
} satisfies Translation<typeof englishMessages>;
