import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as englishMessages } from '../en/bundle.ts';

/** The Japanese texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: '未払いの内容を読み込んでいます…',
  choose: {
    title: '別のネットワークから支払う',
    text: (count: number) =>
      count === 1
        ? '未払いの 1 件を、1 種類のトークンで、1 件のトランザクションで支払います。'
        : `未払いの ${count} 件${count === 2 ? 'とも' : 'すべてを'}、1 種類のトークンで、それぞれ 1 件のトランザクションで支払います。`,
    from: (symbol: string, network: string) => `${network} の ${symbol}`,
    known: (amount: string, cost: string | undefined) =>
      `前回の読み込み時点で合計 ${amount}${cost === undefined ? '' : `、うち ${cost} は転送の費用`}`,
    tooLittle: '。このウォレットの残高では足りません。',
    none: '現在、これらの支払いに使えるほかのネットワークはありません。',
  },
  tooMany:
    '支払いの件数が、別のネットワークから一度に行える数を超えています。それぞれのネットワークで支払うか、それぞれのリンクで 1 件ずつ支払ってください。',
  quoting: 'すべての支払いを準備し、1 件ずつ確認しています…',
  review: {
    payments: (count: number) => `支払い ${count} 件`,
    cost: 'ネットワーク間の転送',
    approve: (amount: string) =>
      `ブリッジコントラクトに、お使いのウォレットから ${amount} を引き出すことを許可します。これは全支払いの合計で、それを超えることはありません。まだ何も支払われません。`,
    approveFees: (amount: string) =>
      `支払いコントラクトに、お使いのウォレットから ${amount} を引き出すことを許可します。これは全手数料の合計で、それを超えることはありません。まだ何も支払われません。`,
    feesLeft: 'すべての支払いが送信されました。残るのは手数料の署名だけです。',
    pay: (at: number, of: number) => `支払い ${at}/${of}。`,
    alone: '支払いは 1 件ずつ独立しています。行えない支払いは戻り、ほかの支払いは行われます。',
    rest: '残りの価格が古くなりました。送信済みの分はそのまま進みます。残りは、それぞれのリンクで支払えます。',
    follow: 'ここで止めて送信済みの分を追跡',
  },
  follow: {
    title: 'お支払いを処理しています',
    ended: '一部の支払いは行われませんでした',
    settled: '支払い済み',
    sent: '送信済み、未承認',
    onItsWay: (network: string) => `承認済み。${network} に到着待ち`,
    arrived: (network: string) => `${network} に到着。承認待ち`,
    failed: {
      source_failed:
        '送信元のネットワークに拒否されました。消費されたのはネットワーク手数料だけです。',
      unfilled: '期限内に届きませんでした。お金はウォレットに戻ります。',
      refunded: '届けることができず、お金はウォレットに戻りました。',
      unpaid: 'トークンはウォレットに届きましたが、支払いは行えませんでした。',
    },
    unsent: '未送信',
    pay: '専用のリンクで支払う',
    close: 'このページは閉じてもかまいません。支払いはそのまま進みます。',
    anotherWayNote: 'まだ届く可能性がある支払いをもう一度行うと、二重払いになるおそれがあります。',
  },
} satisfies Translation<typeof englishMessages>;
