import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as englishMessages } from '../en/more.ts';

/** Why a child of a bundle cannot be paid. */
const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'すでに支払われています。',
  request_processing: '支払いは承認待ちです。',
  secure_payment_expired: 'リンクの期限が切れています。',
  secure_payment_not_pending: 'リンクはもう使えません。',
};

/** The Japanese texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: '総額',
  alreadyPaid: '支払い済み',
  rest: '残額',
  paidIn: '支払い通貨',
  about: (amount: string) => `約 ${amount}`,
  rate: (symbol: string, rate: string, currency: string) => `1 ${symbol} = ${rate} ${currency}。`,
  rateSet: (ago: string) => `レートの設定：${ago}。表示中は自動で更新されます。`,
  rateOld: (ago: string) => `レートの設定：${ago}。`,
  rateStale:
    'このレートは古すぎるため、支払いに使えません。新しいレートは、通常 1 日以内に自動で届きます。後でもう一度このリンクを開いてください。',
  payees: (count: number) => `${count} 人の受取人に支払います`,
  notNow: '今回の支払いに含まれません',
  paid: '支払い済み',
  paidBy: (at: number) => `トランザクション ${at} で支払い済み`,
  unpaid: '支払われていません。',
  blocked: (reason: string) => BLOCKED[reason] ?? '現在は支払えません。',
  apart: {
    title: '支払い方法を選択',
    each: '1 件ずつ専用のリンクで',
    pay: (amount: string, network: string) => `${network} で ${amount} を支払う`,
  },
  search: 'アドレス、金額、状態で検索',
  found: (count: number) => `${count} 人の受取人が見つかりました`,
  showOthers: (count: number) => `残りの ${count} 件を表示`,
} satisfies Translation<typeof englishMessages>;
