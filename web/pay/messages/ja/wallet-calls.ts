import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as englishMessages } from '../en/wallet-calls.ts';

const ONE_BY_ONE = '何も送信されていません。ここで呼び出しに 1 件ずつ署名してください。';

/** The Japanese texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'ウォレットがこの支払いの呼び出しを処理しています。ブロックに入ると、このページが続きます。もう一度支払わないでください。',
  problems: {
    not_atomic: `ウォレットは、これらの呼び出しを「すべてか、なしか」で一度に行えません。${ONE_BY_ONE}`,
    chain: `このネットワークでは、ウォレットは複数の呼び出しを一度に行えません。${ONE_BY_ONE}`,
    upgrade_refused: `アカウントは元のままです。アップグレードは拒否されました。${ONE_BY_ONE}`,
    too_large: `呼び出しが多すぎて、ウォレットの 1 回の署名に収まりません。${ONE_BY_ONE}`,
    duplicate:
      'ウォレットによると、これらの呼び出しはすでに受け取り済みです。もう一度支払う前に、ウォレットの履歴を確認してください。',
    unknown:
      'ウォレットでは、呼び出しの結果がわかりません。もう一度支払う前に、ウォレットの履歴を確認してください。',
    not_sent:
      'ウォレットが呼び出しをネットワークに送信できませんでした。何も支払われていません。ここで呼び出しに 1 件ずつ署名してください。',
    reverted:
      'ネットワークがすべての呼び出しを拒否しました。何も支払われておらず、消費されたのはネットワーク手数料だけです。ここで呼び出しに 1 件ずつ署名してください。',
    partly:
      'すべて行うか 1 件も行わないはずが、ウォレットは呼び出しの一部だけを行いました。もう一度支払う前に、ウォレットの履歴を確認してください。',
  },
} satisfies Translation<typeof englishMessages>;
