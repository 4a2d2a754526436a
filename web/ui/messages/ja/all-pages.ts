import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The Japanese texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'テストモード · 実際のお金は動きません',
  copy: 'コピー',
  copied: 'コピーしました',
} satisfies Translation<typeof englishCommon>;

/** The Japanese texts about finding wallets. */
export const findingMessages = {
  input: 'ウォレットを探しています…',
  none: 'このブラウザーにウォレットが見つかりませんでした。ウォレット内蔵のブラウザーでこのページを開くか、ウォレットをインストールして再読み込みしてください。',
} satisfies Translation<typeof englishFinding>;
