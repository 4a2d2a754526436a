import type { testWalletMessages as englishMessages } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The Chinese texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: '测试钱包',
  allow: '连接',
  names: {
    safe: '测试 Safe（两位所有者）',
    smart_account: '测试智能账户（一个密钥）',
    delegated: '支持 EIP-7702 的测试钱包',
  },
  tronName: '测试钱包（Tron）',
  sign: '签名',
  decline: '拒绝',
  connect: '本页希望查看测试钱包的地址。',
  send: '本页希望发送一笔交易至',
  typed: '本页希望测试钱包签署以下许可：',
  text: '本页希望测试钱包签署以下文本：',
  execute: '本页希望该账户在一笔交易中调用以下合约：',
  delegate:
    '本页希望在一笔交易中调用以下合约。为此，您的账户将委托给已公开的代码（EIP-7702），之后委托仍然有效；地址和密钥保持不变。调用内容：',
  propose: '本页希望 Safe 在一笔交易中调用以下合约。签名即表示您作为两位所有者中的第一位发起提案：',
  owner: {
    title: '测试 Safe 的第二位所有者',
    text: '第一位所有者已签名。在沙盒中，您也是第二位所有者。',
    execute: '以第二位所有者身份签名并执行',
    reject: '以两位所有者身份拒绝',
    working: '交易很快就会进入网络。',
  },
  note: '仅限测试资金。此钱包的密钥是公开的。',
} satisfies Translation<typeof englishMessages>;
