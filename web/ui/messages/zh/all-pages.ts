import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The Chinese texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: '测试模式 · 不涉及真实资金',
  copy: '复制',
  copied: '已复制',
} satisfies Translation<typeof englishCommon>;

/** The Chinese texts about finding wallets. */
export const findingMessages = {
  input: '正在查找钱包…',
  none: '在此浏览器中未找到钱包。请在钱包自带的浏览器中打开本页，或安装钱包后重新加载。',
} satisfies Translation<typeof englishFinding>;
