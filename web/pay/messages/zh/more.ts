import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as englishMessages } from '../en/more.ts';

/** Why a child of a bundle cannot be paid. */
const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: '已经支付。',
  request_processing: '其付款正在等待确认。',
  secure_payment_expired: '其链接已过期。',
  secure_payment_not_pending: '其链接已无法再使用。',
};

/** The Chinese texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: '总金额',
  alreadyPaid: '已经支付',
  rest: '剩余金额',
  paidIn: '支付代币',
  about: (amount: string) => `约 ${amount}`,
  rate: (symbol: string, rate: string, currency: string) => `1 ${symbol} = ${rate} ${currency}。`,
  rateSet: (ago: string) => `汇率设定于${ago}；您查看期间会自动更新。`,
  rateOld: (ago: string) => `汇率设定于${ago}。`,
  rateStale: '此汇率过旧，无法用于付款。新汇率会自动更新，通常在一天之内：请稍后再次打开此链接。',
  payees: (count: number) => `向 ${count} 个收款方付款`,
  notNow: '不在本次付款中',
  paid: '已支付',
  paidBy: (at: number) => `由交易 ${at} 支付`,
  unpaid: '未支付。',
  blocked: (reason: string) => BLOCKED[reason] ?? '目前无法支付。',
  apart: {
    title: '选择付款方式',
    each: '每笔付款使用各自的链接',
    pay: (amount: string, network: string) => `在 ${network} 上支付 ${amount}`,
  },
  search: '按地址、金额或状态搜索',
  found: (count: number) => `找到 ${count} 个收款方`,
  showOthers: (count: number) => `显示其余 ${count} 个`,
} satisfies Translation<typeof englishMessages>;
