import { laterMessages } from '../../../ui/messages/ja/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as englishMessages } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const MISMATCHES: Translation<typeof englishMessages.mismatches> = {
  ...billedMessages.mismatches,
  unsupported: 'このページで認識できないネットワークまたはトークンです',
  network: 'トランザクションの行き先が、支払いとは別のネットワークです',
  receiver: 'トークンが、ブリッジとは別のアカウントに送られます',
  refund: '届けられなかった分が、お使いのウォレットに戻りません',
  arrival: '届く金額またはトークンが、支払いに必要なものと異なります',
  leg: 'トランザクションが、支払いの前にこのページで認識できない処理を行います',
  cost: '支払いの価値を大きく超える金額がウォレットから引き出されます',
  deadline: 'トランザクションの有効期間が本来と異なるか、この端末の時計がずれています',
};

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: '拒否しました。支払いは送信されていません。',
  busy: 'ウォレットで別のリクエストが開いています。完了するか閉じてから、もう一度お試しください。',
  unauthorized:
    'ウォレットが、このページによるアカウントの利用を許可しませんでした。ウォレットで許可してから、もう一度お試しください。',
  disconnected:
    'ウォレットが別のネットワークに接続されています。切り替えてから、もう一度お試しください。',
  unknown_chain:
    'ウォレットがこのネットワークを認識していません。ウォレットに追加してから、もう一度お試しください。',
  unsupported:
    'ここからはウォレットで行えない操作です。ウォレットで操作してから、もう一度お試しください。',
  insufficient: 'ウォレットによると残高が足りません。支払いは送信されていません。',
  would_revert: '現在この支払いはネットワークに拒否されるため、送信されませんでした。',
  wrong_checksum:
    'ウォレットが示すアドレスのチェックサムが誤っています。別のアカウントまたはウォレットを使ってください。',
  failed:
    'ウォレットから明確な応答がありませんでした。もう一度試す前に、ウォレットの履歴を確認してください。',
  unloaded: laterMessages.unloaded,
  wrong_account:
    'ウォレットが別のアカウントで応答しました。最初に使ったアカウントを選んでください。',
  other_tab:
    'このブラウザーの別のタブが、この支払いのリクエストをウォレットで開いています。そちらで続けるか、先にそのタブを閉じてください。',
  left_open:
    'このページからのリクエストが、ウォレットでまだ開いている可能性があります。支払う前に、ウォレットを確認してください。',
  api_away:
    '現在、支払いサービスが応答しません。何も送信されていません。しばらくしてからもう一度お試しください。',
  approval_reverted:
    '許可がネットワークで失敗しました。支払いは送信されていません。ネットワーク手数料は消費されました。',
  approval_dropped:
    '許可がネットワークに見つかりませんでした。支払いは送信されていません。ウォレットを確認してください。',
  second_payment:
    'このリンクの別の支払いが処理中で、まだ届く可能性があります。今支払うと、二重払いになるおそれがあります。',
  route_not_available: '現在、このトークンはこの支払いに使えません。別のトークンを選んでください。',
  amount_too_low_for_route:
    '金額が小さすぎるため、別のネットワークから支払えません。1 USD を超える必要があります。',
  amount_too_high_for_route:
    '現在、このネットワークとトークンではこの金額を送れません。別のものを選んでください。',
  route_too_expensive: '現在、そこから支払うと費用が高すぎます。別のものを選んでください。',
  route_refused:
    'この支払いに提示された内容は署名するには安全でないため、拒否されました。別のものを選んでください。',
  payer_is_contract:
    'このウォレットはコントラクトです。戻ったお金が失われるおそれがあるため、別のネットワークからは支払えません。',
  payee_is_contract_elsewhere:
    'この受取人には別のネットワークから支払えません。支払いのネットワークで支払ってください。',
  rate_not_available: '現在、このトークンの為替レートがありません。別のトークンを選んでください。',
  refund_wallet_required:
    'お使いの Safe は、支払いのネットワークではもう同じものではありません。別の支払い方法を選んでください。',
  route_ends_too_soon:
    'Safe の所有者が署名できる時間が 15 分未満になります。別のトークンを選んでください。',
  payer_is_not_safe:
    'お使いのアカウントは、そのネットワークでは既知のバージョンの Safe ではないため、そこから支払えません。',
  provider_away:
    '現在、ほかのネットワークからは支払えません。何も送信されていません。支払いのネットワークでは引き続き支払えます。',
  short: 'このウォレットのこのトークンの残高が、支払いに足りません。別のものを選んでください。',
  no_gas:
    'このウォレットには、そのネットワークの手数料に必要な残高がありません。別のものを選んでください。',
  limited: '価格の読み込みが多すぎました。数分後にもう一度お試しください。',
};

