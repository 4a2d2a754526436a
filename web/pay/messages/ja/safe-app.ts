import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as englishMessages } from '../en/safe-app.ts';

/** The Japanese texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'Safe',
  title: 'ここでは署名できません',
  open: '新しいウィンドウでこの支払いを開く',
  problems: {
    alone:
      'このページは別のページの中に表示されています。ウォレットは独立したウィンドウで動作します。',
    network: (network: string) =>
      `この支払いは ${network} で行われますが、ここで開いている Safe は別のネットワークにあります。${network} の Safe を選んで支払うか、独立したウィンドウで支払ってください。`,
    not_safe: (network: string) =>
      `ここで開いているアカウントは、${network} では既知のバージョンの Safe ではありません。別のアカウントを選んで支払うか、独立したウィンドウで支払ってください。`,
    read_only:
      'この Safe は閲覧のみの状態です。支払いを提案するには、所有者のウォレットを接続してください。',
  },
} satisfies Translation<typeof englishMessages>;
