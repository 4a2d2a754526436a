import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as englishMessages } from '../en/expected.ts';

/** The Chinese texts of links that name their payment. */
export const expectedMessages = {
  same: '与您打开的链接一致',
  sameButFees: '与您打开的链接一致。链接中未注明额外支付的费用，请核对。',
  expected:
    '这不是该链接所对应的付款：其收款方、代币、网络或金额不同。没有发送任何内容，此处也没有需要签名的内容。请告知向您发送链接的人。',
  expectation:
    '链接末尾从“#expect”开始的部分无法读取，因此本页无法判断显示的是否为正确的付款。没有发送任何内容。请检查是否复制了完整的链接，或索取新的链接。',
} satisfies Translation<typeof englishMessages>;
