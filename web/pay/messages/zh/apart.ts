import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as englishMessages } from '../en/apart.ts';

/** The Chinese texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: '全部从另一网络支付',
  text: (count: number) =>
    count === 1
      ? '一笔付款，使用另一网络上的代币支付。'
      : `${count} 笔付款，使用它们都不在的另一网络上的同一种代币支付。先签名授权全部付款，然后每笔付款各签名一次。`,
} satisfies Translation<typeof englishMessages>;
