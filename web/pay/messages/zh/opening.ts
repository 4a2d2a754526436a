import type { Translation } from '../../../ui/messages/translation.ts';
import { commonMessages } from '../../../ui/messages/zh/all-pages.ts';
import type { openingMessages as englishMessages } from '../en/opening.ts';

/** The Chinese texts up to the choice of a wallet. */
export const openingMessages = {
  title: '付款请求',
  ...commonMessages,
  withoutScript:
    '本页需要 JavaScript 才能与您的钱包通信。请启用它并重新加载本页，或在其他浏览器中打开此链接。',
  amount: '金额：',
  onNetwork: (network: string) => `${network} 网络`,
  payTo: '收款方',
  payeeHidden: '在识别您的钱包之前，商家隐藏了收款方',
  reference: '参考号',
  copyPayee: '复制收款方地址',
  connect: {
    title: '选择钱包',
    hidden: '商家仅向可以付款的钱包显示此内容。',
    input: '正在查找钱包…',
    use: (wallet: string) => `使用 ${wallet} 付款`,
  },
} satisfies Translation<typeof englishMessages>;
