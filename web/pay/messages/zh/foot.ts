import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as englishMessages } from '../en/foot.ts';

/** The Chinese texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: '在打开您的钱包之前，本页会自行检查每一笔交易。',
  terms: '条款',
  privacy: '隐私',
  poweredBy: '由 Florin 提供支持',
  language: '语言',
  promise: 'Florin 绝不持有您的资金或密钥。',
  frameWithoutScript: '没有 JavaScript，此处内容不会自动更新。请在付款后重新加载。',
} satisfies Translation<typeof englishMessages>;
