import type { laterMessages as englishMessages } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The Chinese texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'zh-CN',
  tryAgain: '重试',
  back: '返回',
  otherWallet: '使用其他钱包',
  unloaded: '本页的一部分未能加载。请重新加载本页以继续。',
  connecting: {
    title: (wallet: string) => `请打开 ${wallet} 以继续`,
    text: '钱包会询问是否允许本页查看您的地址。如果没有弹出窗口，请自行打开钱包。',
  },
} satisfies Translation<typeof englishMessages>;
