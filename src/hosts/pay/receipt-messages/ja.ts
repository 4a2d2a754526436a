import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in Japanese. */
export const ja: ReceiptPageMessages = {
  receipts: '領収書一覧',
  testMode: 'テストモード。実際のお金は動きません。',
  language: '言語',
  onNetwork: (network) => `${network} ネットワーク`,
  final: '確定',
  confirmed: '承認',
  pdf: 'PDF で保存（英語）',
  print: '日本語の PDF は、ブラウザーの印刷機能でこのページを印刷して作成できます。',
  json: 'JSON で保存',
  explorer: 'ブロックエクスプローラーで見る',
  earlier: '以前の支払い',
  openPayment: '支払いを開く',
  hiddenToo:
    'このリンクのその他の支払いは、閲覧できるウォレットにのみ表示されます。その領収書は販売者が保管しています。',
  hidden: {
    title: 'この領収書は非表示です',
    text: 'このリンクの支払いは、閲覧できるウォレットにのみ表示されるため、領収書はここには表示されません。販売者にご依頼ください。',
  },
  none: {
    title: '領収書はありません',
    pending:
      'このリンクでの有効な支払いはまだありません。お支払い直後の場合は、1 分後にこのページを開き直してください。',
    expired:
      '期限までに、このリンクでの有効な支払いはありませんでした。お支払い直後の場合は、1 分後にこのページを開き直してください。',
    invalidated: 'このリンクでの有効な支払いはなく、リンクは取り下げられました。',
    compliance_failed: 'このリンクでの有効な支払いはなく、もう支払うことはできません。',
    completed: 'このリンクの支払いを再確認しています。1 分後にこのページを開き直してください。',
    partially_settled:
      'このリンクの各支払いを再確認しています。1 分後にこのページを開き直してください。',
  },
  failures: {
    unknown: {
      title: 'この領収書は存在しません',
      text: 'このアドレスのリンクは見つかりません。リンク全体がコピーされているか確認してください。',
    },
    limited: {
      title: 'リクエストが多すぎます',
      text: '1 分待ってから、このページを開き直してください。',
    },
    unreachable: {
      title: '支払いサービスに接続できません',
      text: '済んでいるお支払いに影響はありません。1 分後にこのページを開き直してください。',
    },
  },
  merchant: {
    noName: '販売者は名前を登録していません。',
    logo: '販売者のロゴ',
    requestedBy: '請求元：',
    unverified: '自称の名前で、確認されていません。',
    website: 'ウェブサイト：',
    verified: '確認済み',
    questions: 'お問い合わせ：',
  },
  check: {
    button: 'チェーン上で確認',
    readAt: (time) => `ノードからの読み取り：${time}。`,
    same: {
      title: 'この支払いはチェーン上にあります',
      text: (blocks) =>
        `受取人、金額、トークン、参照番号はチェーン上の内容と一致しています。${blocks} ブロックにより承認されています。`,
    },
    missing: {
      title: 'この支払いはチェーン上にありません',
      text: 'ブロックのこの位置では何も支払われていません。領収書が変更されたか、ネットワークが支払いを取り消しました。',
    },
    different: {
      title: 'チェーン上の内容と異なります',
      text: '確認した領収書を信用しないでください：',
      line: (field, claimed, onChain) =>
        `${field}：領収書では ${claimed}、チェーン上では ${onChain}`,
    },
    impossible: {
      title: 'この領収書はここでは確認できません',
      text: '領収書の形式に合わない行があります。',
    },
    limited: {
      title: '未確認：リクエストが多すぎます',
      text: '1 分待ってから、もう一度確認してください。',
    },
    unanswered: {
      title: '未確認：現在、応答するノードがありません',
      text: '支払いの有無を示すものではありません。1 分後にもう一度確認してください。',
    },
  },
};