/** The Japanese texts about paying from another network. */
export const crosschainMessages = {
  mismatches: MISMATCHES,
  notices: NOTICES,
  offer: {
    button: '別のネットワークから支払う',
    text: (amount: string, network: string) => `たとえば ${network} から ${amount}。`,
    onItsWay: NOTICES.second_payment,
  },
  choose: {
    title: '別のネットワークから支払う',
    loading: 'ほかのネットワークにあるウォレットの残高を読み込んでいます…',
    from: (symbol: string, network: string) => `${network} の ${symbol}`,
    total: (amount: string) => `合計 ${amount}`,
    cost: (amount: string) => `うち ${amount} は転送の費用`,
    free: '転送の費用なし',
    arrives: (seconds: number) => `約 ${durationText('ja', seconds)}で到着`,
    held: (held: string, needed: string) => `残高 ${held}、必要額 ${needed}`,
    none: 'このウォレットには、これを支払えるほかのネットワークのトークンがありません。',
    refresh: 'もう一度確認',
    own: (symbol: string, network: string) => `${network} の ${symbol} で支払う`,
    ownNote: 'ネットワーク間の転送はありません。',
  },
  quoting: '支払いを準備し、確認しています…',
  review: {
    cost: 'ネットワーク間の転送',
    routeFee: 'ルートの手数料（転送に含まれます）',
    swap: (symbol: string) => `${symbol} への交換（転送に含まれます）`,
    atMost: (amount: string) => `最大 ${amount}`,
    atLeast: (amount: string) => `最低 ${amount}`,
    rate: '為替レート（転送込み）',
    youPayFrom: (network: string) => `${network} でのお支払い額`,
    networkFee: (network: string) => `${network} のネットワーク手数料、約`,
    arrives: '到着',
    arrivesIn: (seconds: number) => `通常、約 ${durationText('ja', seconds)}`,
    arrivesSoon: '通常、数分以内',
    contract: 'ブリッジコントラクト',
    approve: (isBridge: boolean, amount: string) =>
      `${isBridge ? 'ブリッジ' : '支払い'}コントラクトに、お使いのウォレットから ${amount} を引き出すことを許可します。それを超えることはありません。まだ何も支払われません。`,
    swapped: (amount: string, given: string) => `${amount}（交換後${given}）`,
    pay: (taken: string, paid: string, network: string) =>
      `ブリッジコントラクトへのトランザクション 1 件に署名します。ウォレットから ${taken} を引き出し、${network} で ${paid} を次の宛先に支払います：`,
    comesBack: (when: string, symbol?: string) =>
      `${when} までにそこで支払えない場合、お金は${symbol === undefined ? '' : ` ${symbol} で`}ウォレットに戻ります。`,
    feesStay: (network: string) =>
      `支払いがウォレットに戻った場合も、${network} で支払った手数料は支払い済みのままです。もう一度支払うことはありません。`,
    price: 'この価格の残り有効時間：',
    time: clockText,
    expired: 'この価格は古くなりました。',
    refresh: '価格を読み直す',
    changed: (before: string, now: string) => `価格が更新されました：${before} → ${now}。`,
    other: '別の支払い方法を選ぶ',
  },
  approving: '許可を処理しています',
  approvingText: 'ネットワークに届いたら支払えます。ほとんどのネットワークでは数秒です。',
  follow: {
    title: 'お支払いを処理しています',
    otherTitle: '支払いを処理しています',
    sentOn: (network: string) => `${network} で送信済み`,
    seenOn: (network: string) => `${network} で承認済み`,
    waiting: (network: string) => `${network} を待っています`,
    arriving: (network: string) => `${network} に到着待ち`,
    usually: (network: string, seconds: number) =>
      `${network} に到着待ち、通常、約 ${durationText('ja', seconds)}`,
    arrivedOn: (network: string) => `${network} に到着済み`,
    counting: '承認を待っています',
    close: 'このページは閉じてもかまいません。支払いはそのまま進みます。',
    late: (network: string, when: string | undefined) =>
      `通常より時間がかかっています。お金はウォレットから出て、${network} での支払いを待っています。${when === undefined ? '支払いに失敗した場合、お金はウォレットに戻ります。' : `${when} までに支払われない場合、お金はウォレットに戻ります。`}今はまだ、もう一度支払わないでください。`,
    lateUnseen: (network: string) =>
      `${network} はまだトランザクションを承認していません。ウォレットを確認してください。そこで処理を早められる場合があります。今はまだ、もう一度支払わないでください。`,
    reverted: (network: string) =>
      `${network} がトランザクションを拒否しました。それが確定したら、ここでもう一度支払えます。`,
    replaced:
      'ウォレットが、代わりに別のトランザクションを送信しました。それが確定したら、ここでもう一度支払えます。',
    lost: 'このトランザクションはネットワークから消えています。もう一度支払う前に、破棄されたかどうかをウォレットで確認してください。',
    returnsTo: '届けられなかった分の戻り先：',
    offline:
      '現在、支払いサービスが応答しません。トランザクションに影響はありません。引き続き試しています。',
    others: (count: number) => `このリンクの支払いが、あと ${count} 件届く可能性があります。`,
    failed: {
      source_failed: {
        title: '支払いは送信されませんでした',
        text: (network: string) =>
          `${network} がトランザクションを拒否したか、置き換えました。支払いは行われていません。消費されたのはネットワーク手数料だけです。もう一度支払えます。`,
      },
      unfilled: {
        title: '支払いは届きませんでした',
        text: (network: string) =>
          `期限内に届けられませんでした。お金は ${network} のウォレットに戻ります。数時間かかる場合があります。もう一度支払えます。`,
      },
      refunded: {
        title: 'お金が戻りました',
        text: (network: string) =>
          `支払いを届けることができず、お金は ${network} のウォレットに戻されました。もう一度支払えます。`,
      },
      unpaid: {
        title: '支払いは行われませんでした',
        text: (_network: string, destination: string) =>
          `トークンは ${destination} に届きましたが、そこで支払いを行えませんでした。トークンは ${destination} のウォレットにあります。もう一度支払えます。`,
      },
    },
    reference: 'お問い合わせ用の参照番号',
    again: 'もう一度支払う',
    anotherWay: '別の方法で支払う',
    anotherWayNote:
      'この支払いがまだ届く可能性があるうちにもう 1 件支払うと、二重払いになるおそれがあります。',
    transactionOn: (network: string) => `${network} のトランザクション`,
    refundOn: (network: string) => `${network} の返金`,
  },
} satisfies Translation<typeof englishMessages>;
