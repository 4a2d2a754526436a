import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as englishMessages } from '../en/other-ways.ts';

/** The Japanese texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app: string) =>
    `${app} の内蔵ブラウザーでこのページが開かれました。内蔵ブラウザーからは、ウォレットを開けないことがよくあります。まずメニューから「ブラウザーで開く」を選んでください。`,
  open: {
    title: 'ウォレットアプリでこのページを開く',
    with: (app: string) => `${app} で開く`,
  },
  scan: {
    title: 'スマートフォンで読み取る',
    text: 'スマートフォンでこのページが開きます。支払うと、このページにも表示されます。',
    code: 'この支払いリンクの QR コード',
  },
  copy: {
    title: '支払いリンクをコピー',
    text: 'ウォレットのあるブラウザーまたはアプリで開いてください。',
    label: '支払いリンクをコピー',
  },
  install: {
    title: 'ウォレットを用意する',
    text: 'ウォレットをインストールし、資金を入れてから、もう一度このリンクを開いてください。リンクは変わりません。',
    guide: 'ウォレットを比較',
  },
  exchange: {
    title: '取引所から支払えますか？',
    text: 'いいえ。取引所からの出金にはこの支払いの参照番号が付かないため、販売者は何の支払いか判別できません。また、手数料により金額が不足することがあります。まずご自身のウォレットに出金し、それからここで支払ってください。',
  },
} satisfies Translation<typeof englishMessages>;
