import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as englishMessages } from '../en/bundle.ts';

/** The Chinese texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: '正在读取待付款项…',
  choose: {
    title: '从另一网络支付',
    text: (count: number) =>
      count === 1
        ? '待付的一笔付款将用一种代币、通过一笔交易支付。'
        : `${count === 2 ? '两笔' : `全部 ${count} 笔`}待付款项将用同一种代币支付，每笔各用一笔交易。`,
    from: (symbol: string, network: string) => `${network} 上的 ${symbol}`,
    known: (amount: string, cost: string | undefined) =>
      `上次读取时合计 ${amount}${cost === undefined ? '' : `，其中 ${cost} 用于跨网络转账`}`,
    tooLittle: '。此钱包余额不足。',
    none: '目前没有其他网络可用于这些付款。',
  },
  tooMany:
    '这些付款的数量超过了可从另一网络一次支付的上限。请在它们各自的网络上支付，或通过各自的链接逐笔支付。',
  quoting: '正在准备并逐笔检查所有付款…',
  review: {
    payments: (count: number) => `${count} 笔付款`,
    cost: '跨网络转账',
    approve: (amount: string) =>
      `您允许跨链桥合约从您的钱包转走 ${amount}，即所有付款的总和，不会更多。此时尚未支付任何款项。`,
    approveFees: (amount: string) =>
      `您允许付款合约从您的钱包转走 ${amount}，即所有费用的总和，不会更多。此时尚未支付任何款项。`,
    feesLeft: '所有付款均已发送。只剩其费用需要签名。',
    pay: (at: number, of: number) => `第 ${at} 笔付款，共 ${of} 笔。`,
    alone: '每笔付款相互独立：无法完成的会退回，其余的照常执行。',
    rest: '剩余付款的报价已过旧。已发送的会继续进行；其余的可以通过各自的链接支付。',
    follow: '到此为止，跟踪已发送的付款',
  },
  follow: {
    title: '您的付款正在处理中',
    ended: '部分付款未完成',
    settled: '已支付',
    sent: '已发送，尚未确认',
    onItsWay: (network: string) => `已确认；正在发往 ${network}`,
    arrived: (network: string) => `已到达 ${network}；正在等待确认`,
    failed: {
      source_failed: '被发送所在的网络拒绝；只消耗了一笔网络手续费。',
      unfilled: '未能及时到达。资金将退回您的钱包。',
      refunded: '无法送达，资金已退回您的钱包。',
      unpaid: '代币已到达您的钱包，但付款未能完成。',
    },
    unsent: '未发送',
    pay: '通过其自己的链接支付',
    close: '您可以关闭本页。付款会继续进行。',
    anotherWayNote: '在一笔付款仍可能到达时再次支付，可能会重复付款。',
  },
} satisfies Translation<typeof englishMessages>;
