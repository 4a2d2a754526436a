import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The Chinese texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: '正在连接 WalletConnect',
  scan: {
    title: '用您的钱包应用扫描此二维码',
    text: '此码 5 分钟内有效。连接不会付款：请在此核对付款，然后在应用中确认。',
    code: '供您的钱包应用使用的 WalletConnect 二维码',
  },
  open: {
    title: '打开您的钱包应用',
    text: '连接不会付款：请回到此处核对付款，然后在应用中确认。',
    app: (name: string) => `打开 ${name}`,
    other: '打开其他钱包应用',
  },
  copy: '复制连接码',
  toApp: '打开钱包应用',
  problems: {
    unreachable:
      '无法连接 WalletConnect。如果刚才有未处理的请求，请先在钱包应用中查看，然后再试。您也可以使用其他钱包。',
    codeExpired: '没有钱包应用连接，连接码已过期。请重新选择 WalletConnect 以获取新的连接码。',
    noAnswer: '您的钱包应用在 5 分钟内没有回应。请先在其中查看是否已发送，然后再试。',
    ended: '您的钱包应用已断开连接。请重新连接以继续。',
  },
} satisfies Translation<typeof englishMessages>;
