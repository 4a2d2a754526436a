import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as englishMessages } from '../en/apart.ts';

/** The Japanese texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'すべて別のネットワークから',
  text: (count: number) =>
    count === 1
      ? '1 件の支払いを、それとは別のネットワークのトークンで支払います。'
      : `${count} 件の支払いを、そのどれとも別のネットワークにある 1 種類のトークンで支払います。最初に全件を許可する署名を行い、その後 1 件ごとに署名します。`,
} satisfies Translation<typeof englishMessages>;
