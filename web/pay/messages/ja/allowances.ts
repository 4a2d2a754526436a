import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as englishMessages } from '../en/allowances.ts';

/** The Japanese texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'この支払いを超える引き出し許可',
  text: (amount: string) =>
    `お使いのウォレットは、このコントラクトに合計で最大 ${amount} の引き出しを許可しています。`,
  textAny: (symbol: string) =>
    `お使いのウォレットは、このコントラクトに ${symbol} の引き出しを金額の制限なく許可しています。`,
  due: (amount: string) => `この支払いに必要なのは ${amount} です。`,
  button: (symbol: string) => `${symbol} の許可を取り消す`,
  before:
    'ネットワーク手数料を払って、許可がゼロに設定されます。その後、この支払いに必要な金額ちょうどの許可が求められます。',
  after: 'ネットワーク手数料を払って、許可がゼロに設定されます。',
  contract: 'コントラクト',
  asking: 'ウォレットが、許可をゼロに設定してよいか確認しています。',
  waiting: 'この操作が次のブロックに入ると、許可が取り消されます。',
  revoked: (symbol: string) => `${symbol} の許可を取り消しました。`,
  otherTab:
    'このブラウザーの別のタブがウォレットに確認を求めています。そちらで続けるか、そのタブを閉じてください。',
  declined: '拒否しました。許可は元のままです。',
  failed: 'ウォレットは送信しませんでした。許可は元のままです。',
  reverted: 'ネットワークは実行しませんでした。許可は元のままです。',
} satisfies Translation<typeof englishMessages>;
