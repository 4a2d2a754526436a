import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as englishMessages } from '../en/billed.ts';

/** The Japanese texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'このページで読み取れないトランザクションです',
    contract: 'トランザクションの宛先が、このページで認識できないコントラクトです',
    token: 'トランザクションが、表示とは別のトークンを動かします',
    payee: 'トランザクションが、表示とは別の受取人に支払います',
    amount: 'トランザクションが、表示とは別の金額を動かします',
    reference: 'トランザクションの支払い参照番号が異なります',
    fee: 'トランザクションの手数料が、案内した手数料と異なります',
    rate: 'トランザクションのレートが、表示と大きく異なります',
    payments: 'トランザクションが、表示とは別の支払いを行います',
    approval: '許可のコントラクトまたは金額が、この支払いに必要なものと異なります',
    coin: 'トランザクションが送るネイティブコインの金額が、本来と異なります',
    signer: 'トランザクションが、選択したウォレットのものではありません',
    feeLimit: 'トランザクションが許容するネットワーク手数料が、本来と異なります',
    expiry: 'トランザクションの有効期間が長すぎるか、この端末の時計がずれています',
    signed: 'ウォレットが、渡された内容とは別のものに署名しました',
  },
  payFrom: '支払い元',
  otherAccounts: 'このウォレットの別のアカウントを使う',
  amount: '金額',
  amounts: (count: number) => `支払い ${count} 件`,
  fee: (label: string | undefined, percentage: string | undefined) =>
    percentage === undefined ? (label ?? '手数料') : `${label ?? '手数料'}（${percentage}%）`,
  borneByPayee: (fee: string) => `${fee}、受取人の取り分から`,
  borneByPayer: (fee: string) => `${fee}、金額に上乗せ`,
  received: '受取人が受け取る金額',
  contractFee: '一括支払いコントラクト自体の手数料、最大',
  atMost: (amount: string) => `最大 ${amount}`,
  about: (amount: string) => `約 ${amount}`,
  networkFee: (isSponsored: boolean) =>
    `ネットワーク手数料${isSponsored ? '（代わりに支払われる場合があります）' : ''}、約`,
  networkFeeMost: 'このステップのネットワーク手数料、最大',
  youPay: 'お支払い額',
  review: {
    title: '確認して支払う',
    step: (at: number, of: number) => `署名 ${at}/${of}`,
    leftOut: (count: number, of: number) => `${of} 件の支払いのうち ${count} 件は除外されます`,
    switchTo: (network: string) => `${network} に切り替える`,
    wrongNetwork: (wallet: string, network: string) =>
      `${wallet} は別のネットワークに接続されています。続けるには ${network} に切り替えてください。`,
    resetText: (symbol: string) =>
      `まず、以前の ${symbol} の許可を消去します。このトークンでは、新しい許可の前にこれが必要です。`,
    resetButton: '以前の許可を消去',
    approveText: (amount: string) =>
      `支払いコントラクトに、お使いのウォレットから ${amount} を引き出すことを許可します。まだ何も支払われません。`,
    approveUnlimited: (symbol: string) =>
      `支払いコントラクトに、お使いのウォレットから ${symbol} を金額の上限なく引き出すことを許可します。この許可は後でウォレットで取り消せます。まだ何も支払われません。`,
    approveButton: (amount: string) => `${amount} を許可`,
    approveUnlimitedButton: (symbol: string) => `${symbol} を許可`,
    payText: '支払いコントラクトへのトランザクション 1 件に署名します：',
    payConverted: (amount: string, symbol: string) =>
      `その時点の為替レートで、ただし上の「お支払い額」を上限として、ウォレットから ${symbol} で ${amount} を次の宛先に送ります：`,
    batchText: (count: number, of: number) =>
      count === of
        ? `一括支払いコントラクトへのトランザクション 1 件に署名します。${count === 1 ? '未払いの 1 件を支払います' : `未払いの ${count} 件を${count === 2 ? '両方とも' : 'すべて'}支払うか、1 件も支払いません`}。`
        : `一括支払いコントラクトへのトランザクションに署名します。未払いの ${of} 件のうち ${count} 件を支払うか、そのどれも支払いません。`,
    feeText: (label: string | undefined, amount: string) =>
      `手数料「${label ?? ''}」として ${amount} を次の宛先に支払います：`,
    feeButton: (amount: string) => `手数料 ${amount} を支払う`,
    feesLeft: '支払いは送信されました。残るのは手数料の署名だけです。',
    sent: '送信済み',
    atOnce: (count: number) =>
      count === 1
        ? 'ウォレットが 1 件の呼び出しに署名します。'
        : `ウォレットが ${count} 件の呼び出しに一度に署名します。すべて実行されるか、1 件も実行されません。`,
    allAtOnce: (count: number) => `${count} 件に一度に署名`,
    allAtOnceNote: (wallet: string) =>
      `${wallet} は最初にアカウントのアップグレード（EIP-7702）を求めます。アドレスと鍵はそのままで、ウォレットのコントラクトが複数の呼び出しを一度に行えるようになります。拒否して、1 件ずつ署名することもできます。`,
    paySummary: (amount: string) => `ウォレットから ${amount} を次の宛先に送ります：`,
    payFee: (amount: string) => `さらに手数料として ${amount} を次の宛先に：`,
    payReference: '支払い参照番号：',
    contract: '支払いコントラクト',
    payButton: (amount: string) => `${amount} を支払う`,
    whatYouSign: '署名する内容',
    nextOpens: 'ネットワークに記録されると、次のステップのためにウォレットが自動的に開きます：',
    opens: 'この内容のためにウォレットが開きます。ウォレットで拒否することもできます。',
  },
  signing: {
    reset: 'ウォレットが、以前の許可を消去してよいか確認しています。',
    approve: (amount: string) => `ウォレットが、${amount} を許可してよいか確認しています。`,
    pay: (amount: string) => `ウォレットが、${amount} を送ってよいか確認しています。`,
    atOnce: (count: number) =>
      count === 1
        ? 'ウォレットが、1 件の呼び出しへの署名を求めています。'
        : `ウォレットが、${count} 件の呼び出しへの一度の署名を求めています。`,
    hint: '何も表示されない場合は、ご自身でウォレットを開いてください。ウォレットで拒否することもできます。',
    closedWindow: 'ウォレットの画面を閉じました',
  },
  approving: {
    part: '支払いの一部を処理しています',
    next: 'ネットワークに届いたら、次の分を支払えます。',
    title: '許可を処理しています',
    text: 'ネットワークに届いたら支払えます。ほとんどのネットワークでは数秒です。',
  },
  reverted: {
    title: 'ネットワークが支払いを拒否しました',
    text: '支払いは行われませんでした。この試行のネットワーク手数料は消費されました。',
    staysPaid: 'これまでに支払った分は支払い済みのままです。',
    onTron:
      'Tron では、ウォレットのエネルギーと TRX が足りない場合も支払いに失敗します。もう一度署名する前に、両方を確認してください。',
    retry: 'もう一度準備する',
  },
  elsewhere: (network: string) =>
    `お使いのアカウントは別のネットワークのコントラクトです。${network} でそのアドレスにお金を送らないでください。そこでは誰のものでもない可能性があります。`,
  stale: {
    title: '最新の為替レートがありません',
    text: 'この支払いのレートは古すぎるため、ネットワークに拒否されます。',
    later: '新しいレートは、通常 1 日以内に自動で届きます。後でもう一度確認してください。',
  },
  unpayable: {
    payer: {
      title: 'このウォレットからこのトークンは送れません',
      text: 'このトークンは、このウォレットからの送金をすべて拒否します。ウォレットがブロックされているか、トークンが一時停止中です。',
      later: '別のウォレットを使うか、後でもう一度確認してください。',
    },
    own: {
      title: 'このウォレットが受取人です',
      text: 'ウォレットは自分自身に支払えません。自分宛ての送金は支払いとして扱われないため、署名するものはありません。',
      later: '別のウォレットを使ってください。',
    },
    ownPart: {
      title: 'このウォレットは受取人の 1 人です',
      text: 'ウォレットは自分自身に支払えません。自分宛ての分は支払いとして扱われないため、署名するものはありません。',
      later: '別のウォレットを使ってください。',
    },
    fee: {
      title: 'この支払いの手数料の 1 つを支払えません',
      text: 'このアドレスへの手数料の支払いはネットワークに拒否されるため、署名するものはありません。',
      later: 'リンクの送り主に知らせてください。',
    },
    payee: {
      title: '支払えない受取人がいます',
      text: 'この支払いはネットワークに拒否され、誰にも支払われません。署名するものはありません。',
      later: 'リンクの送り主に知らせてください。',
    },
    several: '支払えない受取人が複数います',
    receivesFee: 'この支払いの手数料の受取先です。',
  },
  unlimited: (symbol: string) => `無制限の ${symbol}`,
  receipt: {
    paid: '支払い済み',
    paidLast: '最後のトランザクションで支払い済み',
    paidOf: (paid: number, of: number) => `支払い済み、${of} 件中 ${paid} 件`,
    total: '支払い済み、全手数料込み',
    sentOn: '送信',
    confirmed: '承認',
    block: (block: number) => `ブロック ${block}`,
    final: '確定',
    finalSince: (when: string) =>
      `${when} から。ネットワークがこの支払いを取り消すことは、もうありません。`,
    notFinal:
      'まだです。お待ちいただく必要はありません。お支払いは完了しています。ネットワークが変更できなくなった時点で、このページに表示されます。',
    transaction: (at: number, of: number) => `トランザクション ${at}/${of}`,
  },
  lookAlike: {
    title: 'アドレスをもう一度確認してください',
    paid: {
      text: 'この支払い先は、このブラウザーで以前支払ったアドレスに似ていますが、別のアドレスです。',
      address: '今回の支払い先：',
      other: '以前の支払い先：',
    },
    own: {
      text: 'この支払い先は、お使いのウォレットのアドレスに似ていますが、別のアドレスです。',
      address: '今回の支払い先：',
      other: 'お使いのウォレット：',
    },
    payee: {
      text: 'この支払いの 2 人の受取人のアドレスが似ています。同じアドレスではありません。',
      address: '一方：',
      other: 'もう一方：',
    },
    more: (count: number) => `ほかにも ${count} 人の受取人のアドレスが、別のアドレスに似ています。`,
    hint: '悪意のある第三者は、正しいアドレスをこのようなアドレスにすり替えます。1 文字ずつ比べてください。確信が持てない場合は支払わず、このリンクの送り主ではなく受取人に確認してください。',
  },
} satisfies Translation<typeof englishMessages>;
