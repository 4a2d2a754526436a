import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as englishMessages } from '../en/tron.ts';

/** Why the network did not take a transaction, by the code of its node. */
const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: '签名不是付款钱包的签名。',
  CONTRACT_VALIDATE_ERROR: '该钱包的账户在 Tron 上尚未激活，或其 TRX 不足以支付网络手续费。',
  CONTRACT_EXE_ERROR: '网络目前会拒绝此调用。',
  BANDWITH_ERROR: '该钱包的 TRX 不足以支付网络手续费。',
  TAPOS_ERROR: '该交易所引用的区块未被网络采用。',
  wallet_not_allowed: '此钱包不得支付此链接。',
  screening_rejected: '此钱包不得支付此链接。',
  provider_error: '无法检查该钱包。',
};

/** The Chinese texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most: string) =>
    `Tron 以能量和带宽收取手续费，钱包不足的部分以 TRX 收取。此次签名的能量最多花费 ${most} TRX；未用完的部分仍留在钱包中。`,
  held: (held: readonly string[]) => `此钱包有 ${held.join('、')}。`,
  coin: (amount: string) => `${amount} TRX`,
  energy: (amount: string) => `${amount} 能量`,
  bandwidth: (amount: string) => `${amount} 带宽`,
  relaying: '您的付款已签名。我们会持续将其提交给网络；您无需再次签名。',
  refusedTitle: '网络未接受这笔付款',
  late: (from: string) =>
    `签名过晚。目前没有支付任何款项。请暂时不要再次付款：${from} 之后，任何区块都不会再包含它，届时本页会提供重新开始的选项。`,
  refused: (code: string, until: string) =>
    `${REASONS[code] ?? '网络没有给出本页所知的原因。'}目前没有支付任何款项。请暂时不要再次付款：您所签的内容在 ${until} 之前仍然有效，此后不久本页会提供重新开始的选项。`,
} satisfies Translation<typeof englishMessages>;
