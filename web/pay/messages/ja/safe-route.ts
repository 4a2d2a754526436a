import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as englishMessages } from '../en/safe-route.ts';

const NOTHING = '何も送信されていません。';
const ACTIVITY = 'もう一度支払う前に、ウォレットの履歴を確認してください。';

/** The Japanese texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `ウォレットは、これらの呼び出しを 1 件のトランザクションとして行えません。${NOTHING}`,
    chain: `お使いの Safe はこのネットワークにありません。${NOTHING}`,
    upgrade_refused: `アカウントは元のままです。アップグレードは拒否されました。${NOTHING}`,
    too_large: `呼び出しが多すぎて、ウォレットで処理できません。${NOTHING}`,
    duplicate: `ウォレットによると、これらの呼び出しはすでに受け取り済みです。${ACTIVITY}`,
    unknown: `ウォレットでは、呼び出しの結果がわかりません。${ACTIVITY}`,
    not_sent: 'ウォレットが呼び出しをネットワークに送信できませんでした。何も支払われていません。',
    reverted:
      'ネットワークがすべての呼び出しを拒否しました。何も支払われておらず、消費されたのはネットワーク手数料だけです。',
    partly: `すべて行うか 1 件も行わないはずが、ウォレットは呼び出しの一部だけを行いました。${ACTIVITY}`,
  },
  sources: (network: string) => `${network} にある Safe の残高で`,
  sourcesNote: (network: string) =>
    `${network} に同じ Safe が見つかりませんでした。そこで届けられなかった分は Safe の所有者 1 人に戻り、その所有者が単独で持つことになります。`,
  owner: '戻り先の所有者を選ぶ',
  propose: (calls: number, network: string) =>
    `${network} の Safe に、${calls} 件の呼び出しを 1 件のトランザクションとして提案します。すべて実行されるか、1 件も実行されません。必要な人数の所有者が署名し、その 1 人が実行するまで、何も支払われません。`,
  atOnce: (calls: number) =>
    `お使いのアカウントが、${calls} 件の呼び出しを 1 件のトランザクションとして行います。すべて実行されるか、1 件も実行されません。`,
  pay: (taken: string, paid: string, network: string) =>
    `ブリッジコントラクトの呼び出しは、Safe から ${taken} を引き出し、${network} で ${paid} を次の宛先に支払います：`,
  until: (when: string) =>
    `${when} までに、必要な人数の所有者が署名し、実行する必要があります。それより後の実行は失敗し、それによって何も支払われません。`,
  button: (amount: string) => `${amount} を提案`,
  returns: (when: string, symbol: string | undefined) =>
    `${when} までにそこで支払えない場合、お金は${symbol === undefined ? '' : ` ${symbol} で`}次の宛先に戻ります：`,
  toSafe: (source: string, destination: string) =>
    `これは ${source} にある Safe です。すでに ${destination} に届いていた分は、そこの同じアドレスに戻ります。支払いサービスは、そのアドレスに同じ Safe があることを読み取っています。`,
  toOwner:
    'これは、選択した Safe の所有者です。その場合、この所有者が単独でお金を持つことになります。',
} satisfies Translation<typeof englishMessages>;
