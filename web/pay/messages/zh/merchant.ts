import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as englishMessages } from '../en/merchant.ts';

/** What the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name: string) => `来自 ${name} 的付款请求`,
  logo: '商家徽标',
  requestedBy: '请求方：',
  unverified: '自称名称，未经验证。',
  website: '网站',
  verified: '已验证',
  noName: '商家未提供名称。',
  questions: '有疑问？',
  bankPayout: (provider: string) => `${provider} 将把这笔款项付到一个银行账户。`,
  bankPayoutNote: (provider: string) =>
    `代币由 ${provider} 收取。本页面显示付款完成时，${provider} 已收到代币；款项何时到达银行账户，由创建这笔付款的一方查看。`,
  bankPayoutOnce:
    '请只付款一次：在此页面，或在已转交交易的地方。期限过后切勿付款：每次签名都会再次付款。',
} satisfies Translation<typeof englishMessages>;
