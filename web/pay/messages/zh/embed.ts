import type { Translation } from '../../../ui/messages/translation.ts';
import { commonMessages } from '../../../ui/messages/zh/all-pages.ts';
import type { embedMessages as englishMessages } from '../en/embed.ts';

/** Every text of the frame in Chinese. */
export const embedMessages = {
  ...commonMessages,
  title: '付款请求',
  amount: '金额：',
  onNetwork: (network: string) => `${network} 网络`,
  payTo: '收款方',
  payeeHidden: '在付款页面上向可以付款的钱包显示',
  reference: '参考号',
  payees: (count: number) => `${count} 个收款方`,
  statuses: {
    payable: {
      title: '在付款页面上支付',
      text: '付款页面会在新标签页中打开。您的钱包只会在那里收到请求，绝不会在本页中收到。',
    },
    proposed: {
      title: '正在等待 Safe 中的签名',
      text: '尚未支付任何款项。由 Safe 的所有者签署并执行该交易。',
    },
    submitted: { title: '正在等待网络…', text: '付款已发送。请勿再次付款。' },
    confirmed: { title: '这笔付款已完成', text: '收据在付款页面上。' },
    expired: { title: '此链接已过期', text: '它已无法再支付。请向商店索取新的链接。' },
    unavailable: {
      title: '这笔付款不可用',
      text: '此链接无法用于任何付款。请向商店索取新的链接。',
    },
    unknown: { title: '此链接无效', text: '请向商店索取新的链接。' },
    unread: { title: '我们无法连接到服务', text: '如果您已经付款，请勿再次付款。我们会继续尝试。' },
  },
  opened: { title: '请在另一个标签页中继续', text: '本页会自动显示那里的进展。' },
  notShown: '付款页面会显示应付内容。',
  late: '我们目前无法连接到服务。之后会自动继续。',
  open: '打开付款页面',
  openAgain: '重新打开',
  receipt: '打开收据',
} satisfies Translation<typeof englishMessages>;
