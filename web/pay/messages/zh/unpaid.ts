import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as englishMessages } from '../en/unpaid.ts';

/** The Chinese texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: '尚未支付的费用',
  text: '这笔付款已完成。以下费用尚未支付：',
  to: '收款地址：',
  notPayable: {
    uncompared:
      '您打开的链接注明的是一笔付款，不包含这些费用，因此本页无法核对，也不会支付。如需了解这些费用，请询问向您发送链接的人。',
    unknown: '这些费用无法在本页支付。向您发送链接的人可以告诉您如何支付。',
    inParts: '每项费用在其所属付款的链接上支付。',
    noRate: '目前无法支付这些费用，因为无法读取汇率。请稍后再次打开本页。',
    staleRate: '目前无法支付这些费用，因为汇率过旧，网络会拒绝。新汇率会自动更新，通常在一天之内。',
  },
  openPart: '打开这笔付款的链接',
  pay: (wallet: string) => `使用 ${wallet} 支付费用`,
  input: '正在查找钱包…',
  none: '在此浏览器中未找到钱包。请在您的钱包所在之处打开此链接以支付费用。',
  doing: {
    connecting: (wallet: string) => `请打开 ${wallet} 以继续。`,
    preparing: () => '正在准备并检查费用…',
    switching: (wallet: string) => `请在 ${wallet} 中确认切换网络。`,
    signing: (wallet: string) => `请在 ${wallet} 中确认。`,
    approving: () => '授权正在处理中。网络收录后，您即可付款。',
  },
  whatYouSign: '您签署的内容',
  payFrom: (wallet: string) => `您使用 ${wallet} 付款：`,
  reference: '付款参考号为',
  payButton: (amount: string) => `支付费用 ${amount}`,
  sent: '费用正在处理中。请勿再次支付。',
  notices: {
    changed: '未支付的内容有变化。请再次核对。',
    short: '此钱包的余额不足以支付这些费用。',
    noGas: '此钱包的余额不足以支付网络手续费。',
    unavailable: '目前无法准备这些费用。请稍后重试。',
    onItsWay: '这些费用的一笔付款已在网络上。请勿再次支付。',
    notAllowed: '此钱包不能用于这笔付款。请使用其他钱包。',
    reverted: '网络拒绝了此操作。没有支付任何费用；此次尝试的网络手续费已被消耗。',
    left_open: '本页的一个请求可能在您的钱包中尚未处理。付款前请先在钱包中查看。',
    dropped: '该交易已被丢弃或取消。费用未支付。',
  },
} satisfies Translation<typeof englishMessages>;
