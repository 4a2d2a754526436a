import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as englishMessages } from '../en/expected.ts';

/** The Japanese texts of links that name their payment. */
export const expectedMessages = {
  same: '開いたリンクと一致しています',
  sameButFees:
    '開いたリンクと一致しています。上乗せされる手数料はリンクに記載されていません。ご確認ください。',
  expected:
    'これは、このリンクが作られた支払いではありません。受取人、トークン、ネットワーク、金額のいずれかが異なります。何も送信されておらず、ここで署名するものはありません。リンクの送り主に知らせてください。',
  expectation:
    'リンク末尾の「#expect」以降を読み取れないため、正しい支払いが表示されているかどうかをこのページでは判断できません。何も送信されていません。リンク全体がコピーされているか確認するか、新しいリンクを依頼してください。',
} satisfies Translation<typeof englishMessages>;
