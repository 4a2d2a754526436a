import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The Japanese texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'WalletConnect に接続しています',
  scan: {
    title: 'このコードをウォレットアプリで読み取ってください',
    text: 'コードは 5 分間有効です。接続だけでは支払いは行われません。支払い内容をここで確認し、その後アプリで承認してください。',
    code: 'ウォレットアプリ用の WalletConnect コード',
  },
  open: {
    title: 'ウォレットアプリを開いてください',
    text: '接続だけでは支払いは行われません。ここに戻って支払い内容を確認し、その後アプリで承認してください。',
    app: (name: string) => `${name} を開く`,
    other: '別のウォレットアプリを開く',
  },
  copy: 'コードをコピー',
  toApp: 'ウォレットアプリを開く',
  problems: {
    unreachable:
      'WalletConnect に接続できません。リクエストが開いていた場合は、再試行の前にウォレットアプリを確認してください。別のウォレットを使うこともできます。',
    codeExpired:
      'ウォレットアプリが接続しないまま、コードの有効期限が切れました。新しいコードを取得するには、もう一度 WalletConnect を選んでください。',
    noAnswer:
      'ウォレットアプリが 5 分以内に応答しませんでした。再試行の前に、アプリで何か送信されていないか確認してください。',
    ended: 'ウォレットアプリが接続を終了しました。続けるには、もう一度接続してください。',
  },
} satisfies Translation<typeof englishMessages>;
