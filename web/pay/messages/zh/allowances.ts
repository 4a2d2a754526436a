import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as englishMessages } from '../en/allowances.ts';

/** The Chinese texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: '超出本次付款的授权额度',
  text: (amount: string) => `您的钱包允许此合约累计最多转走 ${amount}。`,
  textAny: (symbol: string) => `您的钱包允许此合约转走任意数量的 ${symbol}。`,
  due: (amount: string) => `本次付款需要 ${amount}。`,
  button: (symbol: string) => `撤销 ${symbol} 授权`,
  before: '授权额度将被设为零，需支付网络手续费。随后，本次付款会请求授权，额度正好等于所需金额。',
  after: '授权额度将被设为零，需支付网络手续费。',
  contract: '合约',
  asking: '钱包正在请求您确认将授权额度设为零。',
  waiting: '此操作进入下一个区块后，授权即被撤销。',
  revoked: (symbol: string) => `${symbol} 的授权已撤销。`,
  otherTab: '此浏览器的另一个标签页正在向您的钱包发出请求。请在那里继续，或关闭该标签页。',
  declined: '您已拒绝。授权额度保持不变。',
  failed: '您的钱包没有发送此操作。授权额度保持不变。',
  reverted: '网络没有执行此操作。授权额度保持不变。',
} satisfies Translation<typeof englishMessages>;
