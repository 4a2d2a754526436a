import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as englishMessages } from '../en/unpaid.ts';

/** The Japanese texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: '未払いの手数料',
  text: 'この支払いは完了しています。次の手数料がまだ支払われていません：',
  to: '宛先：',
  notPayable: {
    uncompared:
      '開いたリンクに記載されているのは支払いだけで、これらの手数料は含まれていません。このページでは照合できないため、支払いは行いません。何の手数料かは、リンクの送り主に確認してください。',
    unknown: 'これらはこのページでは支払えません。支払い方法は、リンクの送り主に確認してください。',
    inParts: 'それぞれ、元の支払いのリンクで支払います。',
    noRate:
      '為替レートを読み取れなかったため、現在は支払えません。後でもう一度このページを開いてください。',
    staleRate:
      '為替レートが古すぎてネットワークに拒否されるため、現在は支払えません。新しいレートは、通常 1 日以内に自動で届きます。',
  },
  openPart: 'この支払いのリンクを開く',
  pay: (wallet: string) => `${wallet} で手数料を支払う`,
  input: 'ウォレットを探しています…',
  none: 'このブラウザーにウォレットが見つかりませんでした。支払うには、ウォレットのある環境でこのリンクを開いてください。',
  doing: {
    connecting: (wallet: string) => `${wallet} を開いて続けてください。`,
    preparing: () => '手数料を準備し、確認しています…',
    switching: (wallet: string) => `${wallet} でネットワークの切り替えを承諾してください。`,
    signing: (wallet: string) => `${wallet} で承諾してください。`,
    approving: () => '許可を処理しています。ネットワークに届いたら支払えます。',
  },
  whatYouSign: '署名する内容',
  payFrom: (wallet: string) => `${wallet} から支払います：`,
  reference: '支払い参照番号：',
  payButton: (amount: string) => `手数料 ${amount} を支払う`,
  sent: '手数料を処理しています。もう一度支払わないでください。',
  notices: {
    changed: '未払いの内容が変わりました。もう一度確認してください。',
    short: 'このウォレットの残高では、これらの手数料に足りません。',
    noGas: 'このウォレットの残高では、ネットワーク自体の手数料に足りません。',
    unavailable: '現在、これらの手数料を準備できません。後でもう一度お試しください。',
    onItsWay:
      'これらの手数料の支払いは、すでにネットワークにあります。もう一度支払わないでください。',
    notAllowed: 'このウォレットはこの支払いに使えません。別のウォレットを使ってください。',
    reverted:
      'ネットワークがこれを拒否しました。手数料は支払われていません。この試行のネットワーク手数料は消費されました。',
    left_open:
      'このページからのリクエストが、ウォレットでまだ開いている可能性があります。支払う前に、ウォレットを確認してください。',
    dropped: 'トランザクションが破棄されたか、キャンセルされました。手数料は支払われていません。',
  },
} satisfies Translation<typeof englishMessages>;
