import { laterMessages } from '../../../ui/messages/ja/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { Seen } from '../../page-state.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as englishMessages } from '../en/payment.ts';

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: '拒否しました。',
  busy: 'ウォレットで別のリクエストが開いています。完了するか閉じてから、もう一度お試しください。',
  unauthorized:
    'ウォレットが、このページによるアカウントの利用を許可しませんでした。ウォレットで許可してから、もう一度お試しください。',
  disconnected:
    'ウォレットがネットワークに接続されていません。ウォレットを開いてから、もう一度お試しください。',
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
  left_open:
    'このページからのリクエストが、ウォレットでまだ開いている可能性があります。支払う前に、ウォレットを確認してください。',
  seen: 'このリンクの支払いがすでにネットワークにあり、承認を待っています。ご自身の支払いであれば、もう一度支払わないでください。',
  unseen:
    'ネットワークにあった支払いが消えました。ご自身の支払いであれば、もう一度支払う前にウォレットを確認してください。',
  taken_back:
    'この支払いは完了していましたが、それを含むブロックをネットワークが取り消しました。ご自身の支払いであれば、もう一度支払う前にウォレットを確認してください。',
  wrong_account:
    'ウォレットが別のアカウントで応答しました。支払いに使うアカウントを選んでください。',
  other_tab:
    'このブラウザーの別のタブが、この支払いについてウォレットに確認を求めています。そちらで続けるか、先にそのタブを閉じてください。',
  cancelled: '支払いはウォレットでキャンセルされました。支払いは送信されていません。',
  changed: '支払いが更新され、内容が変わりました。もう一度確認してください。',
  unmined:
    '前のトランザクションがネットワークに見つかりませんでした。支払う前に、ウォレットを確認してください。',
  approval_reverted:
    '許可がネットワークで失敗しました。支払いは送信されていません。ネットワーク手数料は消費されました。',
  part_reverted:
    'ネットワークがこの分を拒否したため、この分は何も支払われていません。そのネットワーク手数料は消費されました。',
  proposed:
    'このリンクを支払う可能性のある Safe のトランザクションが提案されています。今支払うと、二重払いになるおそれがあります。',
};

function completeAfter(blocks: number): string {
  return `あと ${blocks} ブロックで完了`;
}

/** The warning of a payment that is on the network, with what it waits for. */
function seenText({ blockNumber, blocksLeft, again }: Seen): string {
  const complete =
    blocksLeft === undefined
      ? 'ネットワークがそのブロックを承認すると完了します'
      : blocksLeft > 0
        ? `${completeAfter(blocksLeft)}します`
        : 'まもなく完了します';
  return `${again === true ? 'この支払いは、ネットワークがそのブロックを取り消すまでは完了していました。' : ''}${NOTICES.seen}支払いはブロック ${blockNumber} にあり、${complete}。`;
}

