import { commonMessages } from '../../../ui/messages/ja/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as englishMessages } from '../en/embed.ts';

/** Every text of the frame in Japanese. */
export const embedMessages = {
  ...commonMessages,
  title: '支払い請求',
  amount: '金額：',
  onNetwork: (network: string) => `${network} ネットワーク`,
  payTo: '支払い先',
  payeeHidden: '支払えるウォレットにのみ、支払いページで表示されます',
  reference: '参照番号',
  payees: (count: number) => `受取人 ${count} 人`,
  statuses: {
    payable: {
      title: '支払いページで支払う',
      text: '新しいタブで開きます。ウォレットの確認はそこでのみ行われ、このページの中では決して行われません。',
    },
    proposed: {
      title: 'Safe の署名を待っています',
      text: 'まだ何も支払われていません。所有者がトランザクションに署名し、実行します。',
    },
    submitted: {
      title: 'ネットワークを待っています…',
      text: '支払いは送信されました。もう一度支払わないでください。',
    },
    confirmed: { title: 'この支払いは完了しました', text: '領収書は支払いページにあります。' },
    expired: {
      title: 'このリンクは期限切れです',
      text: 'もう支払うことはできません。ショップに新しいリンクを依頼してください。',
    },
    unavailable: {
      title: 'この支払いは利用できません',
      text: 'このリンクでは何も支払えません。ショップに新しいリンクを依頼してください。',
    },
    unknown: {
      title: 'このリンクは無効です',
      text: 'ショップに新しいリンクを依頼してください。',
    },
    unread: {
      title: 'サービスに接続できません',
      text: 'すでに支払った場合は、もう一度支払わないでください。引き続き試しています。',
    },
  },
  opened: {
    title: '別のタブで続けてください',
    text: 'そちらの進み具合は、このページに自動で反映されます。',
  },
  notShown: '支払う内容は、支払いページに表示されます。',
  late: '現在、サービスに接続できません。自動で再開します。',
  open: '支払いページを開く',
  openAgain: 'もう一度開く',
  receipt: '領収書を開く',
} satisfies Translation<typeof englishMessages>;
