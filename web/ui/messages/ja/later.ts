import type { laterMessages as englishMessages } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The Japanese texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'ja',
  tryAgain: 'もう一度試す',
  back: '戻る',
  otherWallet: '別のウォレットを使う',
  unloaded: 'このページの一部を読み込めませんでした。続けるには、ページを再読み込みしてください。',
  connecting: {
    title: (wallet: string) => `${wallet} を開いて続けてください`,
    text: 'このページにアドレスを見せてよいか、ウォレットが確認します。何も表示されない場合は、ご自身でウォレットを開いてください。',
  },
} satisfies Translation<typeof englishMessages>;
