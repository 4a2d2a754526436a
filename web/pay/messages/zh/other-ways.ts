import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as englishMessages } from '../en/other-ways.ts';

/** The Chinese texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app: string) =>
    `${app} 在其自带的浏览器中打开了本页，从那里通常无法打开钱包。请先在其菜单中选择“在浏览器中打开”。`,
  open: {
    title: '在钱包应用中打开本页',
    with: (app: string) => `在 ${app} 中打开`,
  },
  scan: {
    title: '用手机扫描',
    text: '手机上会打开本页。付款后，这里也会显示。',
    code: '此付款链接的二维码',
  },
  copy: {
    title: '复制付款链接',
    text: '请在您的钱包所在的浏览器或应用中打开它。',
    label: '复制付款链接',
  },
  install: {
    title: '获取钱包',
    text: '安装一个钱包，充入资金，然后再次打开此链接。链接保持不变。',
    guide: '比较钱包',
  },
  exchange: {
    title: '可以从交易所付款吗？',
    text: '不可以。从交易所提币不会带有此付款的参考号，商家无法得知款项的用途，而且手续费可能使金额不足。请先提币到您自己的钱包，然后在此付款。',
  },
} satisfies Translation<typeof englishMessages>;
