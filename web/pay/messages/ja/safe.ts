import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as englishMessages } from '../en/safe.ts';

/** The Japanese texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'お使いの Safe はこのネットワークにありません。何も提案されていません。',
    too_large: '呼び出しが多すぎて、ウォレットで処理できません。何も提案されていません。',
    duplicate:
      'ウォレットによると、これらの呼び出しはすでに受け取り済みです。もう一度提案する前に、キューを確認してください。',
  },
  contract:
    'お使いのアカウントは、このページが Safe として認識できないコントラクトです。ほかの人の署名も必要な場合は、それが済むまで、もう一度支払わないでください。',
  note: (calls: number) =>
    `お使いの Safe に、${calls} 件の呼び出しを 1 件のトランザクションとして提案します。すべて実行されるか、1 件も実行されません。必要な人数の所有者が署名し、その 1 人が実行するまで、何も支払われません。`,
  button: (amount: string) => `${amount} を提案`,
  several:
    '支払いの件数が、1 件のトランザクションに入る数を超えています。Safe ではここで一度に支払えません。それぞれのリンクで支払ってください。',
  notTogether:
    'ウォレットは、複数の呼び出しを 1 件のトランザクションとして提案できません。何も提案されていません。Safe のアプリでこのリンクを開いてください。',
  title: (signed: { readonly owners: number; readonly of: number } | undefined) =>
    `Safe の署名を待っています${signed ? `（${signed.owners}/${signed.of}）` : ''}`,
  executed: '支払いは送信され、承認を待っています',
  onItsWay: '支払いは送信され、ネットワーク間を移動しています',
  ends: {
    over: 'この提案の期限が過ぎました。何も支払われていません。Safe の所有者はまだ提案を実行できます。支払う前に、Safe で却下してもらってください。',
    withdrawn:
      '何も支払われていません。支払いは取り下げられましたが、Safe の所有者はまだ提案を実行できます。Safe で却下してもらってください。',
    replaced:
      '提案は Safe で却下されたか、置き換えられました。それによって何も支払われていません。もう一度支払いを提案できます。',
    failed:
      'Safe が提案を実行し、失敗しました。何も支払われていません。もう一度支払いを提案できます。',
  },
  endsElsewhere:
    '別のネットワークから支払います。その時刻より後の実行は失敗し、それによって何も支払われません。',
  returnsTo: '届けられなかった分の戻り先：',
  safe: 'Safe：',
  until: (when: string, left: string) =>
    `${when} を過ぎると、ほかの人が再び支払えます（残り ${left}）。`,
  untilOwn: (when: string, left: string) => `このページは ${when} まで待ちます（残り ${left}）。`,
  unheld:
    '支払いサービスがまだ提案を確認できていないため、ほかの人も支払うことができます。もう一度提案しないでください。',
  notFollowed:
    '支払いサービスはこのネットワークの提案を追跡しないため、ほかの人も支払うことができます。もう一度提案しないでください。',
  queue: 'Safe のキューを開く',
  startOver: 'Safe で削除された：やり直す',
  givenUp:
    '以前の提案はもう待っていません。それがまだ実行できる間に支払うと、二重払いになるおそれがあります。',
} satisfies Translation<typeof englishMessages>;
