import type { Translation } from '../../../ui/messages/translation.ts';
import { commonMessages, findingMessages } from '../../../ui/messages/zh/all-pages.ts';
import type { openingMessages as englishMessages } from '../en/opening.ts';

/** The Chinese texts up to the choice of a wallet. */
export const openingMessages = {
  title: '付款请求',
  ...commonMessages,
  terms: '条款',
  privacy: '隐私',
  poweredBy: '由 Florin 提供支持',
  pageChecks: '在打开您的钱包之前，本页会自行检查每一笔交易。',
  withoutScript: '本页需要 JavaScript：它要与您的钱包通信。',
  amount: '金额：',
  onNetwork: (network: string) => `${network} 网络`,
  payTo: '收款方',
  payeeHidden: '在识别您的钱包之前，商家隐藏了收款方',
  reference: '参考号',
  copyPayee: '复制收款方地址',
  connect: {
    title: '选择钱包',
    hidden: '商家仅向可以付款的钱包显示此内容。',
    input: findingMessages.input,
    testWalletNote: '测试钱包位于本页之内，只持有测试资金。',
    sandboxOnly: '在测试模式下，此网络上只能使用测试钱包付款。',
    use: (wallet: string) => `使用 ${wallet} 付款`,
  },
} satisfies Translation<typeof englishMessages>;
