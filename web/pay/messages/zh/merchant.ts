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
} satisfies Translation<typeof englishMessages>;
