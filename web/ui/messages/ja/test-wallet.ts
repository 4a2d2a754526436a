import type { testWalletMessages as englishMessages } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The Japanese texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'テストウォレット',
  allow: '接続',
  names: {
    safe: 'テスト用 Safe（所有者 2 名）',
    smart_account: 'テスト用スマートアカウント（鍵 1 つ）',
    delegated: 'EIP-7702 のテストウォレット',
  },
  tronName: 'テストウォレット（Tron）',
  sign: '署名',
  decline: '拒否',
  connect: 'このページがテストウォレットのアドレスの表示を求めています。',
  send: 'このページが次の宛先へのトランザクションの送信を求めています：',
  typed: 'このページがテストウォレットに次の許可への署名を求めています：',
  text: 'このページがテストウォレットに次のテキストへの署名を求めています：',
  execute:
    'このページが、1 件のトランザクションで次のコントラクトを呼び出すことをアカウントに求めています：',
  delegate:
    'このページが、1 件のトランザクションで次のコントラクトを呼び出すことを求めています。そのために、お使いのアカウントは公開されているコードに処理を委任します（EIP-7702）。委任はその後も続きますが、アドレスと鍵は変わりません。呼び出し：',
  propose:
    'このページが、1 件のトランザクションで次のコントラクトを呼び出すことを Safe に求めています。署名すると、2 名の所有者のうち 1 人目として提案することになります：',
  owner: {
    title: 'テスト用 Safe の 2 人目の所有者',
    text: '1 人目の所有者が署名しました。サンドボックスでは、2 人目の所有者もあなたです。',
    execute: '2 人目として署名して実行',
    reject: '両方の所有者として却下',
    working: 'まもなくネットワークに届きます。',
  },
  note: 'テスト用のお金専用です。このウォレットの鍵は公開されています。',
} satisfies Translation<typeof englishMessages>;
