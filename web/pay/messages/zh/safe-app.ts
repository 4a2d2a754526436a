import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as englishMessages } from '../en/safe-app.ts';

/** The Chinese texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'Safe',
  title: '无法在此签名',
  open: '在新窗口中打开这笔付款',
  problems: {
    alone: '本页显示在另一个页面之中。您的钱包需要在单独的窗口中使用。',
    network: (network: string) =>
      `这笔付款在 ${network} 上进行，而此处打开的 Safe 在另一网络上。请选择 ${network} 上的 Safe 来付款，或在单独的窗口中付款。`,
    not_safe: (network: string) =>
      `此处打开的账户在 ${network} 上不是已知版本的 Safe。请选择其他账户来付款，或在单独的窗口中付款。`,
    read_only: '您只是在查看此 Safe。请连接其中一位所有者的钱包以提议这笔付款。',
  },
} satisfies Translation<typeof englishMessages>;