/** The Japanese texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'このブラウザーにウォレットが見つかりませんでした。',
    elsewhere: '別の端末で支払う',
    testWalletNote: 'テストウォレットはこのページの中にあり、テスト用のお金だけが入っています。',
    sandboxOnly: 'テストモードでは、このネットワークで支払えるのはテストウォレットだけです。',
  },
  ...laterMessages,
  titles: {
    connecting: 'ウォレットを開いてください',
    switching: 'ウォレットを開いてください',
    signing: 'ウォレットを開いてください',
    approving: '許可を処理中',
    confirming: '支払いを処理中',
    crosschain: '支払いを処理中',
    elsewhere: '別のネットワークから支払う',
    proposed: '署名待ち',
    not_allowed: '使えないウォレット',
    short: '残高不足',
    no_gas: 'ネットワーク手数料の不足',
    mismatch: '支払わないでください',
    reverted: '支払われていません',
    unreachable: '接続できません',
    expired: 'リンクの期限切れ',
    closed: '利用できません',
    unknown: '無効なリンク',
    done: '支払い完了',
  },
  nothingCharged: '引き落としは行われていません。',
  empty: {
    title: '支払いリンクがありません',
    text: 'このページは支払いリンクから開きます。支払いを受ける相手にリンクを依頼してください。リンクの末尾は「?token=…」です。',
  },
  unknown: {
    title: 'このリンクは無効です',
    text: 'リンク全体がコピーされているか確認するか、新しいリンクを依頼してください。',
  },
  closed: {
    title: 'この支払いは利用できません',
    text: 'このリンクはもう使えないため、ここでは何も支払えません。リンクの送り主に新しいリンクを依頼してください。',
  },
  unsupported: {
    title: 'この支払いはここでは行えません',
    text: '支払いの種類、ネットワーク、トークンのいずれかを、このページでは認識できません。リンクの送り主に確認してください。',
  },
  proposed: {
    title: 'Safe の署名を待っています',
    text: 'まだ何も支払われていません。このリンクを支払うトランザクションに所有者が署名し、実行します。このページは閉じてもかまいません。',
  },
  unreachable: {
    title: '支払いサービスに接続できません',
    text: '引き続き試しています。',
  },
  checks: {
    running: { title: 'ウォレットを確認しています', text: '数秒かかります。' },
    failed: {
      title: 'ウォレットを確認できませんでした',
      text: '引き続き試しています。うまくいかない場合は、後でもう一度お越しください。',
    },
  },
  limited: {
    title: 'お使いのインターネット接続からのリクエストが多すぎます',
    text: (seconds: number) => `このページは${durationText('ja', seconds)}以内に自動で続きます。`,
  },
  charged: {
    fees: '何も支払われていません。消費されたのは、先に署名した分のネットワーク手数料だけです。',
    part: 'これまでに支払った分は支払い済みのままです。それ以上の引き落としは行われていません。',
    open: 'この支払いに対する以前のリクエストが、ウォレットでまだ開いているか、送信中の可能性があります。支払う前に、ウォレットを確認してください。',
  },
  expired: {
    title: 'このリンクは期限切れです',
    text: 'もう支払うことはできません。リンクの送り主に新しいリンクを依頼してください。',
    since: (when: string) => `期限：${when}。`,
    takenBack:
      'この支払いは完了していましたが、それを含むブロックをネットワークが取り消しました。ネットワークがもう一度取り込むと、再び完了となります。',
  },
  asking: 'このウォレットを確認しています。数秒かかります。',
  notAllowed: {
    title: 'このウォレットはこの支払いに使えません',
    text: '別のウォレットを使うか、リンクの送り主に確認してください。',
  },
  mismatch: {
    title: '支払わないでください',
    link: 'このリンクの内容に矛盾があります',
    text: (problem: string) =>
      `署名しようとしている内容が、このページの表示と異なります：${problem}。送信はされておらず、ここで署名するものはありません。リンクの送り主に知らせてください。`,
  },
  preparing: '支払いを準備し、確認しています…',
  refresh: 'もう一度確認',
  short: {
    title: '残高が足りません',
    need: (amount: string, network: string) => `${network} であと ${amount} が必要です。`,
    needTotal: (amount: string, network: string) => `${network} で ${amount} が必要です。`,
    have: (amount: string) => `このウォレットの残高は ${amount} です。`,
    headroom: (coin: string) => `このほかに、${coin} でのネットワーク手数料が必要です。`,
    fund: '不足分をご自身のウォレットに送り、もう一度確認してください：',
  },
  noGas: {
    title: (coin: string) => `ネットワーク手数料の ${coin} が足りません`,
    text: (coin: string, network: string) =>
      `トークンはありますが、ネットワークは手数料を ${coin} で求めます。${network} で ${coin} を追加し、もう一度確認してください。`,
    about: (fee: string) => `約 ${fee} あれば足ります。`,
  },
  switching: (wallet: string, network: string) =>
    `${wallet} で ${network} への切り替えを承諾してください`,
  switchByHand: (network: string) =>
    `切り替わらない場合は、ウォレットでご自身で ${network} を選んでください。`,
  confirmIn: (wallet: string) => `${wallet} で承諾してください`,
  confirming: {
    title: 'お支払いを処理しています',
    sent: 'ネットワークに送信済み',
    relaying: 'ネットワークに送信しています',
    waiting: 'ネットワークを待っています',
    confirmations: (done: number, of: number | undefined) =>
      of === undefined
        ? `承認 ${done} 回`
        : `承認 ${Math.min(done, of)}/${of} 回${done < of ? `、${completeAfter(of - done)}` : ''}`,
    inBlock: (block: number) => `ブロック ${block} で検出`,
    word: 'ネットワークがこのブロックを承認すると完了します。',
    vanished:
      'お支払いを含むブロックをネットワークが取り消しました。ほとんどの場合、自動でもう一度取り込まれます。今はまだ、もう一度支払わないでください。',
    settling: '承認されました。受取人に通知しています…',
    typical: (network: string, seconds: number) =>
      `${network} では通常、約 ${durationText('ja', seconds)}かかります。`,
    close: 'このページは閉じてもかまいません。支払いはそのまま進みます。',
    replaced: 'ウォレットがトランザクションの新しい版を送信しました。以後はそちらを追跡します。',
    offline:
      '現在、支払いサービスが応答しません。トランザクションに影響はありません。引き続き問い合わせています。',
    lost: 'このトランザクションはネットワークから消えています。もう一度支払う前に、破棄されたかどうかをウォレットで確認してください。',
    startOver: '破棄された：やり直す',
  },
  done: {
    title: 'この支払いは完了しました',
    partly: '一部が支払われました',
    final: '確定しています。',
    print: '領収書を印刷',
    localChain:
      'このテスト支払いはローカルチェーン上にあり、公開エクスプローラーでは確認できません。',
    redirect: '戻って閉じる',
    leadsTo: '移動先：',
  },
  explorer: 'トランザクションを見る',
  transaction: 'トランザクション',
  notices: NOTICES,
  seen: seenText,
} satisfies Translation<typeof englishMessages>;
